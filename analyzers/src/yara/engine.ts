import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { crc32 } from 'node:zlib'
import { Compiler, type InitOutput, initSync, Rules } from '@virustotal/yara-x'
import { fail, type ResourceFile } from '../kit/index.ts'
import { keep, readKept } from '../kit/kept-images.ts'
import { readPackageFile } from '../kit/package-file.ts'
import { compileProblem } from './compile-problem.ts'
import { sourceOf } from './rule-files.ts'
import { type RulesText, readRules } from './rule-text.ts'

export interface PatternMatch {
  readonly offset: number
  readonly length: number
  /** Of its beginning. */
  readonly hex: string
}

export interface Match {
  readonly identifier: string
  readonly namespace: string
  readonly tags: readonly string[]
  readonly metadata: readonly { readonly identifier: string; readonly value: unknown }[]
  readonly patterns: readonly {
    readonly identifier: string
    readonly matches: readonly PatternMatch[]
  }[]
}

export interface Unusable {
  readonly file: string
  readonly reason: string
}

/** The index stays when another file is left out: it distinguishes own rules from starter rules. */
export interface Source {
  readonly index: number
  readonly name: string
  readonly text: string
  /** Before its namespace: not a rule, see `limitMark`. */
  readonly mark?: typeof limitMark
}

export interface Compiled {
  readonly rules: Rules
  readonly unusable: readonly Unusable[]
  /** How many matches of one pattern the engine follows. */
  readonly maxMatches: number
}

/** To find those that occur together; conditions only ask whether there is one. */
const maxMatchesFollowed = 5_000
/** Of so many the bytes are shown. */
const maxMatchesShown = 20
/** What a rule can count up to: a pattern that occurs more often is reported as not counted. */
export const maxMatchesCounted = 100_000
const shownBytes = 64
/** A change of what is kept, or of how it is used, makes another name of it. */
const keptFormat = 1

/** One set per thread: compiled rules live in the memory of WebAssembly, which only grows. */
let compiled: (Compiled & { readonly stamp: string }) | undefined
let engine: { readonly exports: InitOutput; readonly version: string } | undefined
/** Nothing is in its memory yet: only then it can become that of another start. */
let isFresh = true

/** Kept until one of the files changes: the next job after a change sees it. */
export function compile(files: readonly ResourceFile[], cacheFolder?: string): Compiled {
  // With the names: equal files of two organizations are one file, and the report shows its name.
  const stamp = files.map(({ name, stamp: of }) => `${name}\n${of}`).join('\n')
  if (compiled?.stamp === stamp) return compiled
  compiled?.rules.free()
  compiled = undefined
  compiled = { stamp, ...open(sourcesOf(files), cacheFolder) }
  return compiled
}

export const sourcesOf = (files: readonly ResourceFile[]): Source[] =>
  files.map((file, index) => ({ ...sourceOf(file), index }))

/** From the disk if the same engine has compiled the same rules before. To be freed by the caller. */
export function open(sources: readonly Source[], cacheFolder?: string): Compiled {
  const { exports, version } = start(cacheFolder !== undefined)
  const wasFresh = isFresh
  isFresh = false
  if (cacheFolder === undefined || !wasFresh) return build(sources)
  const key = keyOf(sources, version)
  const known = restore(exports, readKept(cacheFolder, key))
  if (known) return known
  const built = build(sources)
  const kept = imageOf(exports, built)
  if (kept) keep(cacheFolder, key, kept)
  return built
}

const keyOf = (sources: readonly Source[], version: string) =>
  createHash('sha256')
    .update(JSON.stringify([keptFormat, version, sources]))
    .digest('hex')

const pageBytes = 65_536
const maxImageBytes = 128 * 1024 * 1024
interface Pointer {
  readonly __wbg_ptr: number
}

/** Undefined when something of JavaScript is in it, which cannot be written down. */
function imageOf({ memory, __wbindgen_externrefs: table }: InitOutput, built: Compiled) {
  const { rules, ...facts } = built
  for (let at = 0; at < table.length; at += 1) {
    const value: unknown = table.get(at)
    if (value !== undefined && value !== null && typeof value !== 'boolean') return undefined
  }
  if (memory.buffer.byteLength > maxImageBytes) return undefined
  const pointer = (rules as unknown as Pointer).__wbg_ptr
  const image = new Uint8Array(memory.buffer.slice(0))
  return { image, facts: { ...facts, pointer, table: table.length } }
}

function restore(
  { memory, __wbindgen_externrefs: table }: InitOutput,
  kept: ReturnType<typeof readKept>,
): Compiled | undefined {
  if (!kept) return undefined
  const {
    pointer,
    table: entries,
    ...facts
  } = kept.facts as Omit<Compiled, 'rules'> & {
    readonly pointer: number
    readonly table: number
  }
  const more = kept.image.byteLength - memory.buffer.byteLength
  if (more < 0 || more % pageBytes !== 0 || entries < table.length) return undefined
  memory.grow(more / pageBytes)
  if (entries > table.length) table.grow(entries - table.length, null)
  new Uint8Array(memory.buffer).set(kept.image)
  const { __wrap } = Rules as unknown as { __wrap(at: number): Rules }
  return { ...facts, rules: __wrap(pointer) }
}

