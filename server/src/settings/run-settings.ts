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
    description: 'Timeout of a job; it is stopped and fails.',
  },
  'job.builtinTimeout': {
    kind: 'duration',
    default: '60s',
    min: 1000,
    max: 24 * 86_400_000,
    description: 'Timeout of a built-in analyzer job; it is stopped and fails.',
  },
  'job.runners': {
    kind: 'list',
    default: ['builtin', 'docker', 'process'],
    choices: ['builtin', 'docker', 'process', 'kubernetes'],
    min: 1,
    description: 'Runners, tried in this order.',
  },
  'job.slots': {
    kind: 'integer',
    default: 16,
    min: 1,
    max: 1000,
    description: 'Concurrent jobs in this process, shared between organizations.',
  },
  'job.unrunnableAfter': {
    kind: 'duration',
    default: '10m',
    description: 'Time after which a job that no node can run fails; 0 waits forever.',
  },
  'job.pools': {
    kind: 'list',
    default: [],
    check: checkLabels,
    description: 'Node pools that organizations may choose for their workers.',
  },
  'job.followDepth': {
    kind: 'integer',
    default: 5,
    min: 0,
    max: 10,
    description:
      'Depth to which nested files are analyzed where `follow_files` is set; 0 disables it.',
  },
  'job.followFiles': {
    kind: 'integer',
    default: 200,
    min: 1,
    max: 10_000,
    description: 'Maximum number of nested files analyzed per job.',
  },
  'job.directory': {
    kind: 'text',
    description: 'Folder for running jobs. Default: `jobs` in the data folder.',
  },
  'job.keepJobFolder': {
    kind: 'boolean',
    default: false,
    description: 'Keep the folder of every job, with its configuration in plain text.',
  },
  'job.sandbox': {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'off', 'required'],
    description: 'Run programs in bubblewrap where available.',
  },
  'job.sandboxPaths': {
    kind: 'list',
    default: [],
    check: checkShownPaths,
    description: 'Additional folders and files that sandboxed programs can read.',
  },
  'job.warmPython': {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'off'],
    description: 'Keep frequently used Python programs loaded and fork them in the sandbox.',
  },
  'job.env': {
    kind: 'list',
    default: [],
    description: 'Additional environment variables passed to programs.',
  },
  'job.reportLimit': {
    kind: 'bytes',
    default: '100MiB',
    min: 1024,
    description: "Maximum size of a program's report.",
  },
  'job.memoryLimit': {
    kind: 'bytes',
    default: '2GiB',
    min: 16 * 1024 ** 2,
    description: 'Memory limit of a program including its child processes.',
  },
  'job.processLimit': {
    kind: 'integer',
    default: 256,
    min: 1,
    max: 100_000,
    description: 'Process limit of a program.',
  },
  'job.spoolLimit': {
    kind: 'bytes',
    default: '1GiB',
    min: 1024,
    description: 'Disk space for reports waiting for the database; when full, no jobs are started.',
  },
  'job.minFree': {
    kind: 'bytes',
    default: '100MiB',
    description: 'Minimum free space in the data folder; below it, no jobs are started.',
  },
  'job.responderGrace': {
    kind: 'duration',
    default: '10m',
    max: 86_400_000,
    description: "Time to wait for a lost responder's result before it fails.",
  },
  'docker.host': {
    kind: 'text',
    description: 'Docker engine, `unix://…` or `tcp://…`. Default: the local socket.',
  },
  'docker.pull': {
    kind: 'choice',
    default: 'missing',
    choices: ['always', 'missing', 'never'],
    description: 'When to pull images.',
  },
  'docker.images': {
    kind: 'list',
    default: [],
    description: 'Allowed images in addition to those in the catalog; `*` matches anything.',
  },
  'docker.user': {
    kind: 'text',
    default: '65534:65534',
    check: checkContainerUser,
    description: 'User and group for containers whose image would run as root.',
  },
  'docker.relaxed': {
    kind: 'list',
    default: [],
    description: 'Images that keep their own user, capabilities and a writable root.',
  },
  'docker.imageRegistryPrefix': {
    kind: 'text',
    description: 'Prefix for every image name.',
  },
  'docker.registry.user': {
    kind: 'text',
    description: 'Username for the image registry.',
  },
  'docker.registry.password': {
    kind: 'text',
    secret: 'whole',
    description: 'Password for the image registry.',
  },
  'docker.registry.url': {
    kind: 'text',
    description: 'URL of the image registry.',
  },
  'kubernetes.url': {
    kind: 'text',
    check: checkPublicUrl,
    description: 'API server. Default: the cluster that this process runs in.',
  },
  'kubernetes.kubeconfig': {
    kind: 'text',
    description: 'Kubeconfig file with the cluster and credentials (its current context).',
  },
  'kubernetes.tokenFile': {
    kind: 'text',
    description: "Token file. Default: the pod's service account token.",
  },
  'kubernetes.caFile': {
    kind: 'text',
    description: 'CA file of the API server. Default: that of the pod.',
  },
  'kubernetes.namespace': {
    kind: 'text',
    check: checkLabel,
    description: 'Namespace of the Jobs. Default: that of the pod or kubeconfig.',
  },
  'kubernetes.helperImage': {
    kind: 'text',
    default: 'busybox:1.37',
    description: 'Helper image with `sh` and `tar`, for file transfer.',
  },
  'kubernetes.cpuLimit': {
    kind: 'text',
    default: '1',
    check: checkCpu,
    description: 'CPU limit of a program; its memory limit is `job.memoryLimit`.',
  },
  'kubernetes.cpuRequest': {
    kind: 'text',
    default: '100m',
    check: checkCpu,
    description: 'CPU request of a program.',
  },
  'kubernetes.memoryRequest': {
    kind: 'bytes',
    default: '128MiB',
    min: 1024 ** 2,
    description: 'Memory request of a program.',
  },
  'kubernetes.imagePullSecrets': {
    kind: 'list',
    default: [],
    description: 'Image pull secrets in the namespace.',
  },
  'kubernetes.nodeSelector': {
    kind: 'list',
    default: [],
    check: checkPairs,
    description: 'Node selector for jobs, as `key=value` labels.',
  },
  'kubernetes.runtimeClass': {
    kind: 'text',
    check: checkLabel,
    description: 'Runtime class of the pods, such as `gvisor`.',
  },
  'kubernetes.networkPolicy': {
    kind: 'boolean',
    default: false,
    description: 'The cluster enforces network policies. If not, jobs that need them are rejected.',
  },
  'kubernetes.startTimeout': {
    kind: 'duration',
    default: '10m',
    min: 1000,
    max: 86_400_000,
    description: 'Time limit for a pod to start, including the image pull.',
  },
  'kubernetes.ttl': {
    kind: 'duration',
    default: '10m',
    max: 7 * 86_400_000,
    description: 'Time the cluster keeps a finished Job whose result was not fetched.',
  },
  'job.networkMaxTlp': {
    kind: 'integer',
    default: 3,
    min: -1,
    max: 3,
    description: 'Maximum TLP for network access; above it, programs run without network.',
  },
  'job.networkMaxPap': {
    kind: 'integer',
    default: 3,
    min: -1,
    max: 3,
    description: 'Maximum PAP for network access; above it, programs run without network.',
  },
  'job.retention': {
    kind: 'duration',
    default: '0',
    description: 'Retention of finished jobs with their reports and files; 0 keeps them forever.',
  },
  'job.retentionMin': {
    kind: 'duration',
    default: '1d',
    description: 'Minimum retention that an organization may set.',
  },
  'job.retentionMax': {
    kind: 'duration',
    default: '0',
    description: 'Maximum retention that an organization may set; 0 means no limit.',
  },
} as const satisfies Record<string, Setting>
