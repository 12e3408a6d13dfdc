import type { Config } from '../../../settings/config.ts'
import { connectKubernetes } from './api.ts'
import { findConnection } from './connection.ts'
import { createKubernetesRunner, type KubernetesRunner } from './runner.ts'

interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly instance: string
  readonly outputBytes: number
  warn(detail: { err: unknown }, line: string): void
}

/** From the settings. What holds for images in general is under `docker`. */
export async function configuredKubernetes(
  { job, docker, kubernetes }: Config,
  { environment, instance, outputBytes, warn }: Surroundings,
): Promise<KubernetesRunner> {
  const connection = await findConnection(kubernetes, environment)
  return createKubernetesRunner(connectKubernetes(connection), {
    environment,
    passEnvironment: job.env,
    instance,
    outputBytes,
    memoryBytes: job.memoryLimitBytes,
    memoryRequestBytes: Math.min(kubernetes.memoryRequestBytes, job.memoryLimitBytes),
    cpuLimit: kubernetes.cpuLimit,
    cpuRequest: kubernetes.cpuRequest,
    helperImage: kubernetes.helperImage,
    imageRegistryPrefix: docker.imageRegistryPrefix,
    pull: docker.pull,
    user: docker.user,
    relaxed: docker.relaxed,
    imagePullSecrets: kubernetes.imagePullSecrets,
    nodeSelector: kubernetes.nodeSelector,
    runtimeClass: kubernetes.runtimeClass,
    networkPolicy: kubernetes.networkPolicy,
    ttlMs: kubernetes.ttlMs,
    startTimeoutMs: kubernetes.startTimeoutMs,
    warn,
  })
}
