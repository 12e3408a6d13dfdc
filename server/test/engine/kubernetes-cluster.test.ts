import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectKubernetes } from '../../src/engine/runners/kubernetes/api.ts'
import { findConnection } from '../../src/engine/runners/kubernetes/connection.ts'
import { createKubernetesRunner } from '../../src/engine/runners/kubernetes/runner.ts'
import { patienceMs } from '../patience.ts'
import { runnerOptions } from './kubernetes-options.ts'
import { requestFor } from './running.ts'

const { KUBECONFIG: kubeconfig, ASSAY_TEST_NAMESPACE: namespace } = process.env
const title =
  kubeconfig === undefined
    ? 'a real cluster (skipped: KUBECONFIG is not set; let it name a cluster)'
    : 'a real cluster'

/** Any image that reads /job/input/input.json and writes /job/output/output.json. */
const image = process.env.ASSAY_TEST_IMAGE ?? 'cortexneurons/maxmind_geoip:4'

describe.skipIf(kubeconfig === undefined)(title, () => {
  it(
    'runs an image of the catalog as the role of the documentation allows',
    async () => {
      const connection = await findConnection({ kubeconfig, namespace }, {})
      const runner = createKubernetesRunner(connectKubernetes(connection), {
        ...runnerOptions,
        instance: `test-${process.pid}`,
        startTimeoutMs: 300_000,
      })
      expect(await runner.test()).toBeUndefined()
      const request = await requestFor({ dockerImage: image })

      const { exitCode, tail } = await runner.run(request)

      expect({ exitCode, tail }).toEqual({ exitCode: 0, tail: expect.any(String) })
      const report = readFileSync(join(request.folder.path, 'output', 'output.json'), 'utf8')
      expect(JSON.parse(report)).toHaveProperty('success')
      await runner.stop?.()
      expect(await runner.sweep?.(async () => new Set())).toBe(0)
    },
    10 * patienceMs,
  )
})
