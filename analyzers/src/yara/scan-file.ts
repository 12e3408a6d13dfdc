import type { FileObservable, ResourceFile } from '../kit/index.ts'
import {
  type Compiled,
  compile,
  limitMark,
  type Match,
  maxMatchesCounted,
  open,
  type Source,
  scan,
  sourcesOf,
  sourceWith,
  type Unusable,
} from './engine.ts'
import { headBytes, type RulesText, readRules } from './rule-text.ts'
import { decidedBy, evidenceOf, patternsIn, type WindowSizes, windowSizes } from './windows.ts'

/** What is scanned at once is copied into the memory of WebAssembly, which is given back with the thread. */
const maxWholeBytes = 64 * 1024 * 1024

export interface Scanned {
  readonly matches: readonly Match[]
  readonly unusable: readonly Unusable[]
  /** What was not applied, a sentence each. */
  readonly gaps: readonly string[]
}

interface Options {
  /** Where compiled rules are kept. */
  readonly cacheFolder: string | undefined
  readonly maxWhole?: number
  readonly sizes?: WindowSizes
}

/** At once as long as it has room in memory, in windows when it is larger. */
export async function scanFile(
  file: FileObservable,
  files: readonly ResourceFile[],
  { cacheFolder, maxWhole = maxWholeBytes, sizes = windowSizes }: Options,
): Promise<Scanned> {
  if (file.size > maxWhole) return scanParts(file, sourcesOf(files), sizes, cacheFolder)
  const compiled = compile(files, cacheFolder)
  const all = scan(compiled, await file.read(maxWhole))
  const limits = all.filter(isLimit)
  const matches = await standingTogether(
    file,
    compiled,
    all.filter((match) => !isLimit(match)),
  )
  return { matches, unusable: compiled.unusable, gaps: limits.map(limitGap) }
}

const isLimit = ({ namespace }: Match) => namespace.startsWith(limitMark)
const fileOf = ({ namespace }: Match) => namespace.slice(namespace.indexOf(':') + 1)

const limitGap = (match: Match) =>
  `rule ${match.identifier} of ${fileOf(match)} is undecided: it counts matches, and a pattern matches more than ${maxMatchesCounted} times`

/**
 * First where each pattern occurs, window by window; then the conditions, over the beginning of the
 * file and one match of each pattern. Rules for which that differs are named.
 */
async function scanParts(
  file: FileObservable,
  sources: readonly Source[],
  sizes: WindowSizes,
  cacheFolder: string | undefined,
): Promise<Scanned> {
  const texts = sources.map(({ text }) => readRules(text))
  const seekers = open(patternSources(sources, texts), cacheFolder)
  const found = await patternsIn(file, sizes, (bytes, base) => scan(seekers, bytes, base))
  seekers.rules.free()
  const deciders = open(
    sources.map((source, at) => ({
      ...source,
      text: texts[at]?.withSize(file.size) ?? source.text,
    })),
  )
  const head = await file.bytes(0, headBytes)
  const decided = scan(deciders, evidenceOf(head, found))
  const broken = new Set(deciders.unusable.map(({ file: name }) => name))
  const { matches, undecided } = decidedBy(
    decided.filter((match) => !isLimit(match)),
    found,
    (match) => isPartial(texts[Number(match.namespace.split(':')[0])], match.identifier),
  )
  const together = await standingTogether(file, deciders, matches)
  deciders.rules.free()
  return {
    matches: together,
    unusable: deciders.unusable,
    gaps: [...wholeGaps(sources, texts, broken), ...undecided],
  }
}

const isPartial = (text: RulesText | undefined, name: string) =>
  text?.rules.some((rule) => rule.name === name && !rule.needsWhole) === true

/**
 * Every rule matches where one of its patterns does: the engine reports no offsets for rules that do not.
 */
const patternSources = (sources: readonly Source[], texts: readonly (RulesText | undefined)[]) =>
  sources.map((source, at) => {
    const rules = texts[at]?.rules.filter(
      ({ strings, needsWhole }) => strings !== '' && !needsWhole,
    )
    return { ...source, text: sourceWith(rules ?? [], 'any of them') }
  })

function wholeGaps(
  sources: readonly Source[],
  texts: readonly (RulesText | undefined)[],
  broken: ReadonlySet<string>,
): string[] {
  const usable = sources.map(({ name }, at) => ({ name, text: texts[at] }))
  const known = usable.filter(({ name }) => !broken.has(name))
  const all = known.flatMap(({ text }) => text?.rules ?? [])
  const left = all.filter(({ needsWhole }) => needsWhole)
  const [first] = left
  const size = maxWholeBytes / 1024 / 1024
  return [
    ...(first
      ? [
          `${left.length} of ${all.length} rules, such as ${first.name}, were not applied: counts, offsets and format conditions need the whole file, which is larger than ${size} MB`,
        ]
      : []),
    ...known
      .filter(({ text }) => !text)
      .map(
        ({ name }) =>
          `rules of ${name} were not applied: they need the whole file, which is larger than ${size} MB`,
      ),
  ]
}

/** The file is not read more often than this for one rule. */
const maxPlaces = 400

/**
 * A rule may limit the distance of its patterns: words that are suspicious together in a script are
 * not in a collection of a hundred megabytes.
 */
async function standingTogether(
  file: FileObservable,
  compiled: Compiled,
  matches: readonly Match[],
): Promise<Match[]> {
  const kept: Match[] = []
  for (const match of matches) {
    const within = withinOf(match)
    const isClose = within === undefined || file.size <= within
    if (isClose || (await isTogether(file, compiled, match, within))) kept.push(match)
  }
  return kept
}

function withinOf({ metadata }: Match): number | undefined {
  const value = metadata.find(({ identifier }) => identifier === 'within')?.value
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && number > 0 ? number : undefined
}

async function isTogether(
  file: FileObservable,
  compiled: Compiled,
  match: Match,
  within: number,
): Promise<boolean> {
  // What occurs within this many bytes is whole in one of two neighbors that share half of each.
  const step = within
  const offsets = match.patterns.flatMap(({ matches }) => matches.map(({ offset }) => offset))
  const cells = new Set(
    offsets.flatMap((offset) => [Math.floor(offset / step) - 1, Math.floor(offset / step)]),
  )
  cells.delete(-1)
  // Too many offsets to compare: proximity is then more likely than not.
  const isFull = match.patterns.some(({ matches }) => matches.length >= compiled.maxMatches)
  if (isFull || cells.size > maxPlaces) return true
  for (const cell of [...cells].toSorted((a, b) => a - b)) {
    const near = scan(compiled, await file.bytes(cell * step, 2 * step))
    if (
      near.some(
        ({ identifier, namespace }) =>
          identifier === match.identifier && namespace === match.namespace,
      )
    )
      return true
  }
  return false
}
