import { contract } from '@assay/contract'
import { badRequest, notFound } from '../../domain/errors.ts'
import { parseListing } from '../../domain/listing.ts'
import { dataTypeOf, mispTypes, mispTypesFor, mispTypesOf } from '../../domain/misp-types.ts'
import type { Batches } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import type { EngineDeps } from '../deps.ts'
import { searchArtifacts } from '../job-rows/artifacts.ts'
import type { JobWithReportRow } from '../job-rows/report-store.ts'
import { submit } from '../jobs/submit.ts'
import { hasEnded, waitForEnd } from '../jobs/wait.ts'
import { searchWorkers, type WorkerRow } from '../workers/store.ts'

/** MISP itself gives up earlier; who waits longer finds the job in the list. */
const longestWait = '5minutes'
const maxArtifacts = 500

/** Analyzers as the modules that MISP enriches its attributes with. */
export function mispRoutes(route: Route, deps: EngineDeps): void {
  const { db, dialect } = deps

  const analyzersOf = async (organization: string): Promise<WorkerRow[]> => {
    const listing = parseListing({ range: 'all' })
    const { batches } = await searchWorkers(db, dialect, organization, 'analyzer', listing)
    return allOf(batches)
  }

  route(contract.listMispModules, async ({ caller, setHeader }) => {
    // Its path is not among those that are never kept.
    setHeader('cache-control', 'no-store')
    return (await analyzersOf(caller.organization)).flatMap((worker) => {
      const input = mispTypesOf(JSON.parse(worker.data_type_list))
      return input.length === 0 ? [] : [moduleOf(worker, input)]
    })
  })

  route(contract.queryMispModule, async ({ caller, input, signal }) => {
    const { organization } = caller
    const { type, value } = attributeIn(input)
    const worker = (await analyzersOf(organization)).find(
      ({ id, name }) => name === input.module || id === input.module,
    )
    if (!worker) throw notFound('Module', input.module)
    const known: string[] = JSON.parse(worker.data_type_list)
    const { job } = await submit(deps, caller, 'analyzer', worker.id, {
      data: value,
      dataType: typeAmong(known, dataTypeOf(type) ?? ''),
      // What MISP sends to an enrichment may be sent anywhere; it has no levels of its own here.
      tlp: 0,
      pap: 0,
    })
    let row: JobWithReportRow | undefined
    const read = async () => {
      row = await deps.jobQueue.read(organization, job.id)
      return row?.status
    }
    await waitForEnd(deps, job.id, longestWait, signal, read)
    if (row && !hasEnded(row.status)) await read()
    if (!row || !hasEnded(row.status))
      return { error: `The analysis is still running as job ${job.id}` }
    if (row.status !== 'Success') return { error: row.error_message ?? 'The analysis failed' }
    return { results: [...(await found(organization, job.id)), reportOf(row)] }
  })

  /** Texts that the analyzer found, each once. */
  async function found(organization: string, jobId: string) {
    const listing = parseListing({ range: `0-${maxArtifacts}` })
    const { batches } = await searchArtifacts(db, dialect, organization, jobId, listing)
    const rows = await allOf(batches)
    return rows.flatMap(({ data_type, data }) =>
      data === null ? [] : [{ types: mispTypesFor(data_type, data), values: [data] }],
    )
  }
}

async function allOf<R>(batches: Batches<R>): Promise<R[]> {
  const all: R[] = []
  for await (const rows of batches) all.push(...rows)
  return all
}

/** A report that is too large for one answer is read by the id of its job. */
function reportOf({ id, report_body }: JobWithReportRow) {
  if (report_body === null) return { types: ['cortex'], values: [JSON.stringify({ job: id })] }
  const { full, summary } = JSON.parse(report_body)
  return { types: ['cortex'], values: [JSON.stringify({ full, summary })] }
}

const moduleOf = (worker: WorkerRow, input: string[]) => ({
  name: worker.name,
  type: 'cortex' as const,
  mispattributes: { input, output: [] },
  meta: {
    'module-type': ['cortex'],
    description: worker.description,
    author: worker.author,
    version: worker.version,
    config: [],
  },
})

/** An attribute comes as MISP sends it today, or under the name of its type. */
function attributeIn(
  input: Record<string, unknown> & {
    attribute?: { type: string; value: string }
  },
): { type: string; value: string } {
  if (input.attribute) {
    const { type, value } = input.attribute
    if (dataTypeOf(type) === undefined)
      throw badRequest(`Attribute type ${type} is not supported. Use ${mispTypes.join(', ')}`)
    return { type, value }
  }
  for (const type of mispTypes) {
    const { [type]: value } = input
    if (typeof value === 'string') return { type, value }
  }
  throw badRequest("Request doesn't contain data to analyze")
}

/** Some analyzers know host names as domains, and mail subjects by another spelling. */
const typeAmong = (known: readonly string[], dataType: string): string => {
  if (known.includes(dataType)) return dataType
  const others: Readonly<Record<string, readonly string[]>> = {
    fqdn: ['domain', 'hostname'],
    'mail-subject': ['mail_subject'],
  }
  return others[dataType]?.find((other) => known.includes(other)) ?? dataType
}
