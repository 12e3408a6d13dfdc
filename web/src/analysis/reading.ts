import {
  type Detected,
  detect,
  extract,
  parseAddress,
  parseNetwork,
  refang,
  reservedRange,
  reservedRangeOfNetwork,
  splitValues,
} from '@assay/contract'

/** How a pasted text is taken: one value per line or word, or prose with values in it. */
export const readModes = ['auto', 'values', 'prose'] as const
export type ReadMode = (typeof readModes)[number]

export interface Found extends Detected {
  /** As it was pasted, when that differs from the value. */
  readonly original: string | undefined
  /** What the address is set aside for: "private". */
  readonly reserved: string | undefined
  readonly count: number
}

export interface Reading {
  readonly found: readonly Found[]
  readonly duplicates: number
  /** Lines that start with `#`. */
  readonly comments: number
  readonly isProse: boolean
}

export const emptyReading: Reading = { found: [], duplicates: 0, comments: 0, isProse: false }

/** Lines between two breaths: well below a frame's time on a slow machine. */
const linesPerStep = 50
const charactersPerStep = 20_000

/**
 * Reads a text in steps, so that a long paste does not freeze the page: whoever drives it decides
 * when the next step is due.
 */
export function* readSteps(text: string, mode: ReadMode): Generator<void, Reading> {
  if (mode === 'prose') return yield* readProse(text)
  const { reading, looksLikeProse } = yield* readValues(text)
  return mode === 'auto' && looksLikeProse ? yield* readProse(text) : reading
}

export function readAtOnce(text: string, mode: ReadMode): Reading {
  const steps = readSteps(text, mode)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function* readValues(text: string) {
  const collected = collector()
  let comments = 0
  let words = 0
  let unknownWords = 0
  let sentences = 0
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (index % linesPerStep === linesPerStep - 1) yield
    if (refang(line).trimStart().startsWith('#')) {
      comments += 1
      continue
    }
    const values = splitValues(line)
    const originals = originalsOf(line, values.length)
    let unknownHere = 0
    for (const [position, value] of values.entries()) {
      const detected = detect(value)
      if (detected.dataType === 'other') unknownHere += 1
      collected.add(detected, originals[position])
    }
    words += values.length
    unknownWords += unknownHere
    if (unknownHere >= 3) sentences += 1
  }
  // Names without a dot, one per line, are a list that nobody knows; words in a row are a sentence.
  const looksLikeProse = sentences > 0 && unknownWords * 2 > words
  return { reading: collected.reading({ comments, isProse: false }), looksLikeProse }
}

/** Nothing that is looked for spans two lines, so the text can be cut between them. */
function* readProse(text: string): Generator<void, Reading> {
  const collected = collector()
  for (let from = 0; from < text.length; ) {
    const lineEnd = text.indexOf('\n', from + charactersPerStep)
    const to = lineEnd < 0 ? text.length : lineEnd + 1
    for (const { count, position: _, ...detected } of extract(text.slice(from, to))) {
      collected.add(detected, undefined, count)
    }
    from = to
    yield
  }
  return collected.reading({ comments: 0, isProse: true })
}

/** The pieces of the line before they were made whole, if they can be told apart. */
function originalsOf(line: string, count: number): readonly string[] {
  const bare = line.trim()
  if (count === 1) return [bare]
  const pieces = bare.split(/[\s|,;]+/).filter((piece) => piece !== '')
  return pieces.length === count ? pieces : []
}

function collector() {
  const all = new Map<string, Found>()
  let duplicates = 0
  return {
    add(detected: Detected, original: string | undefined, count = 1) {
      const key = `${detected.dataType}\n${detected.value}`
      const known = all.get(key)
      duplicates += known ? count : count - 1
      all.set(
        key,
        known
          ? { ...known, count: known.count + count }
          : {
              ...detected,
              original: original === detected.value ? undefined : original,
              reserved: reservedFor(detected.dataType, detected.value),
              count,
            },
      )
    },
    reading: (rest: { comments: number; isProse: boolean }): Reading => ({
      found: [...all.values()],
      duplicates,
      ...rest,
    }),
  }
}

/** Meanings of ranges whose addresses are one's own; others have nothing to say about them. */
const inside = ['private', 'loopback', 'link-local', 'this host', 'unspecified']

/** Why an address is not worth a question to others: it is one's own, or a private one. */
export function reservedFor(dataType: string, value: string): string | undefined {
  const range = dataType === 'ip' ? rangeOfIp(value) : dataType === 'network' && rangeOfNet(value)
  return range && inside.some((word) => range.meaning.startsWith(word)) ? range.meaning : undefined
}

function rangeOfIp(value: string) {
  const address = parseAddress(value)
  return address && reservedRange(address)
}

function rangeOfNet(value: string) {
  const network = parseNetwork(value)
  return network && reservedRangeOfNetwork(network)
}
