import type { Mailbox, MailMessage } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { text } from '../../../base/texts/index.ts'
import { StateMark } from '../../../base/ui/marks.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { RecentDialog } from '../recent-dialog.tsx'

/** The last mails of a mailbox, and what became of them. */
export const MessagesDialog = ({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) => (
  <RecentDialog
    title={text('mailboxes.messagesTitle', { name: mailbox.name })}
    caption={text('mailboxes.messages')}
    empty={{ title: text('mailboxes.noMessages'), icon: 'bell' }}
    columns={columns()}
    queryKey={(range) => keyOf('mailboxes', mailbox.id, 'messages', range)}
    read={(range, signal) => api.listMailboxMessages({ id: mailbox.id }, { range }, { signal })}
    onClose={onClose}
  />
)

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
    cell: ({ state, reason, repliedAt, notReplied }) => (
      <>
        <StateMark {...marks[state]}>{text(`mailboxes.message.${state}`)}</StateMark>
        {reason && <p className="muted">{reason}</p>}
        {repliedAt !== undefined && (
          <p className="muted">
            {text('mailboxes.answered')} <Time at={repliedAt} />
          </p>
        )}
        {notReplied && (
          <p className="muted">{text('mailboxes.notAnswered', { reason: notReplied })}</p>
        )}
      </>
    ),
  },
]
