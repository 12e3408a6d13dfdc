import type { Mailbox, MailMessage } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { StateMark } from '../../../base/ui/marks.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import { Pager } from '../../../base/ui/pager.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { type Column, Table } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'

const perPage = 20

/** The last mails of a mailbox, and what became of them. */
export function MessagesDialog({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const [from, setFrom] = useState(0)
  const range = `${from}-${from + perPage}`
  const messages = useQuery({
    queryKey: keyOf('mailboxes', mailbox.id, 'messages', range),
    queryFn: ({ signal }) => api.listMailboxMessages({ id: mailbox.id }, { range }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 10_000,
  })
  return (
    <Dialog
      shape="wide"
      title={text('mailboxes.messagesTitle', { name: mailbox.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('app.close')}</Button>}
    >
      <Answer query={messages}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty title={text('mailboxes.noMessages')} icon="bell" />
          ) : (
            <>
              <Table
                caption={text('mailboxes.messages')}
                columns={columns()}
                rows={rows}
                idOf={({ id }) => id}
              />
              <Pager from={from} size={perPage} total={total} onGo={setFrom} />
            </>
          )
        }
      </Answer>
    </Dialog>
  )
}

const marks = {
  new: { tone: 'neutral', icon: 'status-waiting' },
  done: { tone: 'good', icon: 'check' },
  duplicate: { tone: 'good', icon: 'check' },
  followup: { tone: 'good', icon: 'check' },
  refused: { tone: 'neutral', icon: 'minus' },
  failed: { tone: 'bad', icon: 'status-failure' },
} as const

const columns = (): Column<MailMessage>[] => [
  {
    key: 'receivedAt',
    label: text('mailboxes.receivedAt'),
    isHeader: true,
    cell: ({ receivedAt }) => <Time at={receivedAt} />,
  },
  {
    key: 'subject',
    label: text('mailboxes.subject'),
    isWide: true,
    cell: ({ subject, alertId }) =>
      alertId ? (
        <Link to={path`/alerts/${alertId}`}>{subject || text('mailboxes.noSubject')}</Link>
      ) : (
        subject || <Nothing />
      ),
  },
  {
    key: 'reporter',
    label: text('mailboxes.reporter'),
    isWide: true,
    cell: ({ reporter }) => (reporter ? <span className="value">{reporter}</span> : <Nothing />),
  },
  {
    key: 'state',
    label: text('mailboxes.became'),
    cell: ({ state, reason }) => (
      <>
        <StateMark {...marks[state]}>{text(`mailboxes.message.${state}`)}</StateMark>
        {reason && <p className="muted">{reason}</p>}
      </>
    ),
  },
]
