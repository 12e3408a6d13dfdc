import { keyOf } from './observables.ts'
import { nameOf, type Scan, type ScanObservable, type ScanResult } from './results.ts'

/** Where the analyzers are: in this program, or behind the address of a server. */
export interface Backend {
  analyzersFor(dataType: string): Promise<readonly string[]>
  run(observable: ScanObservable, analyzer: string): Promise<ScanResult>
  close(): Promise<void>
}

export interface ScanOptions {
  /** How many times what was found is looked at in turn. Without it: once, for what is in files. */
  readonly depth?: number
  /** At a time; more would only wait for threads. */
  readonly parallel: number
  onProgress(done: number, total: number, analyzer: string): void
}

/** A report of 10,000 links is no reason for 50,000 jobs. */
const maxFollowed = 200

export async function analyze(
  backend: Backend,
  given: readonly ScanObservable[],
  options: ScanOptions,
): Promise<Scan> {
  const started = performance.now()
  const results: ScanResult[] = []
  const skipped: { observable: ScanObservable; reason: string }[] = []
  const seen = new Set(given.map(keyOf))
  let total = 0
  let followed = 0
  let level = [...given]
  while (level.length > 0) {
    const work: { observable: ScanObservable; analyzer: string }[] = []
    for (const observable of level) {
      const analyzers = await backend.analyzersFor(observable.dataType)
      if (analyzers.length === 0 && observable.depth === 0)
        skipped.push({ observable, reason: noAnalyzer(observable) })
      work.push(...analyzers.map((analyzer) => ({ observable, analyzer })))
    }
    total += work.length
    const next: ScanObservable[] = []
    await inParallel(work, options.parallel, async ({ observable, analyzer }) => {
      const result = await backend.run(observable, analyzer)
      results.push(result)
      options.onProgress(results.length, total, analyzer)
      if (observable.depth >= (options.depth ?? (observable.dataType === 'file' ? 1 : 0))) return
      for (const artifact of result.artifacts) {
        if (followed >= maxFollowed || seen.has(keyOf(artifact))) continue
        seen.add(keyOf(artifact))
        followed += 1
        next.push({ ...artifact, foundIn: nameOf(observable), depth: observable.depth + 1 })
      }
    })
    level = next
  }
  return { results: inOrder(results, given), skipped, ms: performance.now() - started }
}

const noAnalyzer = ({ dataType }: ScanObservable) => `no analyzer for the type ${dataType}`

/** As they were given, what was found in them behind; the order of the ends is chance. */
function inOrder(results: ScanResult[], given: readonly ScanObservable[]): ScanResult[] {
  const place = new Map(given.map((observable, at) => [nameOf(observable), at]))
  const rank = ({ observable }: ScanResult) =>
    place.get(observable.foundIn ?? nameOf(observable)) ?? given.length
  return results.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      a.observable.depth - b.observable.depth ||
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
