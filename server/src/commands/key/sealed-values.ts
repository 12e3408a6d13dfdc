import { configurationContext, sharedConfigContext } from '../../engine/configurations/sealed.ts'
import { inputsContext } from '../../engine/job-rows/secret-inputs.ts'
import { addressContext } from '../../engine/threat-feeds/address.ts'
import { totpContext } from '../../identity/second-factor/store.ts'
import type { LookupPurpose, SealContext, SealedKind, Secrets } from '../../identity/secrets.ts'
import { metaNames } from '../../identity/setup/installation.ts'
import { keyContext } from '../../identity/users/keys.ts'
import {
  secretContext as channelSecretContext,
  urlContext as channelUrlContext,
} from '../../knowledge/channels/store.ts'
import { secretContext as mailboxContext } from '../../platform/mailboxes/store.ts'
import { startContext } from '../../platform/tracking/starts.ts'
import { sealContext as webhookContext } from '../../platform/webhooks/deliver.ts'
import { urlContext as webhookUrlContext } from '../../platform/webhooks/urls.ts'
import type { Db } from '../../storage/database.ts'

/** One value of the database that the master key has sealed. */
export interface SealedValue {
  readonly context: SealContext
  readonly sealed: string
  /** Writes it, sealed again. */
  replace(sealed: string): Promise<unknown>
}

/** Where the values of each kind are. A kind without an entry does not compile. */
export const sealedValues: Readonly<Record<SealedKind, (db: Db) => Promise<SealedValue[]>>> = {
  'meta.canary': (db) => metaValue(db, 'meta.canary', metaNames.canary),
  'meta.service': (db) => metaValue(db, 'meta.service', metaNames.service),
  'meta.feedLookup': (db) => metaValue(db, 'meta.feedLookup', metaNames.feedLookup),

  async 'users.key_sealed'(db) {
    const rows = await db.selectFrom('users').select(['login', 'key_sealed']).execute()
    return rows.flatMap(({ login, key_sealed }) =>
      key_sealed === null
        ? []
        : {
            context: keyContext(login),
            sealed: key_sealed,
            replace: (sealed) =>
              db
                .updateTable('users')
                .set({ key_sealed: sealed })
                .where('login', '=', login)
                .execute(),
          },
    )
  },

  async 'workers.configuration'(db) {
    const rows = await db.selectFrom('workers').select(['id', 'configuration_sealed']).execute()
    return rows.map(({ id, configuration_sealed }) => ({
      context: configurationContext(id),
      sealed: configuration_sealed,
      replace: (sealed) =>
        db
          .updateTable('workers')
          .set({ configuration_sealed: sealed })
          .where('id', '=', id)
          .execute(),
    }))
  },

  async 'worker_configs.config'(db) {
    const rows = await db
      .selectFrom('worker_configs')
      .select(['organization', 'type', 'name', 'config_sealed'])
      .execute()
    return rows.map(({ organization, type, name, config_sealed }) => ({
      context: sharedConfigContext(organization, type, name),
      sealed: config_sealed,
      replace: (sealed) =>
        db
          .updateTable('worker_configs')
          .set({ config_sealed: sealed })
          .where('organization', '=', organization)
          .where('type', '=', type)
          .where('name', '=', name)
          .execute(),
    }))
  },

  async webhook(db) {
    const rows = await db.selectFrom('webhooks').select(['id', 'secret_sealed']).execute()
    return rows.map(({ id, secret_sealed }) => ({
      context: webhookContext(id),
      sealed: secret_sealed,
      replace: (sealed) =>
        db.updateTable('webhooks').set({ secret_sealed: sealed }).where('id', '=', id).execute(),
    }))
  },

  async 'webhooks.url_sealed'(db) {
    const rows = await db.selectFrom('webhooks').select(['id', 'url_sealed']).execute()
    return rows.flatMap(({ id, url_sealed }) =>
      url_sealed === null
        ? []
        : {
            context: webhookUrlContext(id),
            sealed: url_sealed,
            replace: (sealed) =>
              db.updateTable('webhooks').set({ url_sealed: sealed }).where('id', '=', id).execute(),
          },
    )
  },

  async 'totp_secrets.secret'(db) {
    const rows = await db.selectFrom('totp_secrets').select(['login', 'secret_sealed']).execute()
    return rows.map(({ login, secret_sealed }) => ({
      context: totpContext(login),
      sealed: secret_sealed,
      replace: (sealed) =>
        db
          .updateTable('totp_secrets')
          .set({ secret_sealed: sealed })
          .where('login', '=', login)
          .execute(),
    }))
  },

  async 'threat_feeds.address'(db) {
    const rows = await db.selectFrom('threat_feeds').select(['id', 'address_sealed']).execute()
    return rows.flatMap(({ id, address_sealed }) =>
      address_sealed === null
        ? []
        : {
            context: addressContext(id),
            sealed: address_sealed,
            replace: (sealed) =>
              db
                .updateTable('threat_feeds')
                .set({ address_sealed: sealed })
                .where('id', '=', id)
                .execute(),
          },
    )
  },

  async 'mailboxes.secret_sealed'(db) {
    const rows = await db.selectFrom('mailboxes').select(['id', 'secret_sealed']).execute()
    return rows.map(({ id, secret_sealed }) => ({
      context: mailboxContext(id),
      sealed: secret_sealed,
      replace: (sealed) =>
        db.updateTable('mailboxes').set({ secret_sealed: sealed }).where('id', '=', id).execute(),
    }))
  },

  async 'starting_jobs.request'(db) {
    const rows = await db
      .selectFrom('starting_jobs')
      .select(['organization', 'request_key', 'request_sealed'])
      .execute()
    return rows.map((row) => ({
      context: startContext(row),
      sealed: row.request_sealed,
      replace: (sealed) =>
        db
          .updateTable('starting_jobs')
          .set({ request_sealed: sealed })
          .where('organization', '=', row.organization)
          .where('request_key', '=', row.request_key)
          .execute(),
    }))
  },

  async 'secret_inputs.values'(db) {
    const rows = await db
      .selectFrom('secret_inputs')
      .select(['organization', 'job_id', 'values_sealed'])
      .execute()
    return rows.map((row) => ({
      context: inputsContext(row),
      sealed: row.values_sealed,
      replace: (sealed) =>
        db
          .updateTable('secret_inputs')
          .set({ values_sealed: sealed })
          .where('job_id', '=', row.job_id)
          .execute(),
    }))
  },

  async 'channels.url_sealed'(db) {
    const rows = await db.selectFrom('channels').select(['id', 'url_sealed']).execute()
    return rows.map(({ id, url_sealed }) => ({
      context: channelUrlContext(id),
      sealed: url_sealed,
      replace: (sealed) =>
        db.updateTable('channels').set({ url_sealed: sealed }).where('id', '=', id).execute(),
    }))
  },

  async 'channels.secret_sealed'(db) {
    const rows = await db.selectFrom('channels').select(['id', 'secret_sealed']).execute()
    return rows.flatMap(({ id, secret_sealed }) =>
      secret_sealed === null
        ? []
        : {
            context: channelSecretContext(id),
            sealed: secret_sealed,
            replace: (sealed) =>
              db
                .updateTable('channels')
                .set({ secret_sealed: sealed })
                .where('id', '=', id)
                .execute(),
          },
    )
  },

  // Sessions are over by then; see `renewLookups`.
  'sessions.id_token_sealed': async () => [],

  // In the hands of browsers that are in the middle of a sign-in; they begin again.
  'second-factor': async () => [],

  // In cookies of browsers that are on their way to a provider; they begin again.
  'sign-in': async () => [],
}

