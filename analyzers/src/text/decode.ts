import type { FileObservable } from '../kit/index.ts'
import { keepText } from './packed-bytes.ts'

/** Read and searched at a time; what is found is small, so a file of any size needs this much. */
const windowBytes = 1024 ** 2
/** No observable is longer than this, so a boundary without a space within it is packed data. */
const longestWord = 16_384

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1'

/** By its first bytes. What is not text is read as bytes: its strings are in it all the same. */
export async function encodingOf(file: FileObservable): Promise<Encoding> {
  const head = await file.bytes(0, 65_536)
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.includes(0)) return looksLikeUtf16(head) ? 'utf-16le' : 'latin1'
  try {
    // The head may end within a character, which `stream` allows.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return 'latin1'
  }
}

/** Text in it would have a zero in every second byte. */
function looksLikeUtf16(head: Buffer): boolean {
  const length = Math.min(head.length, 4096) & ~1
  let zeros = 0
  for (let at = 1; at < length; at += 2) if (head[at] === 0) zeros += 1
  return length > 0 && zeros > length * 0.3
}

/** The file in pieces of text, cut at spaces so nothing is split. */
export async function* textWindows(
  file: FileObservable,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'latin1' ? 'windows-1252' : encoding)
  let rest = ''
  for (let at = 0; at < file.size; at += windowBytes) {
    const isLast = at + windowBytes >= file.size
    const window = await file.bytes(at, windowBytes)
    const bytes = encoding.startsWith('utf-16') ? window : keepText(window, encoding === 'latin1')
    const text = rest + decoder.decode(bytes, { stream: !isLast })
    const end = isLast ? text.length : lastBorder(text)
    yield text.slice(0, end)
    rest = text.slice(end)
  }
}

/** The last line break, otherwise the last space, otherwise the end. */
function lastBorder(text: string): number {
  const earliest = Math.max(0, text.length - longestWord)
  for (const border of ['\n', '\r', '\0', ' ']) {
    const at = text.lastIndexOf(border)
    if (at >= earliest) return at + 1
  }
  return text.length
}
