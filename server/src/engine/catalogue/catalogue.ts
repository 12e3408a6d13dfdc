import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Definition, WorkerType } from '../../domain/definition.ts'
import { compareVersions } from '../../domain/definition-reading.ts'
import { type DownloadLimits, downloadLimits } from './download.ts'
import type { SourceEntry } from './read-entries.ts'
import { readSources, type Sources } from './read-sources.ts'
import { watchFolders } from './watch-folders.ts'

export interface CatalogueOptions {
  readonly analyzerUrls: readonly string[]
  readonly responderUrls: readonly string[]
  readonly builtin: readonly Definition[]
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly watch: boolean
  readonly limits?: DownloadLimits
}

export interface DefinitionKey {
  readonly type: WorkerType
  readonly id: string
}

export interface ScanResult {
  readonly analyzers: number
  readonly responders: number
  readonly added: readonly DefinitionKey[]
  readonly changed: readonly DefinitionKey[]
  readonly removed: readonly DefinitionKey[]
  readonly warnings: readonly string[]
  readonly failedSources: readonly string[]
}

export interface Catalogue {
  /** By name, then version. */
  definitions(type: WorkerType): readonly Definition[]
  find(type: WorkerType, id: string): Definition | undefined
  /** The highest version of this name. */
  newest(type: WorkerType, name: string): Definition | undefined
  /** Reads everything again; callers at the same time share one reading. */
  scan(): Promise<ScanResult>
  /** Called after a scan that changed something; returns how to stop it. */
  onChange(listener: (result: ScanResult) => void): () => void
  stop(): Promise<void>
}

/** Events of one change come in bursts; collected this long, they cost one scan. */
const burstMs = 500

const types = ['analyzer', 'responder'] as const satisfies WorkerType[]

type Content = Readonly<Record<WorkerType, ReadonlyMap<string, Definition>>>

/** Resolves after the first scan, whatever its sources answered. */
export async function startCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  const { log } = options
  const urls = { analyzer: options.analyzerUrls, responder: options.responderUrls }
  const stopping = new AbortController()
  const listeners = new Set<(result: ScanResult) => void>()
  let sources: Record<WorkerType, Sources> = { analyzer: new Map(), responder: new Map() }
  let content: Content = { analyzer: new Map(), responder: new Map() }
  let knownWarnings: ReadonlySet<string> = new Set()
  let running: { readonly isFull: boolean; readonly result: Promise<ScanResult> } | undefined
  let burst: NodeJS.Timeout | undefined

  const folders = watchFolders(
    () => {
      if (stopping.signal.aborted) return
      burst ??= setTimeout(() => {
        burst = undefined
        start(false).catch((err: unknown) => log.error({ err }, 'failed to read the catalog'))
      }, burstMs).unref()
    },
    (reason) => log.warn(`cannot watch a catalog folder (${reason}); rescan to pick up changes`),
  )

  async function read(isFull: boolean): Promise<ScanResult> {
    if (options.watch) await folders.refresh([...urls.analyzer, ...urls.responder])
    const limits = options.limits ?? downloadLimits
    const how = { localOnly: !isFull, limits, signal: stopping.signal }
    const [analyzer, responder] = await Promise.all([
      readSources('analyzer', urls.analyzer, sources.analyzer, how),
      readSources('responder', urls.responder, sources.responder, how),
    ])
    const doubles: string[] = []
    const before = content
    sources = { analyzer: analyzer.sources, responder: responder.sources }
    content = {
      analyzer: contentOf('analyzer', options.builtin, analyzer.sources, doubles),
      responder: contentOf('responder', options.builtin, responder.sources, doubles),
    }
    const result: ScanResult = {
      analyzers: content.analyzer.size,
      responders: content.responder.size,
      ...difference(before, content),
      warnings: [...analyzer.warnings, ...responder.warnings, ...doubles],
      failedSources: [...analyzer.failedSources, ...responder.failedSources],
    }
    if (!stopping.signal.aborted) notify(result, isFull)
    return result
  }

  function notify(result: ScanResult, isFull: boolean) {
    // A requested scan is logged in full; a watched folder repeats nothing.
    for (const warning of result.warnings)
      if (isFull || !knownWarnings.has(warning)) log.warn(warning)
    knownWarnings = new Set(result.warnings)
    const { analyzers, responders, added, changed, removed } = result
    const isChanged = added.length + changed.length + removed.length > 0
    if (isFull || isChanged)
      log.info(
        { added: added.length, changed: changed.length, removed: removed.length },
        `catalog loaded: ${analyzers} analyzers, ${responders} responders`,
      )
    if (!isChanged) return
    for (const listener of listeners) {
      try {
        listener(result)
      } catch (err) {
        log.error({ err }, 'catalog listener failed')
      }
    }
  }

  /** After the one that runs: that one may have read a folder before it changed. */
  function start(isFull: boolean): Promise<ScanResult> {
    const earlier = running?.result.catch(() => undefined) ?? Promise.resolve()
    const result = earlier
      .then(() => read(isFull))
      .finally(() => {
        if (running?.result === result) running = undefined
      })
    running = { isFull, result }
    return result
  }

  const scan = () => (running?.isFull ? running.result : start(true))
  await scan()

  return {
    definitions: (type) => [...content[type].values()],
    find: (type, id) => content[type].get(id),
    newest: (type, name) =>
      [...content[type].values()].findLast((definition) => definition.name === name),
    scan,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      stopping.abort()
      clearTimeout(burst)
      folders.close()
      await running?.result.catch(() => undefined)
    },
  }
}

/** The last one of the same id wins; built-in ones come first, so a catalog can replace them. */
function contentOf(
  type: WorkerType,
  builtin: readonly Definition[],
  sources: Sources,
  warnings: string[],
): ReadonlyMap<string, Definition> {
  const found = new Map<string, SourceEntry>()
  const own = builtin
    .filter((definition) => definition.type === type)
    .map((definition) => ({ definition, origin: 'the built-in ones' }))
  for (const entry of [...own, ...[...sources.values()].flat()]) {
    const { id } = entry.definition
    const earlier = found.get(id)
    if (earlier)
      warnings.push(
        `duplicate ${type} ${id} in ${earlier.origin} and ${entry.origin}; using the last one`,
      )
    found.set(id, entry)
  }
  const sorted = [...found.values()].map(({ definition }) => definition).sort(byNameAndVersion)
  return new Map(sorted.map((definition) => [definition.id, definition]))
}

const byNameAndVersion = (a: Definition, b: Definition) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : compareVersions(a.version, b.version)

function difference(before: Content, after: Content) {
  const added: DefinitionKey[] = []
  const changed: DefinitionKey[] = []
  const removed: DefinitionKey[] = []
  for (const type of types) {
    for (const [id, definition] of after[type]) {
      const earlier = before[type].get(id)
      if (!earlier) added.push({ type, id })
      else if (!isDeepStrictEqual(earlier, definition)) changed.push({ type, id })
    }
    for (const id of before[type].keys()) if (!after[type].has(id)) removed.push({ type, id })
  }
  return { added, changed, removed }
}
