import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { builtins } from '@assay/analyzers'
import type { Deps } from '../deps.ts'
import { type Report, readReport } from '../domain/report.ts'
import { builtinModules } from '../engine/runners/builtin/builtin-modules.ts'
import { createBuiltinRunner } from '../engine/runners/builtin/builtin-runner.ts'
import { type JobFolder, planFolder } from '../engine/runners/folder.ts'
import { keptRulesFolder } from '../engine/runners/kept-rules.ts'
import { type DemoObservable, isFile, keyOf } from './observables.ts'
import type { Configurations, DemoLists } from './workers.ts'

export interface Analyzed {
  readonly report: Report
  /** Where the files lie that the report names. */
  readonly folder: string
}

/** The real analyzers, run once for each question: the same answer serves many jobs. */
export interface Analyzers {
  analyze(name: string, observable: DemoObservable, isEarlier?: boolean): Promise<Analyzed>
  respond(name: string, dataType: string, data: Record<string, unknown>): Promise<Analyzed>
  close(): Promise<void>
}

const maxReportBytes = 10 * 1024 ** 2
const timeoutMs = 20_000

/** Those that do not disclose the observable. */
const offline = builtins.filter(
  ({ type, description }) => type === 'analyzer' && !description.needsNetwork,
)

/** Which analyzers apply when all of them are requested. */
export const analyzersFor = (observable: DemoObservable): readonly string[] =>
  isFile(observable)
    ? observable.analyzers
    : offline
        .filter(({ description }) => description.dataTypes.includes(observable.dataType))
        .map(({ description }) => description.name)
        // They take everything, and would say of nearly everything that they found nothing.
        .filter((name) => observable.dataType !== 'other' || name === 'Assay_Text')

export async function openAnalyzers(
  { config }: Pick<Deps, 'config'>,
  lists: DemoLists,
): Promise<Analyzers> {
  const root = join(resolve(config.data.dir), 'jobs')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const runner = createBuiltinRunner({
    modules: builtinModules(),
    cacheFolder: keptRulesFolder(config),
  })
  const known = new Map<string, Promise<Analyzed>>()
  const folders = new Set<JobFolder>()

  async function run(
    name: string,
    observable: DemoObservable,
    configurations: Configurations,
  ): Promise<Analyzed> {
    const input = {
      dataType: observable.dataType,
      ...(isFile(observable) ? {} : { data: observable.data }),
      tlp: 2,
      pap: 2,
      message: '',
      parameters: {},
      config: configurations[name] ?? {},
    }
    const folder = planFolder(root, {
      jobId: 'demo',
      input,
      ...(isFile(observable) && {
        attachment: {
          name: observable.name,
          open: async () => Readable.from([Buffer.from(observable.content)]),
        },
      }),
    })
    folders.add(folder)
    const end = await runner.run({
      folder,
      worker: { name, builtin: name, command: null, workingFolder: null, dockerImage: null },
      job: { id: name, run: 1, type: 'analyzer' },
      organization: 'demo',
      mayUseNetwork: false,
      resources: lists.locations,
      timeoutMs,
      signal: new AbortController().signal,
    })
    const output = end.report?.text ?? (await folder.readReport(maxReportBytes))
    const report = readReport(output, { phase: 'run', ...end }, observable)
    return { report, folder: folder.path }
  }

  return {
    analyze(name, observable, isEarlier = false) {
      const differs = isEarlier && name === 'Assay_Lists'
      const key = `${name} ${differs ? 'earlier ' : ''}${keyOf(observable)}`
      const answer = known.get(key) ?? run(name, observable, differs ? lists.earlier : lists.now)
      known.set(key, answer)
      return answer
    },
    // A responder is given the whole entity, as JSON that is not text.
    respond: (name, dataType, data) =>
      run(name, { dataType, data: data as unknown as string }, lists.now),
    async close() {
      await runner.stop()
      for (const folder of folders) await folder.remove()
    },
  }
}
