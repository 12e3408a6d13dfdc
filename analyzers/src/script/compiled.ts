import type { FileObservable } from '../kit/index.ts'

const maxBytes = 1024 * 1024 * 1024
const window = 8 * 1024 * 1024
const overlap = 64
const marks: readonly (readonly [language: string, mark: Buffer])[] = [
  ['AutoIt', Buffer.from('a3484bbe986c4aa9994c530a86d6487d', 'hex')],
  ['AutoHotkey', Buffer.from('>AUTOHOTKEY SCRIPT<', 'latin1')],
  ['AutoHotkey', Buffer.from('>AUTOHOTKEY SCRIPT<', 'utf16le')],
]

/** Scripts that were made into a program, or packed for their interpreter: their code is not to be read as text. */
export async function compiledLanguage(file: FileObservable): Promise<string | undefined> {
  const head = await file.bytes(0, 16)
  if (marks[0]?.[1].equals(head)) return 'AutoIt'
  if (head[0] !== 0x4d || head[1] !== 0x5a) return undefined
  // Programs are padded to hundreds of megabytes; the script may follow the padding.
  for (let at = 0; at < Math.min(file.size, maxBytes); at += window) {
    const bytes = await file.bytes(at, window + overlap)
    const found = marks.find(([, mark]) => bytes.includes(mark))
    if (found) return found[0]
  }
  return undefined
}