async function metaValue(db: Db, context: SealedKind, name: string): Promise<SealedValue[]> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  const replace = (value: string) =>
    db.updateTable('meta').set({ value }).where('name', '=', name).execute()
  return row ? [{ context, sealed: row.value, replace }] : []
}

/** Every value of every kind. */
export async function allSealedValues(db: Db): Promise<SealedValue[]> {
  const all: SealedValue[] = []
  for (const find of Object.values(sealedValues)) all.push(...(await find(db)))
  return all
}

/** For the operator; a context names a row and holds no secret. */
export function openOrSay(
  secrets: Secrets,
  context: SealedValue['context'],
  sealed: string,
): string {
  try {
    return secrets.open(context, sealed)
  } catch {
    throw new Error(`Cannot decrypt ${context}. Nothing was changed`)
  }
}

/**
 * What happens to each keyed hash, before the values are sealed again. A purpose without an entry
 * does not compile. Returns how many users have to sign in again.
 */
export const renewLookups: Readonly<
  Record<LookupPurpose, (tx: Db, from: Secrets, to: Secrets) => Promise<number>>
> = {
  async 'api-key'(tx, from, to) {
    for (const { context, sealed } of await sealedValues['users.key_sealed'](tx)) {
      const login = context.slice(keyContext('').length)
      const key_hash = to.lookup('api-key', openOrSay(from, context, sealed))
      await tx.updateTable('users').set({ key_hash }).where('login', '=', login).execute()
    }
    return 0
  },

  // Only the browser has the token.
  async session(tx) {
    const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst()
    return Number(numDeletedRows)
  },

  // Only the browser has the token; the addresses that an account is known by stay.
  async device(tx) {
    await tx.deleteFrom('known_sources').where('source', 'like', 'device:%').execute()
    return 0
  },

  // Only firewalls have the token, and reconfiguring them all is not an option: the key of the hash
  // stays. Knowing it allows comparing a guess, and 24 random bytes cannot be guessed.
  async feed(tx, from, to) {
    const value = to.seal('meta.feedLookup', from.feedLookup)
    await tx
      .insertInto('meta')
      .values({ name: metaNames.feedLookup, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    return 0
  },
}

/** Keyed too: reports are reused only for an equal configuration. */
export async function renewConfigurationHashes(tx: Db, from: Secrets, to: Secrets): Promise<void> {
  for (const { context, sealed } of await sealedValues['workers.configuration'](tx)) {
    const id = context.slice(configurationContext('').length)
    const configuration_hash = to.proof('configuration', openOrSay(from, context, sealed))
    await tx.updateTable('workers').set({ configuration_hash }).where('id', '=', id).execute()
  }
}
