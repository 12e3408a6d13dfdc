import {
  configurationContext,
  sharedConfigContext,
} from '../../src/engine/configurations/sealed.ts'
import { sealAddress } from '../../src/engine/threat-feeds/address.ts'
import {
  secretContext as channelSecretContext,
  urlContext as channelUrlContext,
} from '../../src/knowledge/channels/store.ts'
import { secretContext } from '../../src/platform/mailboxes/store.ts'
import { sealContext } from '../../src/platform/webhooks/deliver.ts'
import { sealUrl } from '../../src/platform/webhooks/urls.ts'
import { browserOf } from '../api/browser.ts'
import { keyOfEngine } from '../api/permissions.connector.ts'
import { block, echo, feedToken } from '../api/permissions.engine.ts'
import { keyOf, type Person, passwordOf, people, type TestApp, testMasterKey } from '../setup.ts'
import { withTotp } from '../sign-in/factors.ts'

const planted = (what: string) => `PLANTED-${what}-9c41e7`

/** Every setting that holds a secret. */
export const environment = {
  ASSAY_AUTH_METHOD_BASIC: 'true',
  ASSAY_HTTP_PUBLICURL: 'https://assay.example.org',
  ASSAY_AUTH_PROVIDER: 'local,ldap',
  ASSAY_METRICS_TOKEN: planted('metrics-token'),
  ASSAY_BOOTSTRAP_PASSWORD: planted('bootstrap-password'),
  ASSAY_BOOTSTRAP_KEY: planted('bootstrap-key-of-thirty-two-characters'),
  ASSAY_BLOBS_S3_SECRET: planted('s3-secret'),
  ASSAY_DATABASE_LISTENURL: `postgres://assay:${planted('database-password')}@localhost/assay`,
  ASSAY_AUTH_LDAP_DIRECTORIES: JSON.stringify([
    {
      name: 'corp',
      urls: ['ldaps://127.0.0.1:1'],
      baseDn: 'dc=example,dc=org',
      bindDn: 'cn=reader',
      bindPassword: planted('ldap-password'),
    },
  ]),
  ASSAY_AUTH_OIDC_PROVIDERS: JSON.stringify([
    {
      name: 'corp',
      issuer: 'https://127.0.0.1:1',
      clientId: 'assay',
      clientSecret: planted('oidc-secret'),
    },
  ]),
  ASSAY_FEEDS_SOURCES: JSON.stringify([
    {
      name: 'operator',
      url: `http://127.0.0.1:1/${planted('operator-feed-address')}`,
      headers: { 'Auth-Key': planted('operator-feed-header') },
    },
  ]),
  ASSAY_PLATFORM_MISP: JSON.stringify([
    { name: 'misp', url: 'http://127.0.0.1:1', key: planted('misp-key') },
  ]),
}

/** Named by what they are, as findings call them. */
export type Secrets = Readonly<Record<string, string>>

/** What a stored configuration holds: names say little, so all of it is a secret. */
const configuration = {
  key: planted('configuration'),
  service: `https://example.org/${planted('configuration')}`,
  proxy_http: `http://user:${planted('configuration')}@proxy.example.org:3128`,
  plain: planted('configuration'),
  list: [planted('configuration')],
}

/** Puts a secret wherever one is stored. What a server without engine or platform does not read stays unread. */
export async function plantSecrets(app: TestApp): Promise<Secrets> {
  const { db, secrets } = app.deps
  const text = JSON.stringify(configuration)
  for (const { id } of [echo.params, block.params])
    await db
      .updateTable('workers')
      .set({ configuration_sealed: secrets.seal(configurationContext(id), text) })
      .where('id', '=', id)
      .execute()
  const shared = [
    { type: 'analyzer', name: 'Echo' },
    { type: 'analyzer', name: 'global' },
    { type: 'responder', name: 'Block' },
  ] as const
  for (const { type, name } of shared) {
    const place = sharedConfigContext('alpha', type, name)
    const stored = { config_sealed: secrets.seal(place, text), updated_at: 1, updated_by: 'ada' }
    await db
      .insertInto('worker_configs')
      .values({ organization: 'alpha', type, name, ...stored })
      .execute()
  }
  await db
    .updateTable('threat_feeds')
    .set({
      resource: null,
      address_sealed: sealAddress(secrets, 'a-feed-of-alpha', {
        url: `http://127.0.0.1:1/${planted('feed-address')}`,
        headers: { 'Auth-Key': planted('feed-header') },
      }),
    })
    .where('id', '=', 'a-feed-of-alpha')
    .execute()
  await db
    .updateTable('webhooks')
    .set({
      ...sealUrl(secrets, '~7001', `http://127.0.0.1:1/${planted('webhook-address')}`),
      secret_sealed: secrets.seal(sealContext('~7001'), planted('webhook-secret')),
    })
    .where('id', '=', '~7001')
    .execute()
  await db
    .updateTable('mailboxes')
    .set({ secret_sealed: secrets.seal(secretContext('~7101'), planted('mailbox-secret')) })
    .where('id', '=', '~7101')
    .execute()
  await db
    .updateTable('channels')
    .set({
      url_sealed: secrets.seal(
        channelUrlContext('~7201'),
        `https://127.0.0.1:1/${planted('channel-address')}`,
      ),
      secret_sealed: secrets.seal(channelSecretContext('~7201'), planted('channel-secret')),
    })
    .where('id', '=', '~7201')
    .execute()
  const { secret, codes } = await withTotp(app, 'nora')
  const settings = [...JSON.stringify(environment).matchAll(/PLANTED-([a-z0-9-]+)-9c41e7/g)]
  return {
    'master key': testMasterKey,
    'token of a feed': feedToken,
    'key of an engine': keyOfEngine,
    configuration: planted('configuration'),
    'address of a feed': planted('feed-address'),
    'header of a feed': planted('feed-header'),
    'address of a webhook': planted('webhook-address'),
    'secret of a webhook': planted('webhook-secret'),
    'password of a mailbox': planted('mailbox-secret'),
    'address of a channel': planted('channel-address'),
    'secret of a channel': planted('channel-secret'),
    'secret of a second factor': secret,
    'recovery code': codes[0] ?? '',
    ...Object.fromEntries(settings.map(([whole, name]) => [`setting ${name}`, whole])),
    ...Object.fromEntries(
      Object.values(people).flatMap(({ login }) => [
        [`key of ${login}`, keyOf(login)],
        [`password of ${login}`, passwordOf(login)],
      ]),
    ),
  }
}

