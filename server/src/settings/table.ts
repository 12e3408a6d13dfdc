import {
  checkAddresses,
  checkContainerUser,
  checkDatabaseUrl,
  checkEngines,
  checkPrivateTargets,
  checkPublicUrl,
} from './checks.ts'
import type { Setting } from './values.ts'

/**
 * Every setting of the program, once. Types, the settings file, environment variables, checks,
 * `assay config` and the table in docs/settings.md all follow from this value.
 *
 * - A setting without `default` is optional.
 * - Durations and sizes are written as people write them ('1h', '100MiB') and reach the program as
 *   numbers, with the unit in the property name: `session.inactivity` is `session.inactivityMs`.
 * - `min` and `max` bound a number; for text `min` is a count of characters, for a list of entries.
 */
export const settings = {
  'http.host': {
    kind: 'text',
    default: '0.0.0.0',
    description: 'Address to listen on.',
  },
  'http.port': {
    kind: 'integer',
    default: 9001,
    min: 0,
    max: 65_535,
    description: 'Port to listen on; 0 takes a free one.',
  },
  'http.publicUrl': {
    kind: 'text',
    check: checkPublicUrl,
    description: 'Address behind a proxy, used in links; the proxy removes its path, if any.',
  },
  'http.trustProxy': {
    kind: 'list',
    default: [],
    check: checkAddresses,
    description: 'Proxies (addresses or CIDR ranges) whose `X-Forwarded-*` headers are believed.',
  },
  'http.bodyLimit': {
    kind: 'bytes',
    default: '1MiB',
    min: 1024,
    max: 1024 ** 3,
    description: 'Largest JSON or form body.',
  },
  'http.uploadLimit': {
    kind: 'bytes',
    default: '100MiB',
    min: 1024,
    description: 'Largest uploaded file.',
  },
  'http.stopTimeout': {
    kind: 'duration',
    default: '30s',
    max: 3_600_000,
    description: 'How long a stop waits for running requests.',
  },
  'http.stallTimeout': {
    kind: 'duration',
    default: '30s',
    min: 1_000,
    max: 3_600_000,
    description: 'How long a caller may read nothing of an answer before it is cut off.',
  },
  'search.timeout': {
    kind: 'duration',
    default: '10s',
    min: 100,
    max: 3_600_000,
    description: 'How long a search by patterns, words or unsorted fields may take.',
  },
  'data.dir': {
    kind: 'text',
    default: './data',
    description: 'Folder for the database, uploads and the key file.',
  },
  'database.url': {
    kind: 'text',
    secret: 'password',
    check: checkDatabaseUrl,
    description: 'PostgreSQL address; without it, SQLite in the data folder.',
  },
  'secret.key': {
    kind: 'text',
    secret: 'whole',
    min: 32,
    description: 'Master key that seals stored secrets; without it, a file in the data folder.',
  },
  'auth.method.session': {
    kind: 'boolean',
    default: true,
    description: 'Sign-in by login and password with a session cookie.',
  },
  'auth.method.key': {
    kind: 'boolean',
    default: true,
    description: 'API keys in `Authorization: Bearer`.',
  },
  'auth.method.basic': {
    kind: 'boolean',
    default: false,
    description: 'HTTP basic authentication.',
  },
  'auth.provider': {
    kind: 'list',
    default: ['local'],
    choices: ['local'],
    min: 1,
    description: 'Where passwords are checked, tried in this order.',
  },
  'auth.readOnlyAccess': {
    kind: 'boolean',
    default: false,
    description: 'Lets users with only `read` see jobs, reports and analyzers.',
  },
  'session.inactivity': {
    kind: 'duration',
    default: '1h',
    min: 60_000,
    description: 'A session ends after this time without a request.',
  },
  'bootstrap.login': {
    kind: 'text',
    default: 'admin',
    description: 'First superadmin, made at start while no user exists, if it has a secret below.',
  },
  'bootstrap.password': {
    kind: 'text',
    secret: 'whole',
    description: 'Password of the first superadmin.',
  },
  'bootstrap.key': {
    kind: 'text',
    secret: 'whole',
    description: 'API key of the first superadmin.',
  },
  'log.level': {
    kind: 'choice',
    default: 'info',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    description: 'How much is logged.',
  },
  roles: {
    kind: 'list',
    default: ['engine', 'platform', 'worker'],
    choices: ['engine', 'platform', 'worker'],
    min: 1,
    description: 'What this process does.',
  },
  'analyzer.urls': {
    kind: 'list',
    default: [],
    description: 'Folders, JSON files or addresses with analyzer definitions.',
  },
  'analyzer.enableBuiltin': {
    kind: 'boolean',
    default: false,
    description: 'New organizations start with all offline built-in analyzers.',
  },
  'analyzer.resources': {
    kind: 'text',
    description: 'Folder with rules, lists and databases that organizations may use.',
  },
  'analyzer.privateTargets': {
    kind: 'list',
    default: [],
    check: checkPrivateTargets,
    description: 'Private addresses, ranges or hosts that built-ins may reach.',
  },
  'responder.urls': {
    kind: 'list',
    default: [],
    description: 'Folders, JSON files or addresses with responder definitions.',
  },
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
    choices: ['builtin', 'docker', 'process'],
    min: 1,
    description: 'Ways to run a job, tried in this order.',
  },
  'job.slots': {
    kind: 'integer',
    default: 16,
    min: 1,
    max: 1000,
    description: 'Jobs that run at once in this process; several organizations share them.',
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
  'datastore.attachment.password': {
    kind: 'text',
    default: 'malware',
    description: 'Password of downloaded archives.',
  },
  'cache.job': {
    kind: 'duration',
    default: '10m',
    description: 'An equal job within this time gets the earlier report; 0 turns it off.',
  },
  'webhook.privateTargets': {
    kind: 'boolean',
    default: false,
    description: 'Webhooks may also reach private addresses.',
  },
  'platform.name': {
    kind: 'text',
    default: 'thehive',
    description: 'Prefix of responder data types, as in `thehive:alert`.',
  },
  'platform.engines': {
    kind: 'json',
    secret: 'whole',
    check: checkEngines,
    description: 'Engine servers (name, url, auth, organizations); without it, this process.',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settings

export const settingKeys = Object.keys(settings) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)

export const environmentName = (key: string) => `ASSAY_${key.toUpperCase().replaceAll('.', '_')}`
