import type { Finding } from '../kit/index.ts'

export interface Section {
  readonly name: string
  readonly offset: number
  readonly size: number
  readonly address: number
  readonly virtualSize: number
  readonly flags: string
  readonly entropy: number | null
}

/** What the three parsers answer. `details` is theirs alone. */
export interface Program {
  readonly format: string
  readonly architecture: string
  readonly kind: string
  readonly sections: readonly Section[]
  readonly traits: readonly Finding[]
  readonly problems: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
}

/** The headers are not readable; the message says why. */
export class DamagedProgram extends Error {}

/** Bytes beyond the end are the usual damage: a buffer throws a RangeError for them. */
export function reading<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedProgram(`${what} lies beyond its end`)
    throw error
  }
}

/** For parts that a program may lack: the damage is noted and the rest is still read. */
export function tolerating<T>(problems: string[], what: string, read: () => T, otherwise: T): T {
  try {
    return reading(what, read)
  } catch (error) {
    if (!(error instanceof DamagedProgram)) throw error
    problems.push(error.message)
    return otherwise
  }
}

/** A text that ends with a zero, at most `longest` bytes of it. */
export function textAt(bytes: Buffer, offset: number, longest = 512): string {
  if (offset < 0 || offset >= bytes.length) return ''
  const end = bytes.subarray(offset, offset + longest).indexOf(0)
  return bytes.toString('latin1', offset, offset + (end < 0 ? longest : end))
}

/**
 * Sections may lie upon each other: a thousand of them over 60 MB would be 60 GB to count.
 * What is left of this number of bytes decides.
 */
export const entropyBudget = () => ({ left: 256 * 1024 * 1024 })

export const packerNames: readonly (readonly [RegExp, string])[] = [
  [/^\.?UPX[0-9!]/, 'UPX'],
  [/^\.(?:aspack|adata)$/i, 'ASPack'],
  [/^\.MPRESS[12]$/i, 'MPRESS'],
  [/^\.?(?:themida|winlice)/i, 'Themida'],
  [/^\.vmp[0-9]$/i, 'VMProtect'],
  [/^\.petite$/i, 'Petite'],
  [/^\.?(?:nsp[0-2])$/i, 'NsPack'],
  [/^\.enigma[12]$/i, 'Enigma'],
  [/^PEC(?:2|ompact)/i, 'PECompact'],
  [/^\.?(?:FSG!|MEW|yP|y0da)/, 'an old packer'],
]
