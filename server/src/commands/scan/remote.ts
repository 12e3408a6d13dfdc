import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtins, worstLevel } from '@assay/analyzers'
import { ApiError, contract, createClient, type JobWithReport, type Worker } from '@assay/contract'
import type { Backend } from './analyze.ts'
import { notAsked } from './not-asked.ts'
import { incompleteOf, type ScanObservable, type ScanResult, taxonomiesOf } from './results.ts'

export interface RemoteOptions {
  readonly server: string
  readonly key: string
  readonly analyzers: readonly string[]
  readonly tlp: number
  readonly timeoutMs: number
}

/** The enabled analyzers of a server, built-in or not, over its REST interface. */
export async function openRemote(options: RemoteOptions): Promise<Backend> {
  const client = createClient(contract, {
    baseUrl: options.server.replace(/\/+$/, ''),
    headers: () => ({ authorization: `Bearer ${options.key}` }),
  })
  const enabled = await reach(
    options.server,
    async () => (await client.listAnalyzers({ range: 'all' })).rows,
  )
  const chosen = chooseWorkers(enabled, options.analyzers)
  const catalogue = await knownAnalyzers()

  /** The catalog is for administrators; for others, what comes with every server. */
  async function knownAnalyzers() {
    try {
      return (await client.listAnalyzerDefinitions()).rows
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return builtins
        .filter(({ type }) => type === 'analyzer')
        .map(({ description: { name, version, dataTypes } }) => ({
          id: `${name}_${version.replaceAll('.', '_')}`,
          name,
          dataTypeList: dataTypes,
        }))
    }
  }

  async function run(observable: ScanObservable, name: string): Promise<ScanResult> {
    const started = performance.now()
    const worker = chosen.find((entry) => entry.name === name)
    const base = {
      observable,
      analyzer: name,
      artifacts: [],
      ...(worker && { definition: worker.workerDefinitionId }),
    }
    const ms = () => Math.round(performance.now() - started)
    try {
      const { path, filename, dataType, data } = observable
      const job = await client.runAnalyzer(
        { id: worker?.id ?? name },
        {
          dataType,
          tlp: options.tlp,
          ...(path === undefined ? { data } : { attachment: await named(path, filename) }),
        },
      )
      return { ...base, ...readJob(await waitFor(job.id, started)), ms: ms() }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { ...base, ...failure(error.message), ms: ms() }
    }
  }

  async function waitFor(id: string, started: number): Promise<JobWithReport> {
    for (;;) {
      const job = await client.waitReport({ id }, { atMost: '30second' })
      const isOver = job.status !== 'Waiting' && job.status !== 'InProgress'
      if (isOver || performance.now() - started > options.timeoutMs) return job
      // A server that answers at once although the job runs must not be asked a thousand times.
      await sleep(200)
    }
  }

  return {
    analyzersFor: async (dataType) =>
      chosen.filter(({ dataTypeList }) => dataTypeList.includes(dataType)).map(({ name }) => name),
    run,
    // Who was chosen by name is asked; no other is missed.
    notRun: (dataType) =>
      options.analyzers.length > 0 ? [] : notAsked(dataType, enabled, catalogue),
    close: async () => undefined,
  }
}

async function named(path: string, filename = 'file'): Promise<File> {
  return new File([await openAsBlob(path)], filename)
}

const failure = (errorMessage: string) => ({
  status: 'Failure' as const,
  level: 'info' as const,
  taxonomies: [],
  errorMessage,
})

function readJob({ status, report: found, errorMessage }: JobWithReport) {
  const report = found as string | Readonly<Record<string, unknown>>
  if (status !== 'Success' || typeof report === 'string')
    return failure(
      errorMessage ??
        (typeof report === 'string' ? `Not finished: ${report}` : String(report.errorMessage)),
    )
  const taxonomies = taxonomiesOf(report.summary)
  return {
    status,
    level: worstLevel(taxonomies),
    taxonomies,
    full: report.full,
    artifacts: artifactsOf(report.artifacts),
    incomplete: [...incompleteOf(report.full), ...filesIn(report.artifacts)],
  }
}

function filesIn(artifacts: unknown): string[] {
  const files = Array.isArray(artifacts)
    ? artifacts.filter(({ dataType }) => dataType === 'file').length
    : 0
  return files === 0
    ? []
    : [`${files} extracted files were not analyzed; they remain on the server`]
}

/** Files stay on the server. */
const artifactsOf = (artifacts: unknown): ScanResult['artifacts'] =>
  Array.isArray(artifacts)
    ? artifacts.flatMap(({ dataType, data, kind }) =>
        typeof dataType === 'string' && typeof data === 'string'
          ? { dataType, data, ...(typeof kind === 'string' ? { kind } : {}) }
          : [],
      )
    : []

function chooseWorkers(enabled: readonly Worker[], wanted: readonly string[]): readonly Worker[] {
  if (wanted.length === 0) return enabled
  return wanted.map((name) => {
    const found = enabled.find(({ name: known, id, workerDefinitionId }) =>
      [known, id, workerDefinitionId].some((text) => text.toLowerCase() === name.toLowerCase()),
    )
    if (found) return found
    const names = enabled.map((worker) => worker.name).join(', ') || 'none'
    throw new Error(`Unknown analyzer ${name}. Available on the server: ${names}`)
  })
}

async function reach<T>(server: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`Server rejected the request: ${error.message}`)
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(`Cannot reach ${server}: ${String((cause as Error).message)}`)
  }
}
