import { mergeForRun } from '../../domain/configuration.ts'
import { secretNamesIn } from '../../domain/input-items.ts'
import { type PublicValues, removed } from '../../domain/redaction.ts'
import { unmarked, withSecrets } from '../../domain/secret-references.ts'
import { resolveSecrets } from '../../identity/secret-references/resolve.ts'
import type { Config } from '../../settings/config.ts'
import { openSealed } from '../configurations/sealed.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { openSecretInputs } from '../job-rows/secret-inputs.ts'
import type { FolderContent } from '../runners/folder.ts'
import { CannotRun, type RunnableWorker } from '../runners/runner.ts'
import type { WorkerRow } from '../workers/store.ts'

export type Values = Readonly<Record<string, unknown>>

/** The document of the public protocol; there is no job, user or organization in it. */
export interface JobInput extends Values {
  readonly config: Values
}

/** Without secret inputs: as it may be shown. */
export const inputOf = (job: ClaimedJob, config: Values): JobInput => ({
  ...(job.data === null
    ? { filename: job.attachment_name, contentType: job.attachment_type }
    : { data: job.type === 'responder' ? JSON.parse(job.data) : job.data }),
  dataType: job.data_type,
  tlp: job.tlp,
  pap: job.pap,
  message: job.message,
  parameters: JSON.parse(job.parameters),
  config,
})

/** What the program gets, and no one else. */
export const withSecretInputs = (input: JobInput, secretInputs: Values): JobInput => ({
  ...input,
  parameters: { ...(input.parameters as Values), ...secretInputs },
})

/** Of a responder; a problem if they are no longer stored. */
export async function secretInputsOf(
  { queue, secrets, catalogue }: EngineDeps,
  job: ClaimedJob,
  worker: WorkerRow,
): Promise<{ readonly values: Values; readonly problem?: string }> {
  if (job.type !== 'responder' || !job.parameters.includes(removed)) return { values: {} }
  const { organization, id: job_id } = job
  const values = (await openSecretInputs({ db: queue, secrets }, { organization, job_id })) ?? {}
  const items = catalogue.find('responder', worker.definition_id)?.inputItems ?? []
  const given: Values = JSON.parse(job.parameters)
  const isMissing = (name: string) => given[name] === removed && !Object.hasOwn(values, name)
  // guard: server/test/engine/secret-inputs.test.ts
  if (secretNamesIn(items, given).some(isMissing)) return { values, problem: missingInputs }
  return { values }
}

const missingInputs =
  'The secret inputs of this run are no longer stored. Nothing was started. Request it again'

/** For this run: what references stand for is read now, and stored nowhere. */
export async function configurationOf(
  deps: EngineDeps,
  worker: WorkerRow,
): Promise<{ readonly configuration: Values; readonly problem?: string }> {
  const sealed = openSealed(deps.secrets, worker)
  const merged = (values: Values) => mergeForRun(JSON.parse(worker.definition_config), values)
  const found = await resolveSecrets(deps, worker.organization, sealed)
  if ('problem' in found) return { configuration: merged(unmarked(sealed)), problem: found.problem }
  return { configuration: merged(withSecrets(sealed, found.secrets)) }
}

/** The part of a configuration that is no secret, because the catalog publishes it. */
export const publicValues = ({ catalogue }: EngineDeps, worker: WorkerRow): PublicValues => ({
  fixed: JSON.parse(worker.definition_config),
  items: catalogue.find(worker.type, worker.definition_id)?.configurationItems ?? [],
})

export const runnable = (worker: WorkerRow): RunnableWorker => ({
  name: worker.name,
  command: worker.command,
  workingFolder: worker.working_folder,
  dockerImage: worker.docker_image,
  builtin: worker.builtin,
})

export function contentOf({ blobs }: EngineDeps, job: ClaimedJob, input: JobInput): FolderContent {
  const certificates = certificatesOf(input.config)
  return {
    jobId: job.id,
    input,
    ...(job.attachment_id === null
      ? {}
      : { attachment: attachmentOf(blobs, job.attachment_id, job.attachment_name) }),
    ...(certificates === undefined ? {} : { certificates }),
  }
}

function certificatesOf({ cacerts }: Values): string | undefined {
  return typeof cacerts === 'string' && cacerts.trim() !== '' ? cacerts : undefined
}

const attachmentOf = (blobs: EngineDeps['blobs'], id: string, name: string | null) => ({
  name: name ?? id,
  async open() {
    const blob = await blobs.open(id)
    if (!blob) throw new CannotRun('The file of this job is missing from the file store')
    return blob.stream
  },
})

/** Above these levels nothing about the observable may leave this machine. */
export function mayUseNetwork({ job: limits }: Config, job: ClaimedJob, config: Values): boolean {
  const isAllowed = job.tlp <= limits.networkMaxTlp && job.pap <= limits.networkMaxPap
  return isAllowed && config.allow_network !== false
}

/** A built-in has its own time limit; a request for less gets less. */
export function timeoutOf({ job }: Config, { job_timeout: minutes }: WorkerRow, runner: string) {
  const timeoutMs = minutes ? minutes * 60_000 : job.timeoutMs
  return runner === 'builtin' ? Math.min(timeoutMs, job.builtinTimeoutMs) : timeoutMs
}
