import {
  type Effort,
  isDictionary,
  Lexer,
  Reference,
  UnreadableValue,
  type Value,
} from './pdf-values.ts'

export interface PdfObject {
  readonly value: Value
  readonly stream: Buffer | undefined
}

export type Resolve = (value: Value) => PdfObject | undefined

export interface Place {
  readonly bytes: Buffer
  readonly at: number
}

/** `12 0 obj`, however the three are set apart. */
export function nextObject(
  bytes: Buffer,
  from: number,
): { number: number; start: number } | undefined {
  for (let at = bytes.indexOf('obj', from); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    if ((bytes[at - 1] ?? 0x6f) > 0x20) continue
    const before = bytes.toString('latin1', Math.max(0, at - 40), at)
    const match = /(\d{1,10})[\s\0]{1,10}\d{1,10}[\s\0]{1,10}$/.exec(before)
    if (match) return { number: Number(match[1]), start: at + 3 }
  }
  return undefined
}

export function objectReader(bytes: Buffer, effort: Effort) {
  /** There is none after that offset: determined once, not for every stream. */
  let noEndAfter = bytes.length
  const streamEnd = (start: number, declared: Value | undefined) => {
    if (typeof declared === 'number' && declared >= 0 && start + declared <= bytes.length) {
      const behind = bytes.toString('latin1', start + declared, start + declared + 20)
      if (/^\s{0,4}endstream/.test(behind)) return start + declared
    }
    const found = start >= noEndAfter ? -1 : bytes.indexOf('endstream', start)
    if (found < 0) noEndAfter = Math.min(noEndAfter, start)
    return found < 0 ? bytes.length : found
  }
  return (start: number): PdfObject & { end: number } => {
    const lexer = new Lexer(bytes, start, effort)
    const value = lexer.read()
    if (!isDictionary(value) || !lexer.peek('stream'))
      return { value, stream: undefined, end: lexer.at }
    let at = lexer.at + 6
    if (bytes[at] === 13) at += 1
    if (bytes[at] === 10) at += 1
    const end = streamEnd(at, value.get('Length'))
    return { value, stream: bytes.subarray(at, end), end }
  }
}

export function resolver(places: ReadonlyMap<number, Place>, effort: Effort): Resolve {
  const readers = new Map<Buffer, ReturnType<typeof objectReader>>()
  return (value) => {
    if (!(value instanceof Reference)) return { value, stream: undefined }
    const place = places.get(value.target)
    if (!place) return undefined
    try {
      const read = readers.get(place.bytes) ?? objectReader(place.bytes, effort)
      readers.set(place.bytes, read)
      return read(place.at)
    } catch (error) {
      if (error instanceof UnreadableValue) return undefined
      throw error
    }
  }
}
