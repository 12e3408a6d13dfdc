import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { detect } from '@assay/contract/detect'
import { analyze } from '../../server/src/commands/scan/analyze.ts'
import { openLocal } from '../../server/src/commands/scan/local.ts'
import { fileObservable } from '../../server/src/commands/scan/observables.ts'
import {
  type Scan,
  type ScanObservable,
  verdictOf,
} from '../../server/src/commands/scan/results.ts'
import type { Entry } from './entry.ts'

export interface Said {
  readonly id: string
  readonly level: string
  readonly explanation: string
}

export interface Outcome {
  readonly entry: Entry
  readonly verdict: ReturnType<typeof verdictOf>
  /** The findings that count: of analyzers that flag something. */
  readonly reasons: readonly Said[]
  readonly isFlagged: boolean
  /** Flagged, and for a reason that fits. */
  readonly isFound: boolean
}

/** Each entry as `assay scan` sees it: all built-in analyzers with the starter content, offline. */
export async function measure(
  entries: readonly Entry[],
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-truth-'))
  const backend = await openLocal({
    analyzers: [],
    mayUseNetwork: false,
    privateTargets: [],
    tlp: 2,
    timeoutMs: 600_000,
    settings: new Map(),
  })
  const parallel = Math.min(4, availableParallelism())
  const outcomes: Outcome[] = []
  const queue = entries.entries()
  const worker = async () => {
    for (const [at, entry] of queue) {
      const observable = await observableOf(entry, folder, at)
      const scan = await analyze(backend, [observable], {
        parallel: async () => parallel,
        onProgress: () => undefined,
      })
      if (entry.content !== undefined) await rm(observable.path ?? '', { force: true })
      outcomes[at] = outcomeOf(entry, scan)
      onProgress(outcomes.length)
    }
  }
  try {
    await Promise.all(Array.from({ length: parallel }, worker))
  } finally {
    await backend.close()
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

async function observableOf(entry: Entry, folder: string, at: number): Promise<ScanObservable> {
  const { data, dataType, content, filename = '' } = entry
  if (entry.path !== undefined) return fileObservable(entry.path, filename)
  if (content === undefined) {
    const text = data ?? ''
    if (dataType !== undefined) return { dataType, data: text, depth: 0 }
    const found = detect(text)
    return { dataType: found.dataType, data: found.value, depth: 0 }
  }
  const path = join(folder, `entry${at}`)
  await writeFile(path, content, { mode: 0o600 })
  return fileObservable(path, filename)
}

const counts = (level: unknown) => level === 'suspicious' || level === 'malicious'

function outcomeOf(entry: Entry, scan: Scan): Outcome {
  const reasons = scan.results
    .filter(({ level }) => counts(level))
    .flatMap(({ full }) => findingsOf(full))
    .filter(({ level }) => counts(level))
  const verdict = verdictOf(scan)
  const isFlagged = counts(verdict)
  const { reason } = entry
  const isFound = isFlagged && reasons.some(({ id }) => reason?.test(id) === true)
  return { entry, verdict, reasons, isFlagged, isFound }
}

function findingsOf(full: unknown): Said[] {
  const list = (full as { findings?: unknown } | undefined)?.findings
  return Array.isArray(list) ? (list as Said[]) : []
}

/** The corpus as files, to look at with other tools; texts one below the other. */
export async function writeCorpus(entries: readonly Entry[], folder: string): Promise<void> {
  const lines: string[] = []
  for (const [at, { type, kind, name, data, content, filename = '' }] of entries.entries()) {
    if (content === undefined) {
      lines.push([kind, type, name.split(': ', 1)[0], data].join('\t'))
      continue
    }
    const place = join(folder, kind, type.replace(' ', '-'))
    await mkdir(place, { recursive: true })
    const safe = filename.replace(/[^\w.-]+/g, '_')
    await writeFile(join(place, `${String(at).padStart(4, '0')}-${safe}`), content)
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'texts.tsv'), `${lines.join('\n')}\n`)
}
