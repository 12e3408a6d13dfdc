export const entryTypes = [
  'domain',
  'url',
  'ip',
  'mail address',
  'file name',
  'user agent',
  'hash',
  'token',
  'mail',
  'office',
  'pdf',
  'page',
  'script',
  'shortcut',
  'archive',
  'picture',
  'certificate',
  'program',
  'text',
  'other file',
] as const

export type EntryType = (typeof entryTypes)[number]

/**
 * What an input must lead to. `benign`: nothing is flagged. `sample`: flagged, with a reason that fits.
 * `closed`: nobody can look into it, so the result is flagged or incomplete, never "nothing found".
 */
export type Kind = 'benign' | 'sample' | 'closed'

export interface Entry {
  readonly type: EntryType
  readonly kind: Kind
  /** The family, then what this one is: misses are listed by it. */
  readonly name: string
  /** A text, with its type where `assay scan` does not find it out. */
  readonly data?: string
  readonly dataType?: string
  /** A file. */
  readonly filename?: string
  readonly content?: Buffer
  /** Where it lies already, instead of its content. */
  readonly path?: string
  /** Of a sample: ids of findings that are a fitting reason. */
  readonly reason?: RegExp
  /** Of a filled sample: the name of the sample as it was. */
  readonly whole?: string
}

/** Without harm: every host is reserved, nothing in them does anything. */
type Named = readonly [name: string, content: Buffer | string]

export const texts = (
  type: EntryType,
  family: string,
  values: readonly string[],
  dataType?: string,
): Entry[] =>
  values.map((data) => ({
    type,
    kind: 'benign',
    name: `${family}: ${data}`,
    data,
    ...(dataType === undefined ? {} : { dataType }),
  }))

export const lureTexts = (
  type: EntryType,
  family: string,
  reason: RegExp,
  values: readonly string[],
  dataType?: string,
): Entry[] =>
  texts(type, family, values, dataType).map((entry) => ({ ...entry, kind: 'sample', reason }))

export const files = (type: EntryType, family: string, all: readonly Named[]): Entry[] =>
  all.map(([filename, content]) => ({
    type,
    kind: 'benign',
    name: `${family}: ${filename}`,
    filename,
    content: typeof content === 'string' ? Buffer.from(content) : content,
  }))

export const sampleFiles = (
  type: EntryType,
  family: string,
  reason: RegExp,
  all: readonly Named[],
): Entry[] => files(type, family, all).map((entry) => ({ ...entry, kind: 'sample', reason }))

export const closedFiles = (type: EntryType, family: string, all: readonly Named[]): Entry[] =>
  files(type, family, all).map((entry) => ({ ...entry, kind: 'closed' }))

/** Joined only here, so no source file contains the words that virus scanners look for. */
export const word = (...parts: string[]): string => parts.join('')

/** The same bytes in every run, as mixed as packed ones. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed * 2_654_435_761 + 1
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

const prose = [
  'The meeting was moved to the second week of the month because two colleagues are away.',
  'Please find below the figures for the last quarter and the plan for the next one.',
  'The delivery is complete except for the two chairs, which the supplier will send on Friday.',
  'We have checked the numbers twice, and the difference comes from the exchange rate.',
  'Travel costs are paid back within thirty days after the form has been received.',
  'The new version corrects the printing of labels and adds a list of open orders.',
  'All measurements were taken at room temperature with the instrument described above.',
  'Residents are asked to keep the stairs free so that the painters can work.',
]

/** Ordinary sentences, different for each seed. */
export const sentences = (count: number, seed = 0): string[] =>
  Array.from({ length: count }, (_, at) => prose[(at * 3 + seed) % prose.length] ?? '')
