import { checkAuditSinks } from './audit-sinks.ts'
import {
  checkAddresses,
  checkBlobsUrl,
  checkDatabaseUrl,
  checkLabels,
  checkMailUrl,
  checkPrivateTargets,
  checkPublicUrl,
  checkSender,
} from './checks.ts'
import { checkEngines } from './engine-servers.ts'
import { checkMispServers } from './misp-servers.ts'
import { runSettings } from './run-settings.ts'
import { checkSecretSources } from './secret-sources.ts'
import { signInSettings } from './sign-in-settings.ts'
import { checkThreatFeeds } from './threat-feeds.ts'
import type { Setting } from './values.ts'

/**
 * Every setting of the program, once. Types, the settings file, environment variables, checks,
 * `assay config` and the table in docs/settings.md all follow from this value; how jobs run is in `run-settings.ts`,
 * and how people sign in in `sign-in-settings.ts`.
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
    description: 'Port to listen on; 0 picks a free one.',
  },
  'http.tls.cert': {
    kind: 'text',
    description: 'TLS certificate file (PEM). Enables TLS together with `http.tls.key`.',
  },
  'http.tls.key': {
    kind: 'text',
    description: 'Private key file of the certificate (PEM).',
  },
  'http.publicUrl': {
    kind: 'text',
    check: checkPublicUrl,
    description: 'Public URL behind a proxy, used in links; the proxy must strip its path, if any.',
  },
  'http.trustProxy': {
    kind: 'list',
    default: [],
    check: checkAddresses,
    description: 'Trusted proxies (addresses or CIDR ranges) for `X-Forwarded-*` headers.',
  },
  'http.bodyLimit': {
    kind: 'bytes',
    default: '1MiB',
    min: 1024,
    max: 1024 ** 3,
    description: 'Maximum size of a JSON or form body; 32 KiB on endpoints without authentication.',
  },
  'http.uploadLimit': {
    kind: 'bytes',
    default: '100MiB',
    min: 1024,
    description: 'Maximum size of an uploaded file.',
  },
  'http.stopTimeout': {
    kind: 'duration',
    default: '30s',
    max: 3_600_000,
    description: 'Time to wait for running requests on shutdown.',
  },
  'http.drainPeriod': {
    kind: 'duration',
    // HAProxy's default takes a server out after three checks, 2 s apart; Kubernetes is done earlier.
    default: '10s',
    max: 3_600_000,
    description:
      'After SIGTERM: time that `/api/health` returns 503 while requests are served; 0: none.',
  },
  'http.stallTimeout': {
    kind: 'duration',
    default: '30s',
    min: 1_000,
    max: 3_600_000,
    description: 'Time a client may stall before the response is aborted.',
  },
  'metrics.token': {
    kind: 'text',
    secret: 'whole',
    min: 16,
    description: 'Bearer token for `/metrics`. Without it, only local requests are allowed.',
  },
  'search.timeout': {
    kind: 'duration',
    default: '10s',
    min: 100,
    max: 3_600_000,
    description: 'Time limit for searches by pattern, word or unsorted field.',
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
    description: 'PostgreSQL URL. Default: SQLite in the data folder.',
  },
  'database.listenUrl': {
    kind: 'text',
    secret: 'password',
    check: checkDatabaseUrl,
    description: 'Direct PostgreSQL URL for LISTEN/NOTIFY, bypassing a transaction pooler.',
  },
  'database.namedStatements': {
    kind: 'boolean',
    description: 'Use prepared statements in PostgreSQL. Default: yes, unless behind a pooler.',
  },
  'database.backgroundSync': {
    kind: 'boolean',
    default: false,
    description: 'For SQLite on a slow disk: requests continue while a commit waits for the disk.',
  },
  'database.startWait': {
    kind: 'duration',
    default: '60s',
    max: 86_400_000,
    description: 'Time to wait on start for an unavailable PostgreSQL.',
  },
  'blobs.url': {
    kind: 'text',
    check: checkBlobsUrl,
    description: 'File store: `file:/folder`, `postgres:` or `s3://bucket/prefix`.',
  },
  'blobs.formerUrl': {
    kind: 'text',
    check: checkBlobsUrl,
    description: 'Previous file store, still read while files are moved.',
  },
  'blobs.cacheLimit': {
    kind: 'bytes',
    default: '5GiB',
    min: 0,
    description: 'Disk space for local copies of files from a remote store.',
  },
  'blobs.s3.endpoint': {
    kind: 'text',
    check: checkPublicUrl,
    description: 'S3-compatible server. Default: AWS.',
  },
  'blobs.s3.region': {
    kind: 'text',
    default: 'us-east-1',
    description: 'Region of the bucket.',
  },
  'blobs.s3.keyId': {
    kind: 'text',
    description: 'Access key ID of the bucket.',
  },
  'blobs.s3.secret': {
    kind: 'text',
    secret: 'whole',
    description: 'Secret access key of the bucket.',
  },
  'blobs.s3.pathStyle': {
    kind: 'boolean',
    default: true,
    description: 'Use path-style URLs (bucket in the path, not in the host).',
  },
  'secret.key': {
    kind: 'text',
    secret: 'whole',
    min: 32,
    description: 'Master key that encrypts stored secrets. Default: `master.key` in `data.dir`.',
  },
  'secrets.sources': {
    kind: 'json',
    check: checkSecretSources,
    description: 'What secret references of organizations may read; see docs/secrets.md.',
  },
  ...signInSettings,
  'log.level': {
    kind: 'choice',
    default: 'info',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    description: 'Log level.',
  },
  'log.format': {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'json', 'text'],
    description: 'JSON or readable lines; `auto` is text on a terminal.',
  },
  roles: {
    kind: 'list',
    default: ['engine', 'platform', 'worker'],
    choices: ['engine', 'platform', 'worker'],
    min: 1,
    description: 'Roles of this process.',
  },
  'node.name': {
    kind: 'text',
    max: 128,
    description: 'Name in the node list. Default: the hostname.',
  },
  'node.labels': {
    kind: 'list',
    default: ['default'],
    min: 1,
    check: checkLabels,
    description: 'Worker pools whose jobs this process runs; `default` is everything else.',
  },
  'analyzer.urls': {
    kind: 'list',
    default: [],
    description: 'Folders, JSON files or URLs with analyzer definitions.',
  },
  'analyzer.enableBuiltin': {
    kind: 'boolean',
    default: false,
    description: 'Enable all offline built-in analyzers in new organizations.',
  },
  'analyzer.resources': {
    kind: 'text',
    description: 'Folder with rules, lists and databases that organizations may use.',
  },
  'analyzer.privateTargets': {
    kind: 'list',
    default: [],
    check: checkPrivateTargets,
    description: 'Private addresses, ranges or hosts that built-ins may contact.',
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
    description: 'Maximum size of a threat feed; five times as much unpacked.',
  },
  'feeds.maxEntries': {
    kind: 'integer',
    default: 2_000_000,
    min: 1000,
    max: 100_000_000,
    description: 'Maximum number of threat feed entries per organization.',
  },
  'responder.urls': {
    kind: 'list',
    default: [],
    description: 'Folders, JSON files or URLs with responder definitions.',
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
    description:
      'Time during which an identical job reuses the earlier report; 0 disables the cache.',
  },
  'webhook.privateTargets': {
    kind: 'boolean',
    default: false,
    description: 'Allow webhooks to private addresses.',
  },
  'mail.privateTargets': {
    kind: 'boolean',
    default: false,
    description: 'Allow mailboxes at private addresses and any port.',
  },
  'mail.url': {
    kind: 'text',
    secret: 'password',
    check: checkMailUrl,
    description:
      'SMTP server for notifications, such as `smtps://user:password@mail.example.org`. Default: no mail.',
  },
  'mail.from': {
    kind: 'text',
    check: checkSender,
    description: 'Sender address of notifications. Required with `mail.url`.',
  },
  'mail.maxTlp': {
    kind: 'integer',
    default: 2,
    min: 0,
    max: 3,
    description: 'Highest TLP (2: AMBER) whose titles are sent; above it only the number is.',
  },
  'audit.sinks': {
    kind: 'json',
    check: checkAuditSinks,
    description: 'Where the audit trail is sent: syslog over TLS or files; see docs/audit.md.',
  },
  'platform.name': {
    kind: 'text',
    default: 'thehive',
    description: 'Prefix of responder data types, as in `thehive:alert`.',
  },
  'platform.level': {
    kind: 'integer',
    default: 4,
    min: 4,
    max: 5,
    description: 'Version of TheHive that clients expect where 4 and 5 differ.',
  },
  'platform.engines': {
    kind: 'json',
    secret: 'whole',
    check: checkEngines,
    description: 'Engine servers (name, url, auth, organizations). Default: this process.',
  },
  'platform.misp': {
    kind: 'json',
    secret: 'whole',
    check: checkMispServers,
    description:
      'MISP servers (name, url, key, organizations, import) for case export and for events that become alerts.',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settings

export const settingKeys = Object.keys(settings) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)

export const environmentName = (key: string) => `ASSAY_${key.toUpperCase().replaceAll('.', '_')}`
