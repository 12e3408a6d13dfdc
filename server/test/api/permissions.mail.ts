import type { Deps } from '../../src/deps.ts'
import type { Sample } from './permissions.table.ts'

/** What comes in by mail: users upload, administrators say which mailboxes are read. */
export const mailTable = `
createMail                  | no mail                     | 401    403  400     400      403        400      401    401
listMailboxes               |                             | 401    403  403     200      403        200      401    401
createMailbox               |                             | 401    403  403     201      403        201      401    401
getMailbox                  | of alpha                    | 401    403  403     200      403        404      401    401
updateMailbox               | of alpha                    | 401    403  403     200      403        404      401    401
testMailbox                 | of alpha                    | 401    403  403     200      403        404      401    401
listMailboxMessages         | of alpha                    | 401    403  403     200      403        404      401    401
retryMailbox                | of alpha                    | 401    403  403     200      403        404      401    401
deleteMailbox               | of alpha                    | 401    403  403     204      403        404      401    401
listChannels                |                             | 401    403  403     200      403        200      401    401
createChannel               |                             | 401    403  403     201      403        201      401    401
getChannel                  | of alpha                    | 401    403  403     200      403        404      401    401
updateChannel               | of alpha                    | 401    403  403     200      403        404      401    401
testChannel                 | of alpha                    | 401    403  403     200      403        404      401    401
listChannelDeliveries       | of alpha                    | 401    403  403     200      403        404      401    401
deleteChannel               | of alpha                    | 401    403  403     204      403        404      401    401
`

const ofAlpha = { params: { id: '~7101' } }
const channelOfAlpha = { params: { id: '~7201' } }

export const mailSamples: Record<string, () => Sample> = {
  'createMail no mail': () => ({ input: { attachment: new File(['not a mail'], 'a.eml') } }),
  createMailbox: () => ({
    input: { name: 'abuse', host: '127.0.0.1', user: 'u', secret: 'p', enabled: false },
  }),
  'getMailbox of alpha': () => ofAlpha,
  'updateMailbox of alpha': () => ({ ...ofAlpha, input: { perHour: 10 } }),
  'testMailbox of alpha': () => ofAlpha,
  'listMailboxMessages of alpha': () => ofAlpha,
  'retryMailbox of alpha': () => ofAlpha,
  'deleteMailbox of alpha': () => ofAlpha,
  createChannel: () => ({
    input: { name: 'chat', form: 'slack', url: 'https://chat.example/', enabled: false },
  }),
  'getChannel of alpha': () => channelOfAlpha,
  'updateChannel of alpha': () => ({ ...channelOfAlpha, input: { maxTlp: 1 } }),
  'testChannel of alpha': () => channelOfAlpha,
  'listChannelDeliveries of alpha': () => channelOfAlpha,
  'deleteChannel of alpha': () => channelOfAlpha,
}

/** Disabled, and at an address that mailboxes are not connected to. */
export const givenMailbox = ({ db, secrets }: Deps) =>
  db
    .insertInto('mailboxes')
    .values({
      ...{ id: '~7101', organization: 'alpha', name: 'phishing', host: '127.0.0.1', port: 993 },
      ...{ security: 'tls', auth: 'password', username: 'soc@ours.example', folder: 'INBOX' },
      ...{ done_folder: 'Done', failed_folder: 'Failed', take: 'attached', per_hour: 200 },
      ...{ state: 'off', failures: 0, allow: '[]', deny: '[]', alert: '{}' },
      secret_sealed: secrets.seal('mailboxes.secret_sealed:~7101', 'a password of the mailbox'),
      ...{ created_at: 1, created_by: 'ada' },
    })
    .execute()

/** Off, and at an address that is not connected to. */
export const givenChannel = ({ db, secrets }: Deps) =>
  db
    .insertInto('channels')
    .values({
      ...{ id: '~7201', organization: 'alpha', name: 'soc', form: 'slack', host: '127.0.0.1' },
      ...{ kinds: '["newAlert"]', min_severity: 3, max_tlp: 2, language: 'en', state: 'off' },
      url_sealed: secrets.seal('channels.url_sealed:~7201', 'https://127.0.0.1:1/'),
      secret_sealed: secrets.seal('channels.secret_sealed:~7201', 'a secret of the channel'),
      ...{ created_at: 1, created_by: 'ada' },
    })
    .execute()
