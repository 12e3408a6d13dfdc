import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { levels } from '@assay/analyzers'
import { samples } from '@assay/analyzers/gallery'
import { fileObservable } from './observables.ts'
import type { Scan, ScanObservable, ScanResult } from './results.ts'

/** Harmless files of every kind, made now and gone with the scan. */
export async function openSamples(): Promise<{
  observables: ScanObservable[]
  remove(): Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-samples-'))
  const observables: ScanObservable[] = []
  for (const [at, { filename, content }] of samples().entries()) {
    const path = join(folder, `sample${at}`)
    await writeFile(path, content, { mode: 0o600 })
    observables.push(fileObservable(path, filename))
  }
  return { observables, remove: () => rm(folder, { recursive: true, force: true }) }
}

interface Told {
  readonly id?: unknown
  readonly level?: unknown
  readonly explanation?: unknown
}

/** A line for each: what it is, how it is judged, and the sentence that says why. */
export function printSamples(scan: Scan): string {
  const lines = samples().map(({ filename, shows, finding }) => {
    const own = scan.results.filter(({ observable }) => observable.filename === filename)
    const level = own.reduce((worst, result) => Math.max(worst, levels.indexOf(result.level)), 0)
    const why = own.flatMap(findingsOf).find(({ id }) => id === finding)
    return { name: `${filename}: ${shows}`, level: levels[level] ?? 'info', why }
  })
  const width = Math.max(...lines.map(({ name }) => name.length))
  const flagged = lines.filter(({ level }) => level === 'suspicious' || level === 'malicious')
  return [
    ...lines.map(
      ({ name, level, why }) =>
        `${name.padEnd(width)}  ${level.padEnd(10)}  ${String(why?.explanation ?? '-').slice(0, 160)}`,
    ),
    '',
    `${flagged.length} of ${lines.length} samples flagged (${(scan.ms / 1000).toFixed(1)} s). All samples are harmless.`,
  ].join('\n')
}

function findingsOf({ full }: ScanResult): Told[] {
  const list = (full as { findings?: unknown } | undefined)?.findings
  return Array.isArray(list) ? (list as Told[]) : []
}
