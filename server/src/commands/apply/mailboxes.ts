import type { Client, contract, Mailbox } from '@assay/contract'
import { readSenderEntries } from '../../domain/mail/sender-rules.ts'
import type { TenantMailbox, TenantOrganization } from './tenancy.ts'

type Api = Pick<Client<typeof contract>, 'createMailbox' | 'listMailboxes' | 'updateMailbox'>

/** One mailbox of a file: what is different, and how it is made so. */
export interface MailboxStep {
  readonly what: string
  readonly changes: 'new' | readonly string[]
  act(): Promise<unknown>
}

/** What the file says of mailboxes, by their names; without an administrator there is nothing yet. */
export async function mailboxSteps(
  admin: Api | undefined,
  { name, mailboxes = [] }: TenantOrganization,
  differences: (known: object, wanted: object) => string[],
): Promise<MailboxStep[]> {
  if (mailboxes.length === 0) return []
  const { rows } = (await admin?.listMailboxes()) ?? { rows: [] }
  return mailboxes.map((mailbox) => {
    const what = `mailbox ${mailbox.name} of ${name}`
    const secret = mailbox.secret as unknown as string
    const known = rows.find((one) => one.name === mailbox.name)
    if (!known)
      return { what, changes: 'new', act: async () => admin?.createMailbox({ ...mailbox, secret }) }
    const { secret: _, ...wanted } = mailbox
    const changes = differences(comparable(known), comparable(wanted))
    // It cannot be read, so it is sent where the server asks for it again.
    const needsSecret = ['host', 'port', 'auth'].some((one) => changes.includes(one))
    return {
      what,
      changes,
      act: async () =>
        admin?.updateMailbox({ id: known.id }, { ...wanted, ...(needsSecret && { secret }) }),
    }
  })
}

/** What the file leaves out stays; one that fails is enabled. */
function comparable(mailbox: Mailbox | Omit<TenantMailbox, 'secret'>) {
  const enabled =
    'state' in mailbox ? mailbox.state === 'on' || mailbox.state === 'broken' : mailbox.enabled
  return {
    ...mailbox,
    ...(enabled !== undefined && { enabled }),
    ...lists(mailbox, 'allow'),
    ...lists(mailbox, 'deny'),
    ...lists(mailbox, 'replyDomains'),
    ...(mailbox.trustedServer != null && { trustedServer: mailbox.trustedServer.toLowerCase() }),
  }
}

type List = 'allow' | 'deny' | 'replyDomains'

const lists = (mailbox: Partial<Pick<Mailbox, List>>, list: List) =>
  mailbox[list] === undefined ? {} : { [list]: readSenderEntries(mailbox[list], list) }
