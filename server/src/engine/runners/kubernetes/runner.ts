import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyOutput, type InputFile, inputFiles } from '../container-files.ts'
import { startDeadline } from '../deadline.ts'
import { memoryReason, outputReason } from '../program-limits.ts'
import {
  CannotRun,
  ProgramLost,
  problemOf,
  type Runner,
  type RunRequest,
  type RunResult,
  serverStops,
} from '../runner.ts'
import { keepTail } from '../tail.ts'
import { writeTar } from '../tar.ts'
import { type Kubernetes, KubernetesError, KubernetesUnreachable } from './api.ts'
import { exec } from './exec.ts'
import { makeJobs, type TakenJob } from './jobs.ts'
import { containers, type Input, inputMarker, type ManifestOptions, podOf } from './manifest.ts'
import type { Pod } from './objects.ts'
import { followPod, type PodPhase, phaseOf } from './pods.ts'

export interface KubernetesRunnerOptions extends ManifestOptions {
  /** Whether the operator says that the cluster enforces network policies. */
  readonly networkPolicy: boolean
  warn(detail: { err: unknown }, line: string): void
}

export interface KubernetesRunner extends Runner {
  /** Why the cluster cannot be used, if so. */
  test(): Promise<string | undefined>
}

/** A Secret holds 1 MiB; base64 and the rest of the object need some of what etcd allows. */
const secretBytes = 1_000_000
const transferTries = 3
/** For a pod to be gone after its Job was deleted: two seconds are its grace. */
const goneMs = 15_000

/**
 * One Job per run. Nothing is shared with the cluster but its API, and no connection is held for as
 * long as a program runs: a watch that breaks resumes, a transfer that breaks is repeated.
 */
export function createKubernetesRunner(
  api: Kubernetes,
  options: KubernetesRunnerOptions,
): KubernetesRunner {
  const jobs = makeJobs(api, options)
  const removing = new Set<Promise<boolean>>()
  /** Jobs whose pod was there: when it is not any more, no other one comes. */
  const seen = new Set<string>()

  async function run(request: RunRequest): Promise<RunResult> {
    if (!request.mayUseNetwork && !options.networkPolicy) throw new CannotRun(noPolicy)
    await request.folder.make()
    const files = await inputFiles(request.folder.path)
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const isSmall = bytes <= secretBytes && files.every(({ name }) => known.test(name))
    const input: Input = { way: isSmall ? 'secret' : 'exec', bytes }
    const before = await jobs.adopt(request.job)
    if (before) {
      try {
        return await attend(request, before, files)
      } catch (error) {
        // Its pod is gone. An analyzer may be started once more, a responder may have acted.
        const mayRepeat = error instanceof ProgramLost && request.job.type === 'analyzer'
        if (!mayRepeat || request.signal.aborted) throw error
      }
    }
    return attend(request, await jobs.create(request, input), files)
  }

  /** From a Job, new or found, to its result. */
  async function attend(request: RunRequest, job: TakenJob, files: readonly InputFile[]) {
    try {
      if (job.way === 'secret') await jobs.giveInput(job, await contentOf(request, files))
      const { phase } = await start(request, job, files)
      const deadline = startDeadline(request.signal, leftOf(request.timeoutMs, phase))
      try {
        const result = await finish(request, job, deadline.signal)
        return { ...result, ...(deadline.exceeded().timeoutMs && { timeoutMs: request.timeoutMs }) }
      } finally {
        deadline.stop()
      }
    } catch (error) {
      if (!request.signal.aborted) throw error
      return { exitCode: null, tail: '' }
    } finally {
      await end(request, job)
    }
  }

  /** Until the program runs, or has already ended. */
  async function start(request: RunRequest, job: TakenJob, files: readonly InputFile[]) {
    const limit = AbortSignal.timeout(options.startTimeoutMs)
    let isGiven = job.way === 'secret'
    try {
      const signal = AbortSignal.any([request.signal, limit])
      return await until(job, signal, async (phase, pod) => {
        if (phase.at === 'input' && !isGiven) {
          await giveArchive(pod, files, signal)
          isGiven = true
        }
        return phase.at !== 'pending' && phase.at !== 'input'
      })
    } catch (error) {
      if (!limit.aborted || request.signal.aborted) throw error
      const seconds = Math.round(options.startTimeoutMs / 1000)
      throw new CannotRun(`The cluster did not start the job within ${seconds} s`, { cause: error })
    }
  }

  async function finish(
    request: RunRequest,
    job: TakenJob,
    signal: AbortSignal,
  ): Promise<RunResult> {
    const tail = keepTail()
    let pod: Pod | undefined
    try {
      const ended = await until(job, signal, (phase, found) => {
        pod = found
        return phase.at === 'ended' || phase.at === 'evicted'
      })
      pod = ended.pod
      const { phase } = ended
      if (phase.at === 'evicted') {
        if (!phase.isDisk) throw new ProgramLost('the pod was evicted')
        return { exitCode: null, tail: '', limit: outputReason(options.outputBytes) }
      }
      await readLog(pod, tail)
      const fits = await fetchOutput(pod, request.folder.path, signal)
      const isOutOfMemory = phase.at === 'ended' && phase.isOutOfMemory
      const limit = isOutOfMemory
        ? memoryReason(options.memoryBytes)
        : fits
          ? undefined
          : outputReason(options.outputBytes)
      const exitCode = phase.at === 'ended' ? phase.exitCode : null
      return { exitCode, tail: tail.text(), ...(limit !== undefined && { limit }) }
    } catch (error) {
      if (!signal.aborted) throw error
      // Its output until the timeout is worth having.
      if (pod && !request.signal.aborted) await readLog(pod, tail)
      return { exitCode: null, tail: tail.text() }
    }
  }

  const readLog = (pod: Pod, tail: ReturnType<typeof keepTail>) =>
    api
      .logs(pod.metadata.name, containers.analyzer, tail.add)
      .catch((err: unknown) => options.warn({ err }, 'failed to read a pod log'))

  /** Waits for a phase; a phase that cannot be reached any more is an error. */
  async function until(
    job: TakenJob,
    signal: AbortSignal,
    isWanted: (phase: PodPhase, pod: Pod) => boolean | Promise<boolean>,
  ): Promise<{ phase: PodPhase; pod: Pod }> {
    for await (const pod of followPod(api, podOf(job.name), signal)) {
      if (!pod && (seen.has(job.uid) || (await jobs.hasEnded(job)))) throw lost()
      if (!pod) continue
      seen.add(job.uid)
      const phase = phaseOf(pod)
      if (phase.at === 'gone') throw lost()
      if (phase.at === 'broken') throw broken(phase)
      if (await isWanted(phase, pod)) return { phase, pod }
    }
    throw lost()
  }

  async function giveArchive(pod: Pod, files: readonly InputFile[], signal: AbortSignal) {
    const marker = { name: inputMarker, type: 'file', mode: 0o644, size: 0 } as const
    await repeat(signal, async () => {
      const input = writeTar([...files, marker])
      const command = ['tar', '-x', '-C', '/job', '-f', '-']
      const target = { pod: pod.metadata.name, container: containers.in, command, input }
      for await (const _ of exec(api, target, signal));
    })
  }

  /** False when there was too much. */
  const fetchOutput = (pod: Pod, folder: string, signal: AbortSignal): Promise<boolean> =>
    repeat(signal, async () => {
      const command = ['tar', '-c', '-C', '/job', '-f', '-', 'output']
      const target = { pod: pod.metadata.name, container: containers.out, command }
      const archive = exec(api, target, signal)
      try {
        const fits = await copyOutput(archive, folder, options.outputBytes)
        // Read to its end: only there it says whether the archive is whole.
        if (fits) for await (const _ of archive);
        return fits
      } finally {
        await archive.return()
      }
    })

  /** The Job goes with its pod; after an abort we wait until nothing of it runs any more. */
  async function end(request: RunRequest, job: TakenJob): Promise<void> {
    const { signal } = request
    seen.delete(job.uid)
    // The job waits again, and the next process that takes it finds this Job and continues with it.
    if (signal.reason === serverStops && request.job.type === 'analyzer') return
    const removal = jobs.remove(job, request.job.run).catch((err: unknown) => {
      options.warn({ err }, 'failed to delete a Kubernetes Job')
      return false
    })
    removing.add(removal)
    void removal.finally(() => removing.delete(removal))
    if (signal.aborted && (await removal)) await gone(job.name)
  }

  async function gone(name: string): Promise<void> {
    try {
      for await (const pod of followPod(api, podOf(name), AbortSignal.timeout(goneMs)))
        if (!pod || phaseOf(pod).at === 'ended') return
    } catch (err) {
      options.warn({ err }, 'a deleted pod may still be running')
    }
  }

  return {
    name: 'kubernetes',
    accepts: (worker) => worker.dockerImage !== null,
    run: (request) => run(request).catch(rethrowForPeople),
    test: () => problemOf(api.check()),
    sweep: (wanted) => jobs.sweep(wanted),
    async stop() {
      await Promise.all(removing)
    },
  }
}

