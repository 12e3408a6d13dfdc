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
  splitWritten,
} from '@assay/contract'

/** How a pasted text is taken: one value per line or word, or prose with values in it. */
export const readModes = ['auto', 'values', 'prose'] as const
export type ReadMode = (typeof readModes)[number]

export interface Found extends Detected {
  readonly key: string
  readonly detectedType: string
  /** As it was pasted, when that differs from the value. */
  readonly original: string | undefined
  /** What the address is reserved for: "private". */
  readonly reserved: string | undefined
  readonly count: number
  /** Whether it is worth analyzing, before a decision. */
  readonly isTicked: boolean
  readonly isTyped: true
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
 * What was read of each line of values and of each part of prose. Typing in ten thousand lines
 * changes one of them; the others are not read again, and what was found in them stays the same
 * objects.
 */
export interface ReadMemory {
  lines: Map<string, ReadLine>
  prose: Map<string, readonly Found[]>
}

interface ReadLine {
  readonly isComment: boolean
  /** Three unknown words in a row, in one cell. */
  readonly isSentence: boolean
  readonly found: readonly Found[]
}

export const newMemory = (): ReadMemory => ({ lines: new Map(), prose: new Map() })

/**
 * Reads a text in steps, so a long paste does not freeze the page: the caller decides when the next
 * step is due.
 */
export function* readSteps(
  text: string,
  mode: ReadMode,
  memory = newMemory(),
): Generator<void, Reading> {
  if (mode === 'prose') return yield* readProse(text, memory)
  const { reading, looksLikeProse } = yield* readValues(text, memory)
  return mode === 'auto' && looksLikeProse ? yield* readProse(text, memory) : reading
}

export function readAtOnce(text: string, mode: ReadMode, memory?: ReadMemory): Reading {
  const steps = readSteps(text, mode, memory)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function* readValues(text: string, memory: ReadMemory) {
  const collected = collector()
  const present = new Map<string, ReadLine>()
  let comments = 0
  let words = 0
  let unknownWords = 0
  let sentences = 0
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (index % linesPerStep === linesPerStep - 1) yield
    const { isComment, isSentence, found } = remembered(memory.lines, present, line, readLine)
    if (isComment) comments += 1
    for (const one of found) {
      if (one.dataType === 'other') unknownWords += 1
      collected.add(one)
    }
    words += found.length
    if (isSentence) sentences += 1
  }
  memory.lines = present
  // Names without a dot, one per line, are an unknown list; words in a row are a sentence.
  const looksLikeProse = sentences > 0 && unknownWords * 2 > words
  return { reading: collected.reading({ comments, isProse: false }), looksLikeProse }
}

function readLine(line: string): ReadLine {
  if (refang(line).trimStart().startsWith('#'))
    return { isComment: true, isSentence: false, found: [] }
  const values = splitValues(line)
  const written = values.length === 1 ? [line.trim()] : splitWritten(line)
  const originals = written.length === values.length ? written : []
  const found = values.map((value, position) => foundOf(detect(value), originals[position]))
  return { isComment: false, isSentence: isSentence(line, found), found }
}

/** Cells of a table are no sentence, however many of them are unknown. */
function isSentence(line: string, found: readonly Found[]): boolean {
  const unknown = found.filter(({ dataType }) => dataType === 'other')
  if (unknown.length < 3) return false
  const cells = line.split(/[\t;|]|,(?! )/)
  return cells.length === 1 || cells.some((cell) => unknownIn(cell) >= 3)
}

const unknownIn = (cell: string) =>
  splitValues(cell).filter((value) => detect(value).dataType === 'other').length

/** Nothing that is looked for spans two lines, so the text can be cut between them. */
function* readProse(text: string, memory: ReadMemory): Generator<void, Reading> {
  const collected = collector()
  const present = new Map<string, readonly Found[]>()
  for (let from = 0; from < text.length; ) {
    const lineEnd = text.indexOf('\n', from + charactersPerStep)
    const to = lineEnd < 0 ? text.length : lineEnd + 1
    for (const found of remembered(memory.prose, present, text.slice(from, to), readPart)) {
      collected.add(found)
    }
    from = to
    yield
  }
  memory.prose = present
  return collected.reading({ comments: 0, isProse: true })
}

const readPart = (part: string): Found[] =>
  extract(part).map(({ count, position: _, ...detected }) => foundOf(detected, undefined, count))

/**
 * `known` is of the reading before, `present` takes its place at the end of this one. What is new
 * goes to both: a reading that the next letter interrupts has not worked in vain.
 */
function remembered<T>(
  known: Map<string, T>,
  present: Map<string, T>,
  part: string,
  read: (part: string) => T,
): T {
  const result = known.get(part) ?? read(part)
  known.set(part, result)
  present.set(part, result)
  return result
}

function foundOf(detected: Detected, original: string | undefined, count = 1): Found {
  const { dataType, value } = detected
  const reserved = reservedFor(dataType, value)
  return {
    ...detected,
    key: observableKey(dataType, value),
    detectedType: dataType,
    original: original === value ? undefined : original,
    reserved,
    count,
    isTicked: dataType !== 'other' && reserved === undefined,
    isTyped: true,
  }
}

export const observableKey = (dataType: string, value: string) => `${dataType}\n${value}`

function collector() {
  const all = new Map<string, Found>()
  let duplicates = 0
  return {
    add(found: Found) {
      const known = all.get(found.key)
      duplicates += known ? found.count : found.count - 1
      all.set(found.key, known ? { ...known, count: known.count + found.count } : found)
    },
    reading: (rest: { comments: number; isProse: boolean }): Reading => ({
      found: [...all.values()],
      duplicates,
      ...rest,
    }),
  }
}

/** Meanings of internal ranges; external services know nothing about them. */
const inside = ['private', 'loopback', 'link-local', 'this host', 'unspecified']

/** Why an address is not worth an external query: it is your own, or a private one. */
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
