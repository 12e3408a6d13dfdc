import type { Deps } from '../../src/deps.ts'
import type { Sample } from './permissions.table.ts'

/** Addresses that receive changes are for administrators of an organization. */
export const webhookTable = `
listWebhooks                |                             | 401    403  403     200      403        200      401    401
createWebhook               |                             | 401    403  403     201      403        201      401    401
getWebhook                  | of alpha                    | 401    403  403     200      403        404      401    401
updateWebhook               | of alpha                    | 401    403  403     200      403        404      401    401
listWebhookDeliveries       | of alpha                    | 401    403  403     200      403        404      401    401
testWebhook                 | of alpha                    | 401    403  403     204      403        404      401    401
deleteWebhook               | of alpha                    | 401    403  403     204      403        404      401    401
`

const ofAlpha = { params: { id: '~7001' } }

export const webhookSamples: Record<string, () => Sample> = {
  createWebhook: () => ({ input: { name: 'siem', url: 'https://siem.example.org/' } }),
  'getWebhook of alpha': () => ofAlpha,
  'updateWebhook of alpha': () => ({ ...ofAlpha, input: { enabled: false } }),
  'listWebhookDeliveries of alpha': () => ofAlpha,
  'testWebhook of alpha': () => ofAlpha,
  'deleteWebhook of alpha': () => ofAlpha,
}

/** Disabled, so nothing is sent anywhere. */
export const givenWebhook = ({ db, secrets }: Deps) =>
  db
    .insertInto('webhooks')
    .values({
      id: '~7001',
      organization: 'alpha',
      name: 'webhook',
      url: 'http://127.0.0.1:1/',
      secret_sealed: secrets.seal('webhook:~7001', 'a secret of sixteen characters'),
      object_types: '[]',
      enabled: 0,
      created_at: 1,
      created_by: 'ada',
    })
    .execute()