const noPolicy =
  'Network access is blocked for this job, but the cluster may not enforce network policies. The ' +
  'operator can apply the policy of docs/kubernetes.md and set kubernetes.networkPolicy.'

/** What a job without an attachment has: names that a Secret may have too. */
const known = /^input\/(?:input\.json|cacerts)$/

const lost = () => new ProgramLost('the pod was deleted')

const broken = ({ reason, isImage }: PodPhase & { at: 'broken' }) =>
  new CannotRun(
    isImage
      ? `The cluster cannot pull the image of this worker or its helper (${reason})`
      : `The cluster cannot start the container of this worker (${reason})`,
  )

/** A run that another process began: what it has had of its time counts. */
function leftOf(timeoutMs: number, phase: PodPhase): number {
  const since = phase.at === 'running' ? phase.startedAt : undefined
  const had = since === undefined ? 0 : Math.max(0, Date.now() - since)
  // Clocks differ by seconds; a run that has just begun is not cut short by that.
  return Math.max(timeoutMs - (had > 10_000 ? had : 0), 1)
}

async function contentOf({ folder }: RunRequest, files: readonly InputFile[]) {
  const content: Record<string, Buffer> = {}
  for (const { name } of files) content[basename(name)] = await readFile(join(folder.path, name))
  return content
}

/** Connections through the API server break; the transfer is repeated. */
async function repeat<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) throw error
      if (tries >= transferTries)
        throw new ProgramLost('file transfer with the pod failed', { cause: error })
      await sleep(500 * tries, undefined, { signal })
    }
  }
}

/** The cluster's message is for the log; that it is gone is for everyone. */
function rethrowForPeople(error: unknown): never {
  if (error instanceof KubernetesUnreachable)
    throw new CannotRun('Cannot reach the Kubernetes cluster', { cause: error })
  if (error instanceof KubernetesError)
    throw new CannotRun(`The Kubernetes cluster rejected the job (${error.status})`, {
      cause: error,
    })
  throw error
}
