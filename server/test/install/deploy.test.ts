import { describe, expect, it } from 'vitest'
import { renderTemplate } from '../../../scripts/chart.ts'
import {
  chartProblems,
  composeProblems,
  fileProblems,
  manualProblems,
  renderChart,
  unitExposure,
} from '../../../scripts/deploy-check.ts'
import { kubernetesProblems } from '../../../scripts/kubernetes-schemas.ts'
import { skipTest } from '../skip.ts'

describe('what is in deploy/', () => {
  it('is a chart whose objects the schemas of Kubernetes allow, with settings that we know', async () => {
    expect(await chartProblems()).toEqual([])
  })

  it('fits the objects of the manual, which the schemas of Kubernetes allow, too', async () => {
    expect(await manualProblems()).toEqual([])
  })

  it('runs nothing as root, writes to nothing but its own volumes, shares none', () => {
    const text = JSON.stringify(renderChart())
    const kinds = renderChart().map(({ kind }) => kind)

    expect(kinds.filter((kind) => kind === 'Deployment')).toHaveLength(2)
    expect(kinds).toEqual(expect.arrayContaining(['PodDisruptionBudget', 'NetworkPolicy']))
    expect(text.match(/"runAsNonRoot":true/g)).toHaveLength(2)
    expect(text.match(/"readOnlyRootFilesystem":true/g)).toHaveLength(2)
    expect(text).not.toMatch(/persistentVolumeClaim|hostPath/)
    // Those of our own Service would be taken for settings.
    expect(text.match(/"enableServiceLinks":false/g)).toHaveLength(2)
  })

  it('has compose files, an image and a dashboard that fit the program', () => {
    expect([...composeProblems(), ...fileProblems()]).toEqual([])
  })

  it('has a unit that systemd finds little to say against', () => {
    const exposure = unitExposure()
    if (exposure === undefined)
      skipTest('systemd-analyze is not installed (Debian: apt-get install systemd)')

    expect(exposure).toBeLessThan(3)
  })
})

describe('the check of the chart', () => {
  it('finds a wrong value, a missing and a misspelt field, and a version that is gone', async () => {
    const container = { image: 'x', imagePullPolicy: 'Sometimes', securityContex: {} }
    const spec = { replicas: '2', template: { spec: { containers: [container] } } }
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'it' }, spec }
    const gone = { apiVersion: 'batch/v2', kind: 'CronJob', metadata: { name: 'it' } }

    const problems = await kubernetesProblems(deployment)

    const first = 'Deployment it.spec.template.spec.containers[0]'
    expect(problems).toEqual([
      'Deployment it.spec: required {"missingProperty":"selector"}',
      'Deployment it.spec.replicas: type {"type":"integer"}',
      `${first}: required {"missingProperty":"name"}`,
      `${first}.imagePullPolicy: enum {"allowedValues":["Always","IfNotPresent","Never"]}`,
      `${first}.securityContex is unknown`,
    ])
    expect(await kubernetesProblems(gone)).toEqual([
      'CronJob it: Kubernetes has no CronJob in batch/v2',
    ])
  })

  it('refuses what the renderer does not know', () => {
    expect(() => renderTemplate('{{ include "x" . }}', {})).toThrow('not understood')
    expect(() => renderTemplate('{{ .Values.missing }}', { Values: {} })).toThrow('no value')
  })
})
