import type { Mailbox } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { problemOf } from '../../../base/problem.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { SettingsTab } from '../settings-tab.tsx'
import { mailboxColumns } from './mailbox-columns.tsx'
import { MailboxDialog } from './mailbox-dialog.tsx'
import { MessagesDialog } from './messages-dialog.tsx'
import { MispImports } from './misp-imports.tsx'

/** Mailboxes whose mails become alerts. */
export function MailboxesTab() {
  const mailboxes = useQuery({
    queryKey: keyOf('mailboxes'),
    queryFn: async ({ signal }) => (await api.listMailboxes({}, { signal })).rows,
    refetchInterval: 15_000,
  })
  const [listed, setListed] = useState<Mailbox>()
  return (
    <>
      <SettingsTab
        texts="mailboxes"
        query={mailboxes}
        stale={keyOf('mailboxes')}
        caption={text('place.mailboxes')}
        columns={mailboxColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        icon="bell"
        canEdit
        editor={(mailbox, { saved, close }) => (
          <MailboxDialog mailbox={mailbox} onSaved={saved} onClose={close} />
        )}
        remove={({ id }) => api.deleteMailbox({ id })}
        buttons={(mailbox) => (
          <>
            <Button size="small" onClick={() => void test(mailbox)}>
              {text('mailboxes.test')} <span className="visually-hidden">{mailbox.name}</span>
            </Button>
            <Button size="small" onClick={() => setListed(mailbox)}>
              {text('mailboxes.messages')} <span className="visually-hidden">{mailbox.name}</span>
            </Button>
            <Button
              size="small"
              unavailable={isOff(mailbox) && text('mailboxes.isOff')}
              onClick={() => void retry(mailbox)}
            >
              {text('mailboxes.retry')} <span className="visually-hidden">{mailbox.name}</span>
            </Button>
          </>
        )}
      />
      <MispImports />
      {listed && <MessagesDialog mailbox={listed} onClose={() => setListed(undefined)} />}
    </>
  )
}

const isOff = ({ state }: Mailbox) => state === 'off' || state === 'paused'

async function test({ id, name }: Mailbox): Promise<void> {
  try {
    const { ok, problem, waiting } = await api.testMailbox({ id })
    showToast(
      ok
        ? { kind: 'success', message: counted('mailboxes.testOk', waiting ?? 0, { name }) }
        : {
            kind: 'error',
            message: text('mailboxes.testFailed', { name, problem: problem ?? '' }),
          },
    )
  } catch (error) {
    showToast({ kind: 'error', message: problemOf(error).message })
  }
}

async function retry({ id }: Mailbox): Promise<void> {
  try {
    const { messages } = await api.retryMailbox({ id })
    showToast({ kind: 'success', message: counted('mailboxes.retried', messages) })
    void readAgain(keyOf('mailboxes'))
  } catch (error) {
    showToast({ kind: 'error', message: problemOf(error).message })
  }
}
