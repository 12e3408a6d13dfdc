import type { Readable } from 'node:stream'

/** What is kept of everything that a program prints. */
export const tailBytes = 65_536

export interface Tail {
  add(chunk: Uint8Array): void
  text(): string
}

/** The end of an endless output, in constant memory. */
export function keepTail(maxBytes = tailBytes): Tail {
  const chunks: Uint8Array[] = []
  let total = 0
  return {
    add(chunk) {
      // A copy: a slice of a pooled buffer of 64 KiB would keep the whole of it alive.
      chunks.push(chunk.length > maxBytes ? chunk.slice(-maxBytes) : chunk)
      total += Math.min(chunk.length, maxBytes)
      while (total - (chunks[0]?.length ?? 0) >= maxBytes) total -= chunks.shift()?.length ?? 0
    },
    text() {
      const bytes = Buffer.concat(chunks).subarray(-maxBytes)
      // The cut may go through a character; its remaining bytes (10xxxxxx) are left out.
      let start = 0
      while (total > maxBytes && start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
      return bytes.toString('utf8', start)
    },
  }
}

/** Reads on whatever happens: a program blocks as soon as its pipe is full. */
export function drain(stream: Readable | null, tail: Pick<Tail, 'add'>): void {
  stream?.on('data', (chunk: Uint8Array) => tail.add(chunk))
  // A pipe that breaks while the program dies is not an error of ours.
  stream?.on('error', () => {})
}

/** A report on the standard stream; what does not begin as one is not kept. */
export const printedReportBytes = 8 * 1_048_576

export function keepReport(maxBytes = printedReportBytes) {
  let chunks: Uint8Array[] | undefined = []
  let total = 0
  return {
    add(chunk: Uint8Array) {
      if (!chunks) return
      total += chunk.length
      if (total > maxBytes || (chunks.length === 0 && !beginsAsObject(chunk))) chunks = undefined
      else chunks.push(chunk)
    },
    text: () => (chunks && chunks.length > 0 ? Buffer.concat(chunks).toString('utf8') : undefined),
  }
}

/** Spaces and a byte order mark may precede it. */
const beginsAsObject = (chunk: Uint8Array) =>
  /^(?:\xef\xbb\xbf)?\s*\{/.test(Buffer.from(chunk.subarray(0, 64)).toString('latin1'))
