import {
  checkContainerUser,
  checkCpu,
  checkLabel,
  checkLabels,
  checkPairs,
  checkPublicUrl,
  checkShownPaths,
} from './checks.ts'
import type { Setting } from './values.ts'

/** How jobs run, here, in containers and in clusters: part of the table of settings. */
export const runSettings = {
  'job.timeout': {
    kind: 'duration',
    default: '30m',
    min: 1000,
    // A timer of Node holds 2^31 - 1 ms; beyond that it fires at once.
    max: 24 * 86_400_000,
    description: 'A job that runs longer is stopped and fails.',
  },
  'job.builtinTimeout': {
    kind: 'duration',
    default: '60s',
    min: 1000,
    max: 24 * 86_400_000,
    description: 'A job of a built-in analyzer that runs longer is stopped and fails.',
  },
  'job.runners': {
    kind: 'list',
    default: ['builtin', 'docker', 'process'],
    choices: ['builtin', 'docker', 'process', 'kubernetes'],
    min: 1,
    description: 'Tried in this order.',
  },
  'job.slots': {
    kind: 'integer',
    default: 16,
    min: 1,
    max: 1000,
    description: 'Jobs that run at once in this process; several organizations share them.',
  },
  'job.unrunnableAfter': {
    kind: 'duration',
    default: '10m',
    description: 'A job that no node can run for this long fails; 0 lets it wait.',
  },
  'job.pools': {
    kind: 'list',
    default: [],
    check: checkLabels,
    description: 'Labels of nodes that organizations may choose for their workers.',
  },
  'job.followDepth': {
    kind: 'integer',
    default: 5,
    min: 0,
    max: 10,
    description:
      'How deep files in files are analyzed where `follow_files` asks for it; 0 forbids it.',
  },
  'job.followFiles': {
    kind: 'integer',
    default: 200,
    min: 1,
    max: 10_000,
    description: 'Files that are analyzed so because of one job.',
  },
  'job.directory': {
    kind: 'text',
    description: 'Folder for running jobs; without it, `jobs` in the data folder.',
  },
  'job.keepJobFolder': {
    kind: 'boolean',
    default: false,
    description: 'Keeps the folder of every job, configuration in plain text.',
  },
  'job.sandbox': {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'off', 'required'],
    description: 'Runs programs in bubblewrap where it works.',
  },
  'job.sandboxPaths': {
    kind: 'list',
    default: [],
    check: checkShownPaths,
    description: 'Folders and files that sandboxed programs see, read-only, beside the usual ones.',
  },
  'job.warmPython': {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'off'],
    description: 'Forks Python programs that are used often, in the sandbox.',
  },
  'job.env': {
    kind: 'list',
    default: [],
    description: 'Environment variables that programs may see beside the usual ones.',
  },
  'job.reportLimit': {
    kind: 'bytes',
    default: '100MiB',
    min: 1024,
    description: 'Largest report of a program.',
  },
  'job.memoryLimit': {
    kind: 'bytes',
    default: '2GiB',
    min: 16 * 1024 ** 2,
    description: 'Memory that one program with its children may use.',
  },
  'job.processLimit': {
    kind: 'integer',
    default: 256,
    min: 1,
    max: 100_000,
    description: 'Processes that one program may have at once.',
  },
  'job.spoolLimit': {
    kind: 'bytes',
    default: '1GiB',
    min: 1024,
    description: 'Reports that wait on disk for the database; beyond it no job is started.',
  },
  'job.minFree': {
    kind: 'bytes',
    default: '100MiB',
    description: 'With less free space in the data folder no job is started.',
  },
  'job.responderGrace': {
    kind: 'duration',
    default: '10m',
    max: 86_400_000,
    description: 'How long a lost responder waits for its process to come back with the result.',
  },
  'docker.host': {
    kind: 'text',
    description: 'Docker engine, `unix://…` or `tcp://…`; without it, the local socket.',
  },
  'docker.pull': {
    kind: 'choice',
    default: 'missing',
    choices: ['always', 'missing', 'never'],
    description: 'When images are fetched.',
  },
  'docker.images': {
    kind: 'list',
    default: [],
    description: 'Images that may run beside those that the catalogue names; `*` is anything.',
  },
  'docker.user': {
    kind: 'text',
    default: '65534:65534',
    check: checkContainerUser,
    description: 'User and group of containers whose image would run as root.',
  },
  'docker.relaxed': {
    kind: 'list',
    default: [],
    description: 'Images that keep their own user, capabilities and a writable root.',
  },
  'docker.imageRegistryPrefix': {
    kind: 'text',
    description: 'Put before the name of every image.',
  },
  'docker.registry.user': {
    kind: 'text',
    description: 'Login at the image registry.',
  },
  'docker.registry.password': {
    kind: 'text',
    secret: 'whole',
    description: 'Password at the image registry.',
  },
  'docker.registry.url': {
    kind: 'text',
    description: 'Address of the image registry.',
  },
  'kubernetes.url': {
    kind: 'text',
    check: checkPublicUrl,
    description: 'API server; without it, the cluster that this process is a pod of.',
  },
  'kubernetes.kubeconfig': {
    kind: 'text',
    description: 'File with address and credentials of the cluster (its current context).',
  },
  'kubernetes.tokenFile': {
    kind: 'text',
    description: 'File with the token; without it, that of the service account of the pod.',
  },
  'kubernetes.caFile': {
    kind: 'text',
    description: 'File with the authority of the API server; without it, that of the pod.',
  },
  'kubernetes.namespace': {
    kind: 'text',
    check: checkLabel,
    description: 'Namespace of the Jobs; without it, that of the pod or kubeconfig.',
  },
  'kubernetes.helperImage': {
    kind: 'text',
    default: 'busybox:1.37',
    description: 'Image with `sh` and `tar`, for files in and out.',
  },
  'kubernetes.cpuLimit': {
    kind: 'text',
    default: '1',
    check: checkCpu,
    description: 'CPU that one program may use; its memory is `job.memoryLimit`.',
  },
  'kubernetes.cpuRequest': {
    kind: 'text',
    default: '100m',
    check: checkCpu,
    description: 'CPU that the scheduler reserves for one program.',
  },
  'kubernetes.memoryRequest': {
    kind: 'bytes',
    default: '128MiB',
    min: 1024 ** 2,
    description: 'Memory that the scheduler reserves for one program.',
  },
  'kubernetes.imagePullSecrets': {
    kind: 'list',
    default: [],
    description: 'Secrets of the namespace with logins at image registries.',
  },
  'kubernetes.nodeSelector': {
    kind: 'list',
    default: [],
    check: checkPairs,
    description: 'Labels of the nodes that may run jobs, `key=value` each.',
  },
  'kubernetes.runtimeClass': {
    kind: 'text',
    check: checkLabel,
    description: 'Runtime class of the pods, such as `gvisor`.',
  },
  'kubernetes.networkPolicy': {
    kind: 'boolean',
    default: false,
    description: 'Network policies are enforced; else such jobs are refused.',
  },
  'kubernetes.startTimeout': {
    kind: 'duration',
    default: '10m',
    min: 1000,
    max: 86_400_000,
    description: 'How long a pod may take to start, pulling its image included.',
  },
  'kubernetes.ttl': {
    kind: 'duration',
    default: '10m',
    max: 7 * 86_400_000,
    description: 'How long the cluster keeps a Job that ended and that nobody fetched.',
  },
  'job.networkMaxTlp': {
    kind: 'integer',
    default: 3,
    min: -1,
    max: 3,
    description: 'Programs run without network on observables with a higher TLP.',
  },
  'job.networkMaxPap': {
    kind: 'integer',
    default: 3,
    min: -1,
    max: 3,
    description: 'Programs run without network on observables with a higher PAP.',
  },
  'job.retention': {
    kind: 'duration',
    default: '0',
    description:
      'Jobs that ended longer ago are deleted with their reports and files; 0 keeps them.',
  },
  'job.retentionMin': {
    kind: 'duration',
    default: '1d',
    description: 'The least that an organization may choose for itself.',
  },
  'job.retentionMax': {
    kind: 'duration',
    default: '0',
    description: 'Jobs never stay longer, whatever an organization chooses; 0 is no limit.',
  },
} as const satisfies Record<string, Setting>
