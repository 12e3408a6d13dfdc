// `npm run deploy:check`: renders the chart and checks what it gives, the compose files, the image, the
// unit and the dashboard. What no tool here can try, docs/install.md says.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { version } from '../server/src/process/version.ts'
import { environmentName, settingKeys } from '../server/src/settings/table.ts'
import { renderTemplate } from './chart.ts'
import { type KubernetesObject, kubernetesProblems } from './kubernetes-schemas.ts'

const deploy = join(dirname(import.meta.dirname), 'deploy')
const read = (...path: string[]) => readFileSync(join(deploy, ...path), 'utf8')
const isSetting = new Set(
  settingKeys.flatMap((key) => [environmentName(key), `${environmentName(key)}_FILE`]),
)

/** As `helm template` would, with the values of the chart and these. */
export function renderChart(
  given: (values: Record<string, object>) => void = () => undefined,
): KubernetesObject[] {
  const values = parse(read('helm', 'assay', 'values.yaml'))
  given(values)
  const chart = parse(read('helm', 'assay', 'Chart.yaml'))
  const scope = {
    Values: values,
    Release: { Name: 'try', Namespace: 'assay' },
    Chart: { AppVersion: chart.appVersion, Name: chart.name },
  }
  return readdirSync(join(deploy, 'helm', 'assay', 'templates'))
    .map((name) => renderTemplate(read('helm', 'assay', 'templates', name), scope))
    .flatMap((text) => parseAllDocuments(text))
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0]
      return document.toJS()
    })
    .filter((manifest) => manifest !== null)
}

/** Every part that values can turn on. */
export const everything = (values: Record<string, object>) =>
  Object.assign(values, {
    blobsUrl: 's3://bucket/files',
    env: { ASSAY_JOB_RETENTION: '90d' },
    extraEnv: [{ name: 'HTTPS_PROXY', valueFrom: { secretKeyRef: { name: 'proxy', key: 'url' } } }],
    envFrom: [{ secretRef: { name: 'more' } }],
    extraVolumes: [{ name: 'rules', configMap: { name: 'rules' } }],
    extraVolumeMounts: [{ name: 'rules', mountPath: '/rules', readOnly: true }],
    imagePullSecrets: [{ name: 'registry' }],
    podAnnotations: { 'prometheus.io/scrape': 'true' },
    caBundle: { configMap: 'company-ca', key: 'ca.crt' },
    catalogue: { claim: 'catalogue', mountPath: '/catalogue' },
    trustProxy: '10.0.0.0/8',
    ingress: { ...values.ingress, enabled: true, className: 'nginx', tlsSecret: 'assay-tls' },
    serviceAccount: { annotations: { 'example.org/role': 'assay' } },
    kubernetesRunner: { enabled: true, namespace: 'assay-jobs', networkPolicy: true },
    worker: {
      ...values.worker,
      autoscaling: { enabled: true, maxReplicas: 5, waitingJobsPerReplica: 50 },
    },
  })

export async function chartProblems(): Promise<string[]> {
  const chart = parse(read('helm', 'assay', 'Chart.yaml'))
  const versions = [chart.version, chart.appVersion].every((given) => given === version)
  const manifests = [...renderChart(), ...renderChart(everything)]
  return [
    ...(versions ? [] : [`Chart.yaml must say version ${version}`]),
    ...(await problemsIn(manifests)),
    ...unknownSettings('the chart', JSON.stringify(manifests)),
  ]
}

const problemsIn = async (objects: readonly KubernetesObject[]): Promise<string[]> =>
  (await Promise.all(objects.map(kubernetesProblems))).flat()

/** Objects that the manual asks people to create. */
export async function manualProblems(): Promise<string[]> {
  const page = readFileSync(join(deploy, '..', 'docs', 'kubernetes.md'), 'utf8')
  const objects = [...page.matchAll(/^```yaml\n(apiVersion:.*?)^```$/gms)]
    .flatMap(([, text = '']) => parseAllDocuments(text))
    .map((document) => document.toJS())
  if (objects.length === 0) return ['docs/kubernetes.md: no objects found']
  return (await problemsIn(objects)).map((problem) => `docs/kubernetes.md: ${problem}`)
}

/** A misspelt setting would stop the program at its start. */
function unknownSettings(where: string, text: string): string[] {
  const names = [...text.matchAll(/\bASSAY_[A-Z0-9_]+/g)].map(([name]) => name)
  return [...new Set(names)]
    .filter((name) => !isSetting.has(name))
    .map((name) => `${where}: no setting ${name}`)
}

export function composeProblems(): string[] {
  return ['compose.yaml', 'cluster.yaml'].flatMap((name) => {
    const text = read('compose', name)
    const { services, volumes } = parse(text, { merge: true })
    const ours = Object.entries<Record<string, unknown>>(services).filter(
      ([, { image }]) => image === 'assay:latest',
    )
    return [
      ...unknownSettings(name, text),
      ...ours.flatMap(([service, { read_only, cap_drop, volumes: mounted = [] }]) => [
        ...(read_only === true ? [] : [`${name}: ${service} must be read-only`]),
        ...(JSON.stringify(cap_drop) === '["ALL"]'
          ? []
          : [`${name}: ${service} keeps capabilities`]),
        ...(mounted as string[])
          .map((mount) => mount.split(':')[0] ?? '')
          .filter((volume) => !(volume in volumes))
          .map((volume) => `${name}: ${service} mounts ${volume}, which is not there`),
      ]),
    ]
  })
}

/** The exposure that systemd finds, below 3; undefined where it is not installed. */
export function unitExposure(): number | undefined {
  const unit = join(deploy, 'systemd', 'assay.service')
  const { stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', unit],
    {
      encoding: 'utf8',
    },
  )
  const found = /exposure level for assay\.service: ([\d.]+)/i.exec(stdout ?? '')
  return found ? Number(found[1]) : undefined
}

export function fileProblems(): string[] {
  const dockerfile = read('Dockerfile')
  const needed = [
    ...['USER 10001', 'HEALTHCHECK', 'VOLUME /data', 'bubblewrap', 'ENTRYPOINT'],
    // A company's authority and registry; proxies are arguments that every builder knows.
    ...[
      'ARG NPM_REGISTRY',
      'type=secret,id=ca',
      'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
    ],
  ]
  const dashboard = JSON.parse(read('grafana', 'assay.json'))
  return [
    ...needed.filter((part) => !dockerfile.includes(part)).map((part) => `Dockerfile: no ${part}`),
    ...unknownSettings('Dockerfile', dockerfile),
    ...unknownSettings('unit', read('systemd', 'assay.service')),
    ...(dashboard.panels?.length > 0 ? [] : ['the dashboard shows nothing']),
  ]
}

if (import.meta.main) {
  const exposure = unitExposure()
  const problems = [
    ...(await chartProblems()),
    ...(await manualProblems()),
    ...composeProblems(),
    ...fileProblems(),
    ...(exposure !== undefined && exposure >= 3
      ? [`unit: exposure ${exposure}, must be below 3`]
      : []),
  ]
  for (const problem of problems) console.error(problem)
  const unit = exposure === undefined ? 'systemd-analyze is not here' : `exposure ${exposure}`
  console.log(`${problems.length} problems; unit: ${unit}`)
  if (problems.length > 0) process.exitCode = 1
}
