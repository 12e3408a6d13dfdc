import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { eventsInManifest } from '../../domain/threat-feeds/documents.ts'
import type { Entry } from '../../domain/threat-feeds/entry.ts'
import { entriesOf, prefixOf } from '../../domain/threat-feeds/keys.ts'
import { type ReadOptions, readFiles, Unreadable } from './read-documents.ts'

/** What the thread is given. */
export interface ReadOrder extends ReadOptions {
  readonly paths: readonly string[]
  readonly maxEntries: number
}

/** Or what it is given instead: to look for the events that a manifest of MISP names. */
export interface ManifestOrder {
  readonly manifest: string
  readonly maxEvents: number
}

/** What it sends: entries, each time waiting until they are stored, and then how it went. */
export type ReadMessage =
  | { readonly entries: readonly Entry[] }
  | { readonly end: ReadEnd }
  | { readonly events: readonly string[] }
  | { readonly problem: string }

export interface ReadEnd {
  readonly bad: number
  readonly skipped: number
  /** Whether there was more than may be stored. */
  readonly isCut: boolean
  readonly prefixes: readonly string[]
}

const batch = 500

async function read(port: MessagePort, { paths, maxEntries, ...options }: ReadOrder) {
  const prefixes = new Set<string>()
  let waiting: Entry[] = []
  let count = 0
  let bad = 0
  let skipped = 0
  const send = async () => {
    if (waiting.length === 0) return
    port.postMessage({ entries: waiting } satisfies ReadMessage)
    waiting = []
    await once(port, 'message')
  }
  let isCut = false
  for await (const reading of readFiles(paths, options)) {
    const entries = typeof reading === 'string' ? [] : entriesOf(reading)
    if (reading === 'skipped') skipped += 1
    else if (entries.length === 0) bad += 1
    isCut = count + entries.length > maxEntries
    if (isCut) break
    for (const entry of entries) {
      const prefix = prefixOf(entry)
      if (prefix !== undefined) prefixes.add(prefix)
      waiting.push(entry)
    }
    count += entries.length
    if (waiting.length >= batch) await send()
  }
  await send()
  const end: ReadEnd = { bad, skipped, isCut, prefixes: [...prefixes] }
  port.postMessage({ end } satisfies ReadMessage)
}

async function readManifest(port: MessagePort, { manifest, maxEvents }: ManifestOrder) {
  const events = eventsInManifest(await readFile(manifest, 'utf8'))
  if (!events) throw new Unreadable('manifest.json is not valid JSON')
  if (events.length === 0) throw new Unreadable('manifest.json lists no events')
  if (events.length > maxEvents) throw new Unreadable(`more than ${maxEvents} events`)
  port.postMessage({ events } satisfies ReadMessage)
}

if (parentPort) {
  const port = parentPort
  const order = workerData as ReadOrder | ManifestOrder
  const work = 'manifest' in order ? readManifest(port, order) : read(port, order)
  work.catch((error: unknown) => {
    // What a library says may quote the file.
    const problem = error instanceof Unreadable ? error.message : 'unreadable'
    port.postMessage({ problem } satisfies ReadMessage)
  })
}
