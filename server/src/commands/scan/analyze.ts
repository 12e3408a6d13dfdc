import { passwordsIn } from '@assay/analyzers/mail-passwords'
import { isBuiltinName, withoutPrefix } from '@assay/contract/builtin-name'
import { keyOf } from './observables.ts'
import {
  nameOf,
  notJudgedIn,
  type Scan,
  type ScanObservable,
  type ScanResult,
  wholeNameOf,
} from './results.ts'

/** Where the analyzers are: in this program, or on a server. */
export interface Backend {
  analyzersFor(dataType: string): Promise<readonly string[]>
  run(observable: ScanObservable, analyzer: string): Promise<ScanResult>
  /** Why others, which take the type, were not run. */
  notRun(dataType: string): readonly string[]
  close(): Promise<void>
}

export interface ScanOptions {
  /** How many times what was found is looked at in turn. Without it: all that is in files. */
  readonly depth?: number
  /** How many at a time, for what is looked at next; more would only wait for threads. */
  parallel(next: readonly ScanObservable[]): Promise<number>
  onProgress(done: number, total: number, analyzer: string): void
}

/**
 * Of each observable that was given. A report of 10,000 links is no reason for 50,000 jobs; of hashes
 * every file has three.
 */
const most = { files: 2_000, hashes: 6_000, values: 500 }
/** A mail in a zip in a mail is two; deeper nesting is never in good faith. */
const maxDepth = 10

interface Followed {
  readonly root: ScanObservable
  readonly counts: Record<keyof typeof most, number>
}

const kindOf = (dataType: string): keyof typeof most =>
  dataType === 'file' ? 'files' : dataType === 'hash' ? 'hashes' : 'values'

export async function analyze(
  backend: Backend,
  given: readonly ScanObservable[],
  options: ScanOptions,
): Promise<Scan> {
  const started = performance.now()
  const results: ScanResult[] = []
  const skipped: { observable: ScanObservable; reason: string }[] = []
  const seen = new Set(given.map(keyOf))
  const origins = new Map<ScanObservable, Followed>(
    given.map((root) => [root, { root, counts: { files: 0, hashes: 0, values: 0 } }]),
  )

  /** What of a result is looked at next; what is not, although it could hide something, is noted. */
  function follow({ observable, artifacts, full }: ScanResult): ScanObservable[] {
    const origin = origins.get(observable) as Followed
    const isDeepest = observable.depth >= maxDepth
    if (isDeepest && artifacts.some(({ dataType }) => dataType === 'file'))
      skipped.push({
        observable,
        reason: `content nested deeper than ${maxDepth} files was not examined`,
      })
    const limit = options.depth ?? (observable.dataType === 'file' ? maxDepth : 0)
    if (observable.depth >= limit) return []
    const passwords = [...(observable.passwords ?? []), ...passwordsIn(textOf(full))]
    return artifacts.flatMap((artifact) => {
      if (seen.has(keyOf(artifact))) return []
      seen.add(keyOf(artifact))
      const kind = kindOf(artifact.dataType)
      origin.counts[kind] += 1
      if (origin.counts[kind] > most[kind]) return []
      const found = {
        ...artifact,
        foundIn: wholeNameOf(observable),
        depth: observable.depth + 1,
        ...(kind === 'files' && passwords.length > 0 ? { passwords } : {}),
      }
      origins.set(found, origin)
      return [found]
    })
  }

  let total = 0
  let level = [...given]
  while (level.length > 0) {
    const work: { observable: ScanObservable; analyzer: string }[] = []
    for (const observable of level) {
      const analyzers = await backend.analyzersFor(observable.dataType)
      if (analyzers.length === 0 && observable.depth === 0)
        skipped.push({ observable, reason: `no analyzer supports type ${observable.dataType}` })
      work.push(...analyzers.map((analyzer) => ({ observable, analyzer })))
    }
    total += work.length
    const next: ScanObservable[] = []
    await inParallel(work, await options.parallel(level), async ({ observable, analyzer }) => {
      const result = await backend.run(observable, analyzer)
      results.push(result)
      options.onProgress(results.length, total, analyzer)
      next.push(...follow(result))
    })
    level = next
  }
  for (const { root, counts } of new Set(origins.values()))
    for (const kind of ['files', 'hashes', 'values'] as const)
      if (counts[kind] > most[kind])
        skipped.push({
          observable: root,
          reason: `only the first ${most[kind]} of ${counts[kind]} ${kind} inside were examined`,
        })
  for (const observable of given) {
    const reason = reasonNotJudged(results.filter((result) => result.observable === observable))
    if (reason !== undefined) skipped.push({ observable, reason })
  }
  const place = new Map(given.map((root, at) => [root, at]))
  const rankOf = (observable: ScanObservable) =>
    place.get(origins.get(observable)?.root as ScanObservable) ?? given.length
  const notRun = new Set(given.flatMap(({ dataType }) => backend.notRun(dataType)))
  return {
    results: inOrder(results, rankOf),
    skipped,
    notRun: [...notRun],
    ms: performance.now() - started,
  }
}

/** Facts alone, and the silence of analyzers for other kinds, do not say that it is harmless. */
function reasonNotJudged(results: readonly ScanResult[]): string | undefined {
  const succeeded = results.filter(({ status }) => status === 'Success')
  // Ours say something about whatever is of their kind; of others that is not known.
  const isSilent = ({ analyzer, definition = analyzer, taxonomies }: ScanResult) =>
    isBuiltinName(definition) && taxonomies.length === 0
  const isJudged = succeeded.some(
    (result) => !isSilent(result) && notJudgedIn(result.full) === undefined,
  )
  if (succeeded.length === 0 || isJudged) return undefined
  const told = succeeded.flatMap(({ analyzer, full }) => {
    const why = notJudgedIn(full)
    return why === undefined ? [] : [`${withoutPrefix(analyzer)}: ${why}`]
  })
  return `no analyzer could judge it${told.length === 0 ? '' : ` (${told.join('; ')})`}`
}

/** Of a mail: the words around its attachments. */
function textOf(full: unknown): string {
  const { text, subject } = (full ?? {}) as { text?: unknown; subject?: unknown }
  return [subject, text].filter((part) => typeof part === 'string').join('\n')
}

/** As given, followed by what was found in them; the order of completion is chance. */
function inOrder(
  results: ScanResult[],
  rankOf: (observable: ScanObservable) => number,
): ScanResult[] {
  return results.sort(
    (a, b) =>
      rankOf(a.observable) - rankOf(b.observable) ||
      a.observable.depth - b.observable.depth ||
      compare(a.observable.foundIn ?? '', b.observable.foundIn ?? '') ||
      compare(nameOf(a.observable), nameOf(b.observable)) ||
      compare(a.analyzer, b.analyzer),
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function inParallel<T>(items: readonly T[], count: number, work: (item: T) => Promise<void>) {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker))
}
