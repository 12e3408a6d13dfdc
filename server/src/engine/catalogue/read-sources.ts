import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WorkerType } from '../../domain/definition.ts'
import { redactAddresses } from '../../domain/redaction.ts'
import { type DownloadLimits, download } from './download.ts'
import { definitionFiles, definitionFolders, messageOf, readText, sourceOf } from './files.ts'
import { joined, type Reading, readEntries, type SourceEntry, skipped } from './read-entries.ts'

/** What each entry of the list gave. */
export type Sources = ReadonlyMap<string, readonly SourceEntry[]>

export interface ReadOptions {
  /** Addresses keep what they gave before; nothing is fetched. */
  readonly localOnly: boolean
  readonly limits: DownloadLimits
  readonly signal: AbortSignal
}

export interface SourcesReading {
  readonly sources: Sources
  readonly warnings: readonly string[]
  readonly failedSources: readonly string[]
}

const maxFileBytes = 1024 ** 2
const maxWarnings = 200

/**
 * Reads all sources of one list at once. A source that fails keeps its previous entries: an address
 * that is down for an hour must not remove the definitions that workers were enabled from.
 */
export async function readSources(
  type: WorkerType,
  urls: readonly string[],
  previous: Sources,
  options: ReadOptions,
): Promise<SourcesReading> {
  const sources = new Map<string, readonly SourceEntry[]>()
  const warnings: string[] = []
  const failedSources: string[] = []
  await Promise.all(
    [...new Set(urls)].map(async (url) => {
      const before = previous.get(url) ?? []
      // The order of the list decides which of two equal ids wins, not who answers first.
      sources.set(url, before)
      const shownUrl = redactAddresses(url)
      try {
        const reading = await readSource(type, url, before, options)
        sources.set(url, reading.entries)
        warnings.push(...warningsOf(reading, shownUrl))
      } catch (error) {
        failedSources.push(shownUrl)
        warnings.push(
          `cannot read ${shownUrl}: ${messageOf(error)}; keeping its ${before.length} ${type} ` +
            'definitions from the last read',
        )
      }
    }),
  )
  return { sources, warnings, failedSources }
}

async function readSource(
  type: WorkerType,
  url: string,
  before: readonly SourceEntry[],
  options: ReadOptions,
): Promise<Reading> {
  const source = sourceOf(url)
  if (source.kind === 'address') {
    if (options.localOnly) return { entries: before, warnings: [], missing: [] }
    const text = await download(source.address, options.limits, options.signal)
    return await readEntries(type, JSON.parse(text), redactAddresses(url), [])
  }
  if ((await stat(source.path)).isDirectory()) return await readFolder(type, source.path)
  const text = await readText(source.path, options.limits.maxBytes)
  const folder = dirname(source.path)
  // A single definition is two levels below the root of its catalog, a list often directly in it.
  return await readEntries(type, JSON.parse(text), source.path, [dirname(folder), folder])
}

async function readFolder(type: WorkerType, root: string): Promise<Reading> {
  const readings: Reading[] = []
  for (const name of await definitionFolders(root)) {
    const folder = join(root, name)
    try {
      const files = await definitionFiles(folder)
      readings.push(...(await Promise.all(files.map((path) => readFile(type, path, root)))))
    } catch (error) {
      readings.push(skipped(folder, messageOf(error)))
    }
  }
  if (readings.length > 0) return joined(readings)
  const hint = `no definitions in ${root}; expected <Name>/<Flavor>.json`
  return { entries: [], warnings: [hint], missing: [] }
}

async function readFile(type: WorkerType, path: string, root: string): Promise<Reading> {
  try {
    return await readEntries(type, JSON.parse(await readText(path, maxFileBytes)), path, [root])
  } catch (error) {
    return skipped(path, messageOf(error))
  }
}

/** One line for all absent programs: a catalog made for images has hundreds of them. */
function warningsOf({ warnings, missing }: Reading, url: string): string[] {
  const shown = warnings.slice(0, maxWarnings)
  if (warnings.length > maxWarnings)
    shown.push(`${url}: ${warnings.length - maxWarnings} more warnings omitted`)
  if (missing.length > 0)
    shown.push(`${url}: ${missing.length} programs are missing, such as ${missing[0]}`)
  return shown
}
