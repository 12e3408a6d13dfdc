import type { KubernetesRunnerOptions } from '../../src/engine/runners/kubernetes/runner.ts'

export const runnerOptions: KubernetesRunnerOptions = {
  environment: { ASSAY_MASTER_KEY: 'secret', PATH: '/ours', https_proxy: 'http://proxy:1' },
  instance: 'test',
  helperImage: 'busybox:1.37',
  user: '65534:65534',
  cpuLimit: '1',
  cpuRequest: '100m',
  memoryBytes: 2 * 1024 ** 3,
  memoryRequestBytes: 128 * 1024 ** 2,
  outputBytes: 1024 ** 3,
  ttlMs: 600_000,
  startTimeoutMs: 60_000,
  networkPolicy: false,
  warn: () => {},
}
