import {
  checkAddresses,
  checkBlobsUrl,
  checkDatabaseUrl,
  checkLabels,
  checkPrivateTargets,
  checkPublicUrl,
} from './checks.ts'
import { checkEngines } from './engine-servers.ts'
import { checkLdapDirectories } from './ldap-directories.ts'
import { checkMispServers } from './misp-servers.ts'
import { checkOidcProviders } from './oidc-providers.ts'
import { runSettings } from './run-settings.ts'
import { checkThreatFeeds } from './threat-feeds.ts'
import type { Setting } from './values.ts'

/**
 * Every setting of the program, once. Types, the settings file, environment variables, checks,
 * `assay config` and the table in docs/settings.md all follow from this value; how jobs run is in `run-settings.ts`.
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
  'http.tls.cert': {
    kind: 'text',
    description: 'File with the certificate in PEM; with it and its key the port speaks TLS.',
  },
  'http.tls.key': {
    kind: 'text',
    description: 'File with the private key of the certificate, in PEM.',
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
    description: 'Largest JSON or form body; 32 KiB where no authentication is needed.',
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
  'http.drainPeriod': {
    kind: 'duration',
    // HAProxy's default takes a server out after three checks, 2 s apart; Kubernetes is done earlier.
    default: '10s',
    max: 3_600_000,
    description:
      'After SIGTERM: how long `/api/health` says 503 while requests are still answered. 0 stops at once.',
  },
  'http.stallTimeout': {
    kind: 'duration',
    default: '30s',
    min: 1_000,
    max: 3_600_000,
    description: 'How long a caller may read nothing of an answer before it is cut off.',
  },
  'metrics.token': {
    kind: 'text',
    secret: 'whole',
    min: 16,
    description: 'Bearer token for `/metrics`; without it, only this machine may read them.',
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
  'database.listenUrl': {
    kind: 'text',
    secret: 'password',
    check: checkDatabaseUrl,
    description: 'Address past a pooler of transactions, on which processes notify each other.',
  },
  'database.namedStatements': {
    kind: 'boolean',
    description: 'PostgreSQL keeps statements. Unset: yes, unless behind a pooler.',
  },
  'database.backgroundSync': {
    kind: 'boolean',
    default: false,
    description: 'SQLite on a slow disk: requests go on while a commit waits for the disk.',
  },
  'database.startWait': {
    kind: 'duration',
    default: '60s',
    max: 86_400_000,
    description: 'How long a start waits for a PostgreSQL that does not answer.',
  },
  'blobs.url': {
    kind: 'text',
    check: checkBlobsUrl,
    description: 'Store of files: `file:/folder`, `postgres:` or `s3://bucket/prefix`.',
  },
  'blobs.formerUrl': {
    kind: 'text',
    check: checkBlobsUrl,
    description: 'Store that files are still read from while they are moved.',
  },
  'blobs.cacheLimit': {
    kind: 'bytes',
    default: '5GiB',
    min: 0,
    description: 'Space for local copies of files from a store that is no folder.',
  },
  'blobs.s3.endpoint': {
    kind: 'text',
    check: checkPublicUrl,
    description: 'S3-compatible server; without it, that of AWS.',
  },
  'blobs.s3.region': {
    kind: 'text',
    default: 'us-east-1',
    description: 'Region of the bucket.',
  },
  'blobs.s3.keyId': {
    kind: 'text',
    description: 'Access key id of the bucket.',
  },
  'blobs.s3.secret': {
    kind: 'text',
    secret: 'whole',
    description: 'Secret access key of the bucket.',
  },
  'blobs.s3.pathStyle': {
    kind: 'boolean',
    default: true,
    description: 'The bucket is in the path of addresses, not in the host.',
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
    choices: ['local', 'ldap'],
    min: 1,
    description: 'Where passwords are checked: here, in the directories of `auth.ldap`.',
  },
  'auth.ldap.directories': {
    kind: 'json',
    secret: 'whole',
    check: checkLdapDirectories,
    description: 'Directories (LDAP, Active Directory), asked in this order; see docs/sign-in.md.',
  },
  'auth.ldap.create': {
    kind: 'boolean',
    default: false,
    description: 'Makes a user at the first sign-in with the password of a directory.',
  },
  'auth.ldap.link': {
    kind: 'boolean',
    default: false,
    description: 'Lets a first such sign-in take over the user of the same login.',
  },
  'auth.ldap.timeout': {
    kind: 'duration',
    default: '5s',
    min: 500,
    max: 60_000,
    description: 'How long a server of a directory may take for all of a sign-in.',
  },
  'auth.ldap.maxFailures': {
    kind: 'integer',
    default: 4,
    min: 1,
    max: 100,
    description: 'Wrong passwords of an account that reach a directory within 15 minutes.',
  },
  'auth.oidc.providers': {
    kind: 'json',
    secret: 'whole',
    check: checkOidcProviders,
    description: 'Providers of OpenID Connect; see docs/sign-in.md. Needs `http.publicUrl`.',
  },
  'auth.oidc.create': {
    kind: 'boolean',
    default: false,
    description: 'Makes a user at the first sign-in through a provider.',
  },
  'auth.oidc.link': {
    kind: 'boolean',
    default: false,
    description: 'Lets a first sign-in through a provider take over the user of the same login.',
  },
  'auth.oidc.autoLogin': {
    kind: 'boolean',
    default: false,
    description: 'The page goes to the first provider at once, without asking.',
  },
  'auth.oidc.timeout': {
    kind: 'duration',
    default: '10s',
    min: 1_000,
    max: 60_000,
    description: 'How long an answer of a provider may take.',
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
  'log.format': {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'json', 'text'],
    description: 'JSON, or lines for people; `auto` is text on a terminal.',
  },
  roles: {
    kind: 'list',
    default: ['engine', 'platform', 'worker'],
    choices: ['engine', 'platform', 'worker'],
    min: 1,
    description: 'What this process does.',
  },
  'node.name': {
    kind: 'text',
    max: 128,
    description: 'Name in the list of nodes; without it, that of the machine.',
  },
  'node.labels': {
    kind: 'list',
    default: ['default'],
    min: 1,
    check: checkLabels,
    description: 'Pools of workers whose jobs this process runs; `default` is everything else.',
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
  'feeds.sources': {
    kind: 'json',
    secret: 'whole',
    check: checkThreatFeeds,
    description: 'Threat feeds for all organizations (name, url or file …); see docs/feeds.md.',
  },
  'feeds.maxSize': {
    kind: 'bytes',
    default: '200MiB',
    min: 1024,
    max: 4 * 1024 ** 3,
    description: 'Largest threat feed that is fetched or read; unpacked five times as much.',
  },
  'feeds.maxEntries': {
    kind: 'integer',
    default: 2_000_000,
    min: 1000,
    max: 100_000_000,
    description: 'Entries of the threat feeds of one organization together.',
  },
  'responder.urls': {
    kind: 'list',
    default: [],
    description: 'Folders, JSON files or addresses with responder definitions.',
  },
  ...runSettings,
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
  'platform.misp': {
    kind: 'json',
    secret: 'whole',
    check: checkMispServers,
    description: 'MISP servers (name, url, key, organizations) that cases may be sent to.',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settings

export const settingKeys = Object.keys(settings) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)

export const environmentName = (key: string) => `ASSAY_${key.toUpperCase().replaceAll('.', '_')}`
