import type { Channel, Client, contract } from '@assay/contract'
import { readSecretReference } from '../../domain/secret-references.ts'
import type { TenantChannel, TenantOrganization } from './tenancy.ts'

type Api = Pick<
  Client<typeof contract>,
  'createChannel' | 'getMailTexts' | 'listChannels' | 'setMailTexts' | 'updateChannel'
>

/** One channel of a file, or the texts around mails: what is different, and how it is made so. */
export interface ChannelStep {
  readonly what: string
  readonly changes: 'new' | readonly string[]
  act(): Promise<unknown>
}

type Differences = (known: object, wanted: object) => string[]

/** What the file says of chat channels, by their names; without an administrator there is nothing yet. */
export async function channelSteps(
  admin: Api | undefined,
  { name, channels = [] }: TenantOrganization,
  differences: Differences,
): Promise<ChannelStep[]> {
  if (channels.length === 0) return []
  const { rows } = (await admin?.listChannels()) ?? { rows: [] }
  return channels.map((channel) => {
    const what = `channel ${channel.name} of ${name}`
    const url = channel.url as unknown as string
    const secret = channel.secret as unknown as string | undefined
    const { url: _url, secret: _secret, ...wanted } = channel
    const known = rows.find((one) => one.name === channel.name)
    if (!known)
      return {
        what,
        changes: 'new',
        act: async () =>
          admin?.createChannel({ ...wanted, url, ...(secret !== undefined && { secret }) }),
      }
    // Of the address the server says the host; another path on it cannot be seen.
    const host = hostOf(url)
    const changes = differences(comparable(known), { ...comparable(wanted), host })
    return {
      what,
      changes,
      act: async () =>
        admin?.updateChannel(
          { id: known.id },
          { ...wanted, ...(changes.includes('host') && { url }) },
        ),
    }
  })
}

/** What the mails of the organization begin and end with. */
export async function mailTextSteps(
  admin: Api | undefined,
  { name, mailTexts }: TenantOrganization,
  differences: Differences,
): Promise<ChannelStep[]> {
  if (mailTexts === undefined) return []
  const known = admin ? await admin.getMailTexts() : {}
  return [
    {
      what: `mail texts of ${name}`,
      changes: differences(known, mailTexts),
      act: async () => admin?.setMailTexts(mailTexts),
    },
  ]
}

/** As the server shows it; what is no address it refuses itself. */
const hostOf = (url: string): string =>
  typeof readSecretReference(url) === 'object' ? url : (URL.parse(url)?.host ?? '')

/** What the file leaves out stays. */
function comparable(channel: Channel | Omit<TenantChannel, 'url' | 'secret'>) {
  const enabled = 'state' in channel ? channel.state === 'on' : channel.enabled
  return {
    ...channel,
    ...(channel.kinds && { kinds: [...new Set(channel.kinds)] }),
    ...(enabled !== undefined && { enabled }),
  }
}
