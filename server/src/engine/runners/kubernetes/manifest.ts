import { createHash } from 'node:crypto'
import { matchesAny } from '../../../domain/images.ts'
import { containerEnvironment } from '../environment.ts'
import type { RunRequest } from '../runner.ts'

export interface ManifestOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly passEnvironment?: readonly string[]
  /** Tells the Jobs of this installation from those of others in the same namespace. */
  readonly instance: string
  readonly helperImage: string
  readonly imageRegistryPrefix?: string | undefined
  readonly pull?: 'always' | 'missing' | 'never'
  readonly imagePullSecrets?: readonly string[]
  /** `key=value` each. */
  readonly nodeSelector?: readonly string[]
  readonly runtimeClass?: string | undefined
  readonly user: string
  readonly relaxed?: readonly string[]
  readonly cpuLimit: string
  readonly cpuRequest: string
  readonly memoryBytes: number
  readonly memoryRequestBytes: number
  readonly outputBytes: number
  readonly ttlMs: number
  readonly startTimeoutMs: number
}

/** How the input gets in: a Secret, or an archive by `exec` when it is large or has files. */
export type InputWay = 'secret' | 'exec'

export interface Input {
  readonly way: InputWay
  readonly bytes: number
}

export const labels = {
  instance: 'assay/instance',
  job: 'assay/job',
  /** Of the Job: who waits for it now. Incremented by each process that takes it over. */
  run: 'assay/run',
  /** Of the Job and its pod: the name of the Job, which never changes. */
  name: 'assay/name',
  network: 'assay/network',
  input: 'assay/input',
} as const
/** Ids of jobs may begin or end with characters that labels forbid. */
export const jobIdAnnotation = 'assay/job-id'
export const containers = { in: 'in', analyzer: 'analyzer', out: 'out' } as const

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

export const instanceLabel = (instance: string) => short(instance)
export const jobLabel = (jobId: string) => short(jobId)

/** From job and run, so one run cannot be created twice. */
export const jobName = (jobId: string, run: number) => `assay-${short(jobId)}-${run}`

export const ofInstance = (instance: string) => `${labels.instance}=${instanceLabel(instance)}`
export const ofJob = (instance: string, jobId: string) =>
  `${ofInstance(instance)},${labels.job}=${jobLabel(jobId)}`
export const podOf = (name: string) => `${labels.name}=${name}`

/** Even a relaxed image needs none of these: they are for servers, and NET_RAW is for spying. */
const unneeded = [
  ...['AUDIT_WRITE', 'MKNOD', 'NET_BIND_SERVICE', 'NET_RAW', 'SETFCAP', 'SETPCAP', 'SYS_CHROOT'],
]
/**
 * In addition to start and run: to fetch the output, and for a worker that restarts to come back.
 */
const slackMs = 300_000

export function jobManifest(request: RunRequest, { way, bytes }: Input, options: ManifestOptions) {
  const { id, run, type } = request.job
  const name = jobName(id, run)
  const common = {
    'app.kubernetes.io/managed-by': 'assay',
    'app.kubernetes.io/component': type,
    [labels.instance]: instanceLabel(options.instance),
    [labels.job]: jobLabel(id),
    [labels.name]: name,
    [labels.network]: request.mayUseNetwork ? 'allowed' : 'none',
    [labels.input]: way,
  }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      labels: { ...common, [labels.run]: String(run) },
      annotations: { [jobIdAnnotation]: id },
    },
    spec: {
      // Kubernetes repeats a failed pod six times by default: a responder would act seven times.
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      // Only for when no process waits any more: the time limit of the program itself is ours to
      // keep.
      activeDeadlineSeconds: Math.ceil(
        (options.startTimeoutMs + request.timeoutMs + slackMs) / 1000,
      ),
      ttlSecondsAfterFinished: Math.ceil(options.ttlMs / 1000),
      template: {
        metadata: { labels: common },
        spec: podSpec(request, { way, bytes }, name, options),
      },
    },
  }
}

