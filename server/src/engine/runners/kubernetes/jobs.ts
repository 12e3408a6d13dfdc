import type { RunIdentity, RunRequest } from '../runner.ts'
import { hasStatus, type Kubernetes } from './api.ts'
import {
  type Input,
  type InputWay,
  jobIdAnnotation,
  jobManifest,
  jobName,
  labels,
  type ManifestOptions,
  ofInstance,
  ofJob,
  secretManifest,
} from './manifest.ts'
import type { Job } from './objects.ts'

/** A Job that we wait for. */
export interface TakenJob {
  readonly name: string
  readonly uid: string
  readonly way: InputWay
}

const maxRaces = 10

/** Who waits for which Job: the label `assay/run` says it, and only the last one may remove it. */
export function makeJobs(api: Kubernetes, options: ManifestOptions) {
  const taken = ({ metadata: { name, uid, labels: own } }: Job): TakenJob => ({
    name,
    uid,
    way: own?.[labels.input] === 'exec' ? 'exec' : 'secret',
  })

  /** Counts the run up to ours. Undefined when the Job is gone. */
  async function takeOver(found: Job, run: number): Promise<TakenJob | undefined> {
    const { name, resourceVersion, uid } = found.metadata
    if (runOf(found) > run) throw new Error(`waiting for ${name} of an earlier run of this job`)
    try {
      const metadata = { uid, resourceVersion, labels: { [labels.run]: String(run) } }
      return taken(await api.patchJob(name, { metadata }))
    } catch (error) {
      if (hasStatus(error, 404)) return undefined
      throw error
    }
  }

  return {
    /** The Job of an earlier run of the same job, which from now on is ours. */
    async adopt({ id, run }: RunIdentity): Promise<TakenJob | undefined> {
      for (let tries = 0; tries < maxRaces; tries += 1) {
        const found = (await api.listJobs(ofJob(options.instance, id))).filter(isAlive)
        const latest = found.toSorted((a, b) => runOf(b) - runOf(a))[0]
        if (!latest) return undefined
        try {
          return await takeOver(latest, run)
        } catch (error) {
          // Its status has changed since we looked.
          if (!hasStatus(error, 409)) throw error
        }
      }
      throw new Error('Kubernetes Job keeps changing')
    },

    async create(request: RunRequest, input: Input): Promise<TakenJob> {
      const { id, run } = request.job
      try {
        return taken(await api.createJob(jobManifest(request, input, options), request.signal))
      } catch (error) {
        if (!hasStatus(error, 409)) throw error
        // It exists: the answer to our own creation was lost, or another process took this run.
        const found = await api.getJob(jobName(id, run))
        const isOurs = found.metadata.annotations?.[jobIdAnnotation] === id && isAlive(found)
        if (!isOurs) throw error
        return taken(found)
      }
    },

    /** Repeatable: a run that was taken over may have its input already. */
    giveInput: (job: TakenJob, files: Readonly<Record<string, Buffer>>) =>
      api.createSecret(secretManifest(job, files, options.instance)),

    /** Whether no pod will come any more. */
    async hasEnded({ name, uid }: TakenJob): Promise<boolean> {
      try {
        const { metadata, status } = await api.getJob(name)
        const isOver = status?.conditions?.some(
          ({ type, status: is }) => is === 'True' && (type === 'Failed' || type === 'Complete'),
        )
        return metadata.uid !== uid || isOver === true
      } catch (error) {
        if (hasStatus(error, 404)) return true
        throw error
      }
    },

    /** False when another process has taken it over since. */
    async remove({ name, uid }: TakenJob, run: number): Promise<boolean> {
      for (let tries = 0; tries < maxRaces; tries += 1) {
        try {
          const { metadata, ...job } = await api.getJob(name)
          if (metadata.uid !== uid || runOf({ metadata, ...job }) !== run) return false
          await api.deleteJob(name, { uid, resourceVersion: metadata.resourceVersion })
          return true
        } catch (error) {
          if (hasStatus(error, 404)) return true
          if (!hasStatus(error, 409)) throw error
        }
      }
      return false
    },

    /** Removes the Jobs of jobs that have ended, were deleted or never were. */
    async sweep(wanted: (jobIds: readonly string[]) => Promise<ReadonlySet<string>>) {
      const found = (await api.listJobs(ofInstance(options.instance))).filter(isAlive)
      const ids = found.map(({ metadata }) => metadata.annotations?.[jobIdAnnotation] ?? '')
      const known = found.length > 0 ? await wanted([...new Set(ids)]) : new Set()
      const left = found.filter((_, at) => !known.has(ids[at] ?? ''))
      for (const { metadata } of left) await api.deleteJob(metadata.name, { uid: metadata.uid })
      return left.length
    },
  }
}

const runOf = ({ metadata }: Job) => Number(metadata.labels?.[labels.run] ?? 0)
const isAlive = ({ metadata }: Job) => metadata.deletionTimestamp === undefined
