import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Output, Runnable } from './define.ts'
import { localResources } from './local-resources.ts'

export interface Trial {
  readonly dataType: string
  /** A text; for a responder the object that it acts on. */
  readonly data?: unknown
  /** The bytes of a file observable, and its name. */
  readonly file?: Uint8Array | string
  readonly filename?: string
  readonly contentType?: string
  readonly config?: Readonly<Record<string, unknown>>
  readonly tlp?: number
  readonly pap?: number
  readonly message?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly mayUseNetwork?: boolean
  readonly privateTargets?: readonly string[]
  readonly cacheFolder?: string
}

export type TrialReport = Output & {
  /** Content of the file artifacts, by the name that the report gives them. */
  readonly files: Readonly<Record<string, Buffer>>
  readonly printed: readonly string[]
}

/**
 * Runs an analyzer or responder as the engine does, in its own folder, without an engine. File
 * access is synchronous: property tests run this hundreds of times, and promises cost twice as much.
 */
export async function runAnalyzer(runnable: Runnable, trial: Trial): Promise<TrialReport> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-try-'))
  const printed: string[] = []
  const { file, mayUseNetwork = false, privateTargets = [], cacheFolder, ...rest } = trial
  try {
    mkdirSync(join(folder, 'input'))
    mkdirSync(join(folder, 'output'))
    if (file !== undefined) writeFileSync(join(folder, 'input', 'attachment'), file)
    const input = { ...rest, ...(file === undefined ? {} : { file: 'attachment' }) }
    const context = {
      folder,
      mayUseNetwork,
      resources: localResources(runnable.configuration, trial.config ?? {}),
      privateTargets,
      ...(cacheFolder === undefined ? {} : { cacheFolder }),
      print: (line: string) => void printed.push(line),
    }
    const output = asJson(await runnable.execute(input, context))
    return { ...output, files: filesOf(folder, output), printed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As it will be read: what JSON cannot represent (undefined, dates, BigInt) shows up here. */
const asJson = (output: Output): Output => JSON.parse(JSON.stringify(output))

function filesOf(folder: string, output: Output): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  for (const artifact of output.success ? (output.artifacts ?? []) : [])
    if ('file' in artifact)
      files[artifact.filename] = readFileSync(join(folder, 'output', artifact.file))
  return files
}

/** The report of a run that must succeed: tests read `full` without asking each time. */
export async function reportOf(runnable: Runnable, trial: Trial) {
  const report = await runAnalyzer(runnable, trial)
  if (!report.success) throw new Error(`${runnable.name} failed: ${report.errorMessage}`)
  return {
    ...report,
    full: report.full as Record<string, unknown>,
    artifacts: report.artifacts ?? [],
    taxonomies: report.summary?.taxonomies ?? [],
  }
}
