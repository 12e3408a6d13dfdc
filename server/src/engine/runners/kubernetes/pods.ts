import { setTimeout as sleep } from 'node:timers/promises'
import { hasStatus, type Kubernetes, KubernetesError, pauseBefore } from './api.ts'
import { containers } from './manifest.ts'
import type { ContainerStatus, Pod } from './objects.ts'

/** How long the server may be gone before a run is given up. */
const patienceMs = 300_000
/** While there is no pod the watch reports nothing; so we look again this often. */
const missingSeconds = 20

/**
 * The pod of a Job now and after each change; undefined while there is none, or none any more. An
 * interrupted watch resumes; one that is too old (410) begins with a new list.
 */
export async function* followPod(
  api: Kubernetes,
  selector: string,
  signal: AbortSignal,
): AsyncGenerator<Pod | undefined> {
  let version: string | undefined
  let isThere: boolean = false
  let pauseMs = 200
  let answeredAt = performance.now()
  for (;;) {
    try {
      if (version === undefined) {
        const { items, metadata } = await api.listPods(selector, signal)
        version = metadata.resourceVersion
        isThere = items.length > 0
        yield newest(items)
      }
      const seconds: number | undefined = isThere ? undefined : missingSeconds
      for await (const { type, object } of api.watchPods(selector, version, signal, seconds)) {
        if (type === 'ERROR')
          throw new KubernetesError(object.code ?? 500, object.message ?? 'Kubernetes watch failed')
        version = object.metadata.resourceVersion
        pauseMs = 200
        answeredAt = performance.now()
        if (type === 'BOOKMARK') continue
        isThere = type !== 'DELETED'
        yield isThere ? object : undefined
      }
      answeredAt = performance.now()
      if (!isThere) version = undefined
      // The server ended it, as it does after a few minutes; not at once again if it always does.
      await pause(pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, 5000)
    } catch (error) {
      if (signal.aborted) throw error
      if (hasStatus(error, 410)) version = undefined
      const isCut = !(error instanceof KubernetesError)
      const wait = hasStatus(error, 410)
        ? 0
        : (pauseBefore(error, pauseMs) ?? (isCut ? pauseMs : undefined))
      if (wait === undefined || performance.now() - answeredAt > patienceMs) throw error
      await pause(wait, signal)
      pauseMs = Math.min(pauseMs * 2, 5000)
    }
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal })

/** A Job of ours has one pod; should there be several, the one that is not being deleted. */
const newest = (pods: readonly Pod[]) =>
  pods.find(({ metadata }) => metadata.deletionTimestamp === undefined) ?? pods[0]

const stateOf = (statuses: readonly ContainerStatus[] | undefined, name: string) =>
  statuses?.find((status) => status.name === name)?.state

export type PodPhase =
  | { readonly at: 'pending' | 'input' | 'gone' }
  | { readonly at: 'running'; readonly startedAt: number | undefined }
  | { readonly at: 'ended'; readonly exitCode: number; readonly isOutOfMemory: boolean }
  | { readonly at: 'broken'; readonly reason: string; readonly isImage: boolean }
  | { readonly at: 'evicted'; readonly isDisk: boolean }

/** What no further waiting fixes; a first ErrImagePull may be a registry that hiccups. */
const hopeless = ['ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull']
const misconfigured = ['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError']

export function phaseOf(pod: Pod): PodPhase {
  const { initContainerStatuses, containerStatuses, phase, reason, message } = pod.status ?? {}
  const analyzer = stateOf(containerStatuses, containers.analyzer)
  const input = stateOf(initContainerStatuses, containers.in)
  if (reason === 'Evicted')
    return { at: 'evicted', isDisk: /emptydir|ephemeral/i.test(message ?? '') }
  if (analyzer?.terminated) {
    const { exitCode, reason: why } = analyzer.terminated
    // The kubelet of a lost node cannot report; the program may not even have started.
    if (why === 'ContainerStatusUnknown') return { at: 'gone' }
    return { at: 'ended', exitCode, isOutOfMemory: why === 'OOMKilled' }
  }
  if (phase === 'Failed' || phase === 'Succeeded' || pod.metadata.deletionTimestamp !== undefined)
    return { at: 'gone' }
  const waiting = analyzer?.waiting?.reason ?? ''
  for (const { reason: why = '' } of [input?.waiting ?? {}, analyzer?.waiting ?? {}]) {
    if (hopeless.includes(why)) return { at: 'broken', reason: why, isImage: true }
    if (misconfigured.includes(why) && waiting === why)
      return { at: 'broken', reason: why, isImage: false }
  }
  if (analyzer?.running) {
    const startedAt = Date.parse(analyzer.running.startedAt ?? '')
    return { at: 'running', startedAt: Number.isNaN(startedAt) ? undefined : startedAt }
  }
  return { at: input?.running ? 'input' : 'pending' }
}
