/** Values of a PDF, read by a lexer that takes what readers take and stops where they would not. */
export class Name {
  readonly text: string
  /** Letters written as numbers: `/J#61vaScript`. Honest programs have no need of that. */
  readonly isDisguised: boolean
  constructor(text: string, isDisguised: boolean) {
    this.text = text
    this.isDisguised = isDisguised
  }
}

export class Reference {
  readonly target: number
  constructor(target: number) {
    this.target = target
  }
}

export type Dictionary = ReadonlyMap<string, Value>
export type Value =
  | number
  | string
  | boolean
  | null
  | Name
  | Reference
  | readonly Value[]
  | Dictionary

/** This object is not readable; others may be. */
export class UnreadableValue extends Error {}

const maxDepth = 64
const longestString = 1024 * 1024
/** Of one object. A list of numbers alone would take ten times the memory of its text. */
const maxValues = 300_000

/** Remaining work, in bytes: unterminated objects would be read again and again. */
export interface Effort {
  left: number
}

const isSpace = (byte: number | undefined) =>
  byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32
const delimiters = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)))

export class Lexer {
  at: number
  private values = 0
  private readonly bytes: Buffer
  private readonly effort: Effort
  constructor(bytes: Buffer, at: number, effort: Effort) {
    this.bytes = bytes
    this.at = at
    this.effort = effort
  }

  read(depth = 0): Value {
    // guard: pdf-values.test.ts
    if (depth > maxDepth)
      throw new UnreadableValue(`an object is nested deeper than ${maxDepth} levels`)
    this.values += 1
    // guard: pdf-values.test.ts
    if (this.values > maxValues)
      throw new UnreadableValue(`an object has more than ${maxValues} values`)
    this.skipSpace()
    const byte = this.bytes[this.at]
    if (byte === undefined) throw new UnreadableValue('an object is truncated')
    if (byte === 0x2f) return this.name()
    if (byte === 0x28) return this.literal()
    if (byte === 0x5b) return this.list(depth)
    if (byte === 0x3c) return this.bytes[this.at + 1] === 0x3c ? this.dictionary(depth) : this.hex()
    return this.word()
  }

  /** The next word, such as `stream`, without taking it. */
  peek(word: string): boolean {
    this.skipSpace()
    return this.bytes.toString('latin1', this.at, this.at + word.length) === word
  }

  private spend(bytes: number): void {
    this.effort.left -= bytes
    if (this.effort.left < 0) throw new UnreadableValue('structure too complex to read in full')
  }

  private skipSpace(): void {
    const start = this.at
    for (;;) {
      while (isSpace(this.bytes[this.at])) this.at += 1
      if (this.bytes[this.at] !== 0x25) break
      while (
        this.at < this.bytes.length &&
        this.bytes[this.at] !== 10 &&
        this.bytes[this.at] !== 13
      )
        this.at += 1
    }
    this.spend(this.at - start + 1)
  }

  private name(): Name {
    const start = this.at + 1
    let end = start
    while (
      end < this.bytes.length &&
      !isSpace(this.bytes[end]) &&
      !delimiters.has(this.bytes[end] as number)
    )
      end += 1
    this.at = end
    this.spend(end - start)
    const written = this.bytes.toString('latin1', start, Math.min(end, start + 256))
    const text = written.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    return new Name(text, /#(?:[46][1-9a-f]|[57][0-9a])/i.test(written))
  }

  private literal(): string {
    const start = this.at
    const parts: number[] = []
    let depth = 0
    for (;;) {
      const byte = this.bytes[this.at]
      if (byte === undefined) {
        this.spend(this.at - start)
        throw new UnreadableValue('a string has no end')
      }
      this.at += 1
      if (byte === 0x5c) this.escape(parts)
      else {
        if (byte === 0x28) depth += 1
        if (byte === 0x29) depth -= 1
        if (depth === 0) break
        if (parts.length < longestString && (byte !== 0x28 || depth > 1)) parts.push(byte)
      }
    }
    this.spend(this.at - start)
    return textOf(Buffer.from(parts))
  }

  private escape(parts: number[]): void {
    const digits = /^[0-7]{1,3}/.exec(this.bytes.toString('latin1', this.at, this.at + 3))?.[0]
    if (digits) {
      this.at += digits.length
      parts.push(Number.parseInt(digits, 8) & 255)
      return
    }
    const byte = this.bytes[this.at] ?? 0
    this.at += 1
    const plain = { n: 10, r: 13, t: 9, b: 8, f: 12 }[String.fromCharCode(byte)]
    if (byte === 13 && this.bytes[this.at] === 10) this.at += 1
    else if (byte !== 10 && byte !== 13 && parts.length < longestString) parts.push(plain ?? byte)
  }

  private hex(): string {
    const end = this.bytes.indexOf(0x3e, this.at)
    this.spend((end < 0 ? this.bytes.length : end) - this.at)
    if (end < 0) throw new UnreadableValue('a string has no end')
    const digits = this.bytes
      .toString('latin1', this.at + 1, Math.min(end, this.at + longestString))
      .replace(/[^0-9a-f]/gi, '')
    this.at = end + 1
    return textOf(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'))
  }

  private list(depth: number): readonly Value[] {
    const found: Value[] = []
    this.at += 1
    for (;;) {
      this.skipSpace()
      if (this.bytes[this.at] === 0x5d) break
      this.add(found, this.read(depth + 1))
    }
    this.at += 1
    return found
  }

  private dictionary(depth: number): Dictionary {
    const found: Value[] = []
    this.at += 2
    for (;;) {
      this.skipSpace()
      if (this.bytes[this.at] === 0x3e && this.bytes[this.at + 1] === 0x3e) break
      this.add(found, this.read(depth + 1))
    }
    this.at += 2
    const entries = new Map<string, Value>()
    for (let index = 0; index + 1 < found.length; ) {
      const key = found[index]
      const value = found[index + 1]
      index += key instanceof Name ? 2 : 1
      if (!(key instanceof Name) || value === undefined) continue
      if (!entries.has(key.text)) entries.set(key.text, value)
      if (key.isDisguised) entries.set('\0disguised', key.text)
    }
    return entries
  }

  /** `12 0 R` is three words and one value. */
  private add(found: Value[], value: Value): void {
    const target = found.at(-2)
    if (value instanceof Word && value.text === 'R' && typeof target === 'number')
      found.splice(-2, 2, new Reference(target))
    else found.push(value instanceof Word ? null : value)
  }

  private word(): Value {
    const start = this.at
    while (
      this.at < this.bytes.length &&
      !isSpace(this.bytes[this.at]) &&
      !delimiters.has(this.bytes[this.at] as number)
    )
      this.at += 1
    if (this.at === start) throw new UnreadableValue('an object is broken')
    this.spend(this.at - start)
    const text = this.bytes.toString('latin1', start, Math.min(this.at, start + 64))
    if (/^[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})$/.test(text)) return Number(text)
    if (text === 'true' || text === 'false') return text === 'true'
    if (text === 'null') return null
    // An object that was not closed ends where the next begins.
    if (['obj', 'endobj', 'stream', 'endstream', 'xref', 'trailer'].includes(text))
      throw new UnreadableValue('an object is not closed')
    return new Word(text) as unknown as Value
  }
}

class Word {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, 2 + ((bytes.length - 2) & ~1)))
      .swap16()
      .toString('utf16le')
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3)
  return bytes.toString('latin1')
}

export const isDictionary = (value: Value | undefined): value is Dictionary => value instanceof Map

export const nameOf = (value: Value | undefined): string =>
  value instanceof Name ? value.text : ''