export const ways = ['session', 'single key', 'all', 'read', 'run', 'bound'] as const
export type Way = (typeof ways)[number]

export interface PlantedCaller {
  readonly person: Person
  readonly login: string
  readonly way: Way
  readonly headers: Record<string, string>
  /** What this caller sends, and may be sent back as a cookie. */
  readonly token: string
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Users of each role, in every way in which they can call. */
export async function makeCallers(app: TestApp): Promise<PlantedCaller[]> {
  const callers: PlantedCaller[] = []
  for (const person of ['read', 'analyze', 'orgadmin', 'root'] as const) {
    const { login } = people[person]
    const session = await browserOf(app, login)
    const token = session.cookie.match(/CORTEX_SESSION=([^;]+)/)?.[1] ?? ''
    callers.push({ person, login, way: 'session', headers: session, token })
    const single = keyOf(login)
    callers.push({ person, login, way: 'single key', headers: bearer(single), token: single })
    for (const way of ['all', 'read', 'run', 'bound'] as const) {
      const scope = way === 'bound' ? 'run' : way
      const { id, key } = await app.as(person).createApiKey({ login }, { name: way, scope })
      if (way === 'bound')
        await app.deps.db
          .updateTable('api_keys')
          .set({ worker_id: echo.params.id })
          .where('id', '=', id)
          .execute()
      callers.push({ person, login, way, headers: bearer(key), token: key })
    }
  }
  return callers
}

const administrator = ['orgadmin by session', 'orgadmin by single key', 'orgadmin by all']
const own = (...persons: Person[]) =>
  persons.flatMap((person) => [`${person} by session`, `${person} by single key`])

/** Every answer in which one of them may be, to whom, and why. */
export const allowed: readonly { shown: string; to: readonly string[]; why: string }[] = [
  ...['listAnalyzers', 'searchAnalyzers', 'listOrganizationAnalyzers', 'getAnalyzer']
    .concat(['listResponders', 'searchResponders', 'listOrganizationResponders', 'getResponder'])
    .concat(['updateAnalyzer', 'updateResponder', 'listAnalyzerConfigs', 'getAnalyzerConfig'])
    .concat(['listResponderConfigs', 'getResponderConfig'])
    .map((call) => ({
      shown: `${call}: configuration`,
      to: administrator,
      why: 'who configures an organization sees what was configured',
    })),
  ...['listWebhooks', 'getWebhook'].map((call) => ({
    shown: `${call}: address of a webhook`,
    to: administrator,
    why: 'who configures an organization sees what was configured',
  })),
  {
    shown: 'updateWebhook: address of a webhook',
    to: own('orgadmin'),
    why: 'the same, of a call that is closed to named keys',
  },
  ...['listThreatFeeds', 'refreshThreatFeed'].map((call) => ({
    shown: `${call}: address of a feed`,
    to: administrator,
    why: 'who configures an organization sees what was configured',
  })),
  {
    shown: 'getKey: key of oneself',
    to: own('read', 'analyze', 'orgadmin', 'root'),
    why: 'the single key can be read again by its user, as clients expect',
  },
  {
    shown: 'getKey: key of nora',
    to: own('orgadmin', 'root'),
    why: 'administrators read the keys of their users, as clients expect',
  },
  ...['key of oneself', 'key of nora'].map((key) => ({
    shown: `setKey: ${key}`,
    to: own('orgadmin', 'root'),
    why: 'the answer repeats the key that was sent, as clients expect',
  })),
]
