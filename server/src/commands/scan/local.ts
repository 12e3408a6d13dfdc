import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Builtin, builtins, findBuiltin, worstLevel } from '@assay/analyzers'
import { localResources } from '@assay/analyzers/local-resources'
import { withoutPrefix } from '@assay/contract/builtin-name'
import { type Report, readReport } from '../../domain/report.ts'
import { relationKind } from '../../domain/values/relations.ts'
import { builtinModules } from '../../engine/runners/builtin/builtin-modules.ts'
import { createBuiltinRunner } from '../../engine/runners/builtin/builtin-runner.ts'
import { proxyEnvironment } from '../../engine/runners/environment.ts'
import { planFolder } from '../../engine/runners/folder.ts'
import { saidCacheFolder } from '../../engine/runners/kept-rules.ts'
import type { Backend } from './analyze.ts'
import { incompleteOf, type ScanObservable, type ScanResult, taxonomiesOf } from './results.ts'

export interface LocalOptions {
  /** Short or full names; all that fit when there are none. */
  readonly analyzers: readonly string[]
  readonly mayUseNetwork: boolean
  /** Private addresses that analyzers may ask all the same. */
  readonly privateTargets: readonly string[]
  readonly tlp: number
  readonly timeoutMs: number
  /** Settings of analyzers, by the name of each. */
  readonly settings: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

const maxReportBytes = 100 * 1024 ** 2

/** On the disk for one scan: archives in archives grow. */
const maxKeptBytes = 4 * 1024 ** 3

/** The built-in analyzers in threads of this process, with the limits that they have in a server. */
export async function openLocal(options: LocalOptions): Promise<Backend> {
  const chosen = chooseAnalyzers(options)
  const root = await mkdtemp(join(tmpdir(), 'assay-scan-'))
  const kept = join(root, 'files')
  await mkdir(kept)
  const runner = createBuiltinRunner({
    modules: builtinModules(),
    environment: proxyEnvironment(process.env),
    privateTargets: options.privateTargets,
    ...cacheFolder(process.env),
  })
  const copies = makeCopies(kept)
  let keptBytes = 0
  let count = 0
  const nextNumber = () => {
    count += 1
    return String(count)
  }

  /** File artifacts outlive the folder of their job: they are looked at next. */
  async function keepFiles(report: Report, folder: string) {
    if (report.status === 'Failure') return { artifacts: [], leftOut: [] }
    const found: ScanResult['artifacts'][number][] = []
    let leftOut = 0
    for (const artifact of report.artifacts) {
      const kind = relationKind(artifact.kind)
      const related = kind === null ? {} : { kind }
      if ('data' in artifact)
        found.push({ dataType: artifact.dataType, data: artifact.data, ...related })
      else {
        const path = join(kept, nextNumber())
        keptBytes += (await stat(join(folder, 'output', artifact.file))).size
        if (keptBytes > maxKeptBytes) {
          leftOut += 1
          continue
        }
        await rename(join(folder, 'output', artifact.file), path)
        found.push({
          dataType: 'file',
          path,
          filename: artifact.filename,
          ...(artifact.path === undefined ? {} : { shownAs: artifact.path }),
          ...related,
        })
      }
    }
    const reason = `${leftOut} files inside were not examined: unpacking limit of 4 GB reached`
    return { artifacts: found, leftOut: leftOut === 0 ? [] : [reason] }
  }

  async function run(observable: ScanObservable, analyzer: string): Promise<ScanResult> {
    const started = performance.now()
    const { path, filename } = observable
    const folder = planFolder(root, {
      jobId: nextNumber(),
      input: {
        dataType: observable.dataType,
        ...(path === undefined ? { data: observable.data } : { filename }),
        tlp: options.tlp,
        pap: 2,
        message: '',
        parameters: observable.passwords ? { passwords: observable.passwords } : {},
        config: options.settings.get(analyzer) ?? {},
      },
      ...(path === undefined
        ? {}
        : {
            attachment: {
              name: filename ?? 'file',
              linked: await copies.of(path),
              open: async () => createReadStream(path),
            },
          }),
    })
    try {
      const ended = await runner.run({
        folder,
        worker: {
          name: analyzer,
          builtin: analyzer,
          command: null,
          workingFolder: null,
          dockerImage: null,
        },
        job: { id: analyzer, run: 1, type: 'analyzer' },
        mayUseNetwork: options.mayUseNetwork,
        organization: 'local',
        timeoutMs: options.timeoutMs,
        // On their own machine users name their own files.
        resources: localResources(
          findBuiltin(analyzer)?.description.configuration ?? {},
          options.settings.get(analyzer) ?? {},
        ),
        signal: new AbortController().signal,
      })
      const output = ended.report?.text ?? (await folder.readReport(maxReportBytes))
      const report = readReport(output, { phase: 'run', ...ended }, observable)
      const { artifacts, leftOut } = await keepFiles(report, folder.path)
      const result = asResult(observable, analyzer, report)
      const incomplete = [...result.incomplete, ...leftOut]
      return { ...result, incomplete, artifacts, ms: since(started) }
    } finally {
      await folder.remove()
    }
  }

  return {
    analyzersFor: async (dataType) =>
      chosen
        .filter(({ description }) => description.dataTypes.includes(dataType))
        .map(({ description }) => description.name),
    run,
    notRun: (dataType) => notRun(options, dataType),
    async close() {
      await runner.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** As the desktops agree: `~/.cache` unless the person says otherwise; none where there is no home. */
function cacheFolder(environment: NodeJS.ProcessEnv): { cacheFolder?: string } {
  try {
    return { cacheFolder: saidCacheFolder(environment) ?? join(homedir(), '.cache', 'assay') }
  } catch {
    return {}
  }
}

const since = (started: number) => Math.round((performance.now() - started) * 10) / 10

function asResult(observable: ScanObservable, analyzer: string, report: Report) {
  if (report.status === 'Failure')
    return {
      observable,
      analyzer,
      status: report.status,
      level: 'info' as const,
      taxonomies: [],
      errorMessage: report.message,
      incomplete: [],
    }
  const taxonomies = taxonomiesOf(JSON.parse(report.summary))
  const full: unknown = JSON.parse(report.full)
  return {
    observable,
    analyzer,
    status: report.status,
    level: worstLevel(taxonomies),
    taxonomies,
    full,
    incomplete: incompleteOf(full),
  }
}

/** Those that need the network run when it is allowed, or when they are named. */
function chooseAnalyzers({ analyzers, mayUseNetwork }: LocalOptions): Builtin[] {
  const all = builtins.filter(({ type }) => type === 'analyzer')
  if (analyzers.length === 0)
    return all.filter(({ description }) => mayUseNetwork || !description.needsNetwork)
  return analyzers.map((wanted) => findAnalyzer(wanted))
}

/** Analyzers chosen by name run; others are not missed. */
function notRun({ analyzers, mayUseNetwork }: LocalOptions, dataType: string): string[] {
  if (analyzers.length > 0 || mayUseNetwork) return []
  const names = builtins
    .filter(({ type, description }) => type === 'analyzer' && description.needsNetwork)
    .filter(({ description }) => description.dataTypes.includes(dataType))
    .map(({ description }) => withoutPrefix(description.name))
  const need = names.length === 1 ? 'needs' : 'need'
  return names.length === 0 ? [] : [`${names.join(' and ')} (${need} --network)`]
}

/** `hash`, `Assay_Hash` and `Assay_Hash_1_0` are the same one. */
export function findAnalyzer(wanted: string): Builtin {
  const all = builtins.filter(({ type }) => type === 'analyzer')
  const found = all.find(({ description: { name, version } }) =>
    [name, withoutPrefix(name), `${name}_${version.replaceAll('.', '_')}`].some(
      (known) => known.toLowerCase() === wanted.toLowerCase(),
    ),
  )
  if (found) return found
  const names = all.map(({ description }) => withoutPrefix(description.name).toLowerCase())
  throw new Error(`Unknown analyzer ${wanted}. Available: ${names.join(', ')}`)
}

/** Of those that are being looked at: a dozen analyzers share a copy. */
const maxCopies = 4

/** A copy in the folder of the scan, where links to it cost nothing; what lies there already is its own. */
function makeCopies(folder: string) {
  const known = new Map<string, Promise<string>>()
  let count = 0
  return {
    async of(path: string): Promise<string> {
      if (path.startsWith(join(folder, '/'))) return path
      const copied = known.get(path) ?? copy(path)
      known.delete(path)
      known.set(path, copied)
      const [oldest] = known.keys()
      if (known.size > maxCopies && oldest !== undefined) {
        const gone = known.get(oldest)
        known.delete(oldest)
        // Links that are in use keep it on the disk.
        await gone?.then((file) => rm(file, { force: true })).catch(() => undefined)
      }
      return copied
    },
  }
  async function copy(path: string): Promise<string> {
    count += 1
    const to = join(folder, `copy-${count}`)
    await copyFile(path, to)
    await chmod(to, 0o600)
    return to
  }
}