function podSpec(
  request: RunRequest,
  { way, bytes }: Input,
  name: string,
  options: ManifestOptions,
) {
  const image = `${options.imageRegistryPrefix ?? ''}${request.worker.dockerImage}`
  const isRelaxed = matchesAny(options.relaxed ?? [], image, request.worker.dockerImage ?? image)
  const tmpBytes = Math.floor(options.memoryBytes / 2)
  const helper = helperOf(isRelaxed, options)
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 2,
    securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    ...(options.runtimeClass && { runtimeClassName: options.runtimeClass }),
    ...(options.imagePullSecrets?.length && {
      imagePullSecrets: options.imagePullSecrets.map((secret) => ({ name: secret })),
    }),
    ...(options.nodeSelector?.length && {
      nodeSelector: Object.fromEntries(options.nodeSelector.map(splitPair)),
    }),
    volumes: [
      { name: 'job', emptyDir: { sizeLimit: String(bytes + options.outputBytes) } },
      ...(way === 'secret' ? [{ name: 'input', secret: { secretName: name } }] : []),
      ...(isRelaxed
        ? []
        : temporary.map(({ name: volume }) => ({
            name: volume,
            // In memory, so it counts against the limit of the container.
            emptyDir: { medium: 'Memory', sizeLimit: String(tmpBytes) },
          }))),
    ],
    initContainers: [
      {
        ...helper,
        name: containers.in,
        command: ['sh', '-c', way === 'secret' ? copyInput : awaitInput],
        volumeMounts: [
          { name: 'job', mountPath: '/job' },
          ...(way === 'secret' ? [{ name: 'input', mountPath: '/input', readOnly: true }] : []),
        ],
      },
    ],
    containers: [
      {
        name: containers.analyzer,
        image,
        imagePullPolicy: pullPolicy[options.pull ?? 'missing'],
        env: environmentOf(request, isRelaxed, options),
        resources: {
          limits: {
            cpu: options.cpuLimit,
            memory: String(options.memoryBytes),
            'ephemeral-storage': String(bytes + 2 * options.outputBytes),
          },
          requests: { cpu: options.cpuRequest, memory: String(options.memoryRequestBytes) },
        },
        securityContext: isRelaxed
          ? { allowPrivilegeEscalation: false, privileged: false, capabilities: { drop: unneeded } }
          : { ...confined, ...userOf(options.user) },
        volumeMounts: [
          { name: 'job', mountPath: '/job' },
          ...(isRelaxed
            ? []
            : temporary.map(({ name: volume, path }) => ({ name: volume, mountPath: path }))),
        ],
      },
      {
        ...helper,
        name: containers.out,
        // Until the Job is deleted: the volume is gone with the pod.
        command: ['sh', '-c', 'trap "exit 0" TERM; while :; do sleep 3600 & wait $!; done'],
        volumeMounts: [{ name: 'job', mountPath: '/job', readOnly: true }],
      },
    ],
  }
}

const pullPolicy = { always: 'Always', missing: 'IfNotPresent', never: 'Never' } as const
const temporary = [
  { name: 'tmp', path: '/tmp' },
  { name: 'var-tmp', path: '/var/tmp' },
  { name: 'run', path: '/run' },
]

const confined = {
  allowPrivilegeEscalation: false,
  privileged: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

/**
 * Images of the catalog run as root by default, and Kubernetes cannot tell us what an image says. So
 * all of them run as this user, and exceptions are named in `docker.relaxed`.
 */
function userOf(user: string) {
  const [uid = 65534, gid = uid] = user.split(':').map(Number)
  return { runAsUser: uid, runAsGroup: gid, runAsNonRoot: uid !== 0 }
}

/** A relaxed image may have written as any user, with files that only their owner reads. */
const helperOf = (
  isRelaxed: boolean,
  { helperImage, imageRegistryPrefix, ...options }: ManifestOptions,
) => ({
  image: `${imageRegistryPrefix ?? ''}${helperImage}`,
  imagePullPolicy: 'IfNotPresent',
  resources: {
    limits: { cpu: options.cpuLimit, memory: String(128 * 1024 ** 2) },
    requests: { cpu: '10m', memory: String(16 * 1024 ** 2) },
  },
  securityContext: isRelaxed
    ? {
        ...confined,
        runAsUser: 0,
        runAsGroup: 0,
        capabilities: { drop: ['ALL'], add: ['DAC_OVERRIDE'] },
      }
    : { ...confined, ...userOf(options.user) },
})

/** Open to every user of the pod: some images run as another one. */
const folders = 'umask 022 && mkdir -p /job/input /job/output && chmod 777 /job/output'
const copyInput = `${folders} && cp -L /input/* /job/input/ && chmod 644 /job/input/*`
/** The archive ends with this entry: half an archive starts nothing. */
export const inputMarker = '.complete'
const awaitInput = `${folders} && until [ -e /job/${inputMarker} ]; do sleep 0.1; done`

function environmentOf(request: RunRequest, isRelaxed: boolean, options: ManifestOptions) {
  const environment = {
    ...containerEnvironment(options.environment, options.passEnvironment),
    ...(!isRelaxed && { HOME: '/tmp' }),
    ...(request.folder.hasCertificates && { REQUESTS_CA_BUNDLE: '/job/input/cacerts' }),
  }
  // `$(NAME)` would be replaced by Kubernetes.
  return Object.entries(environment).map(([name, value]) => ({
    name,
    value: value.replaceAll('$(', () => '$$('),
  }))
}

const splitPair = (pair: string): [string, string] => {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}

export function secretManifest(
  job: { readonly name: string; readonly uid: string },
  files: Readonly<Record<string, Buffer>>,
  instance: string,
) {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    immutable: true,
    metadata: {
      name: job.name,
      labels: { [labels.instance]: instanceLabel(instance), [labels.name]: job.name },
      // Deleted with its Job, whatever deletes that.
      ownerReferences: [
        { apiVersion: 'batch/v1', kind: 'Job', name: job.name, uid: job.uid, controller: false },
      ],
    },
    data: Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]),
    ),
  }
}
