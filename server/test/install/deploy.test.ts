import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { renderTemplate } from '../../../scripts/chart.ts'
import {
  chartProblems,
  composeProblems,
  everything,
  fileProblems,
  manualProblems,
  renderChart,
  unitExposure,
} from '../../../scripts/deploy-check.ts'
import { kubernetesProblems } from '../../../scripts/kubernetes-schemas.ts'
import { root } from '../../../scripts/runtime-packages.ts'
import { skipTest } from '../skip.ts'

const page = readFileSync(join(root, 'docs', 'kubernetes.md'), 'utf8')
const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' })

interface Deployment {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly template: { readonly spec: { readonly automountServiceAccountToken: boolean } }
  }
}

/** With its names in order, for a comparison. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value

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

  it('leads a stop through: readiness red, requests and jobs ended, then the end', () => {
    const { drainPeriodSeconds, terminationGracePeriodSeconds } = parse(
      readFileSync(join(root, 'deploy', 'helm', 'assay', 'values.yaml'), 'utf8'),
    )

    expect(terminationGracePeriodSeconds).toBeGreaterThan(drainPeriodSeconds + 30)
  })

  it('gives the token of the cluster to workers alone, and only for jobs of the cluster', () => {
    const tokens = (manifests: readonly object[]) =>
      (manifests as Deployment[])
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata, spec }) => [
          metadata.name,
          spec.template.spec.automountServiceAccountToken,
        ])
    const role: { kind: string; rules?: object } | undefined = renderChart(everything).find(
      ({ kind }) => kind === 'Role',
    )
    const [inManual] = [...page.matchAll(/^rules:\n((?: {2}- .*\n)+)/gm)].map(
      ([, text = '']) => text,
    )

    expect(tokens(renderChart())).toEqual([
      ['try-web', false],
      ['try-worker', false],
    ])
    expect(tokens(renderChart(everything))).toEqual([
      ['try-web', false],
      ['try-worker', true],
    ])
    expect(role).toMatchObject({ metadata: { namespace: 'assay-jobs' } })
    expect(role?.rules).toEqual(parse(inManual ?? ''))
  })

  it('has a chart that Helm itself finds well formed, and renders as we do', async () => {
    if (helm('version').error)
      skipTest('helm is not installed (go install helm.sh/helm/v3/cmd/helm@v3.22.0)')
    const chart = join(root, 'deploy', 'helm', 'assay')
    const folder = mkdtempSync(join(tmpdir(), 'assay-chart-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'))
    everything(values)
    writeFileSync(join(folder, 'everything.yaml'), JSON.stringify(values))
    const byName = (objects: object[]) =>
      objects.map((object) => JSON.stringify(sorted(object))).sort()

    for (const [given, ours] of [
      [[], renderChart()],
      [['-f', join(folder, 'everything.yaml')], renderChart(everything)],
    ] as const) {
      const cluster = ['--kube-version', '1.30.0', '--namespace', 'assay']
      const lint = helm('lint', '--strict', chart, ...cluster, ...given)
      const made = helm('template', 'try', chart, ...cluster, ...given)
      const objects = parseAllDocuments(made.stdout)
        .map((document) => document.toJS())
        .filter((object) => object !== null)

      expect(lint.status, lint.stdout + lint.stderr).toBe(0)
      expect(made.status, made.stderr).toBe(0)
      expect(byName(objects)).toEqual(byName(ours))
      for (const object of objects) expect(await kubernetesProblems(object)).toEqual([])
    }
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

describe('the unit', () => {
  const unit = join(root, 'deploy', 'systemd', 'assay.service')

  it('is one that systemd itself finds well formed', () => {
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    })
    if (error) skipTest('systemd-analyze is not installed (Debian: apt-get install systemd)')

    expect(stderr.split('\n').filter((line) => line.includes('assay.service'))).toEqual([])
    expect(status).toBe(0)
  })

  it('starts the program wherever npm put it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-unit-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'assay'), '#!/bin/sh\necho "started with $*"\n', { mode: 0o755 })
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(readFileSync(unit, 'utf8')) ?? []
    const [program = '', ...args] = command.split(' ')

    const { stdout } = spawnSync(program, args, {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin` },
    })

    expect(stdout).toBe('started with --config /etc/assay/assay.yaml\n')
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