function build(sources: readonly Source[]): Compiled {
  const texts = sources.map(({ text }) => readRules(text))
  const counts = texts.some((text) => text?.rules.some((rule) => rule.counts))
  const maxMatches = counts ? maxMatchesCounted : maxMatchesFollowed
  const limits = counts ? sources.flatMap((source, at) => limitSource(source, texts[at])) : []
  const whole = buildAll([...sources, ...limits])
  if ('rules' in whole) return { ...whole, unusable: [], maxMatches }
  return { ...withoutBroken(sources), maxMatches }
}

/** Before the namespace of a rule that, when it matches, says that the one of its name could not count. */
export const limitMark = 'limit!'

function limitSource({ index, name }: Source, text: RulesText | undefined): Source[] {
  const rules = text?.rules.filter(({ counts, strings }) => counts && strings !== '') ?? []
  const condition = `for any of them : ( # >= ${maxMatchesCounted} )`
  return rules.length === 0
    ? []
    : [{ index, name, text: sourceWith(rules, condition), mark: limitMark }]
}

export const sourceWith = (rules: RulesText['rules'], condition: string) =>
  rules
    .map(({ name, strings }) => `rule ${name} { strings: ${strings} condition: ${condition} }`)
    .join('\n')

/** An error in one file does not drop the rules of the others. */
function withoutBroken(sources: readonly Source[]): Omit<Compiled, 'maxMatches'> {
  const unusable: Unusable[] = []
  const good = sources.filter((source) => {
    const alone = buildAll([source])
    if ('rules' in alone) alone.rules.free()
    else unusable.push({ file: source.name, reason: alone.reason })
    return 'rules' in alone
  })
  const [first] = unusable
  if (good.length === 0) fail(`None of the rules are usable. ${first?.file}: ${first?.reason}`)
  const limits = good.flatMap((source) => limitSource(source, readRules(source.text)))
  const counting = buildAll([...good, ...limits])
  const built = 'rules' in counting ? counting : buildAll(good)
  return 'rules' in built
    ? { rules: built.rules, unusable }
    : fail(`The rules cannot be combined: ${built.reason}`)
}

/** Each file is its own namespace: two of them may have a rule of the same name. */
function buildAll(sources: readonly Source[]): { rules: Rules } | { reason: string } {
  const compiler = new Compiler()
  try {
    for (const { index, name, text, mark = '' } of sources) {
      compiler.newNamespace(`${mark}${index}:${name}`)
      compiler.addSource(text)
    }
    return { rules: compiler.build() }
  } catch (error) {
    return { reason: compileProblem(messageOf(error)) }
  } finally {
    compiler.free()
  }
}

/**
 * Offsets count from `base`. Without a time limit: `setTimeoutMs` does nothing in WebAssembly
 * (1.20.0). A rule that loops is ended with its thread, at the deadline of the job.
 */
export function scan({ rules, maxMatches }: Compiled, bytes: Buffer, base = 0): readonly Match[] {
  const scanner = rules.scanner()
  let isSound = false
  try {
    scanner.setMaxMatchesPerPattern(maxMatches)
    const { matches } = scanner.scan(bytes) as { matches: Match[] }
    isSound = true
    return matches.map((match) => ({
      ...match,
      patterns: match.patterns.map((pattern) => ({
        identifier: pattern.identifier,
        matches: pattern.matches.map(({ offset, length }, at) => ({
          offset: base + offset,
          length,
          hex:
            at < maxMatchesShown
              ? bytes.toString('hex', offset, offset + Math.min(length, shownBytes))
              : '',
        })),
      })),
    }))
  } catch {
    // After a trap nothing in its memory is certain: the rules are compiled again for the next file.
    compiled = undefined
    return fail('YARA could not scan the file with these rules')
  } finally {
    if (isSound) scanner.free()
  }
}

function start(isBrief: boolean) {
  if (engine) return engine
  const module = readPackageFile('@virustotal/yara-x', 'yara_x_js_bg.wasm')
  const init = () => initSync({ module })
  engine = {
    exports: isBrief ? withFlags(briefFlags, init) : init(),
    version: `${module.length} ${crc32(module)}`,
  }
  return engine
}

/**
 * For a program that looks at some files and ends: 15,000 functions are checked when they are first
 * called, as few of them are, and optimized after more work than a small file is.
 */
const briefFlags = [
  ['--wasm-lazy-validation', '--no-wasm-lazy-validation'],
  // What it is otherwise differs between engines, and has to be so again.
  ...(process.versions.v8.startsWith('13.6.')
    ? [['--wasm-tiering-budget=100000000', '--wasm-tiering-budget=13000000'] as const]
    : []),
] as const

/** Only around the call: with other flags than it was built with, Node reads none of what it has compiled. */
function withFlags<T>(flags: typeof briefFlags, work: () => T): T {
  for (const [on] of flags) setFlagsFromString(on)
  try {
    return work()
  } finally {
    for (const [, off] of flags) setFlagsFromString(off)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
