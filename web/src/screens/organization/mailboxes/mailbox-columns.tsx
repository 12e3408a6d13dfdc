import type { Mailbox } from '@assay/contract'
import { counted, text } from '../../../base/texts/index.ts'
import { StateMark } from '../../../base/ui/marks.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'

const marks = {
  on: { tone: 'good', icon: 'check' },
  off: { tone: 'neutral', icon: 'minus' },
  paused: { tone: 'neutral', icon: 'minus' },
  broken: { tone: 'bad', icon: 'status-failure' },
} as const

export const mailboxColumns = (): Column<Mailbox>[] => [
  { key: 'name', label: text('mailboxes.name'), isHeader: true, cell: ({ name }) => name },
  {
    key: 'server',
    label: text('mailboxes.server'),
    isWide: true,
    cell: ({ host, user }) => (
      <span className="value">
        {user}, {host}
      </span>
    ),
  },
  {
    key: 'state',
    label: text('users.status'),
    cell: ({ state, reason }) => (
      <>
        <StateMark {...marks[state]}>{text(`mailboxes.state.${state}`)}</StateMark>
        {reason && <p className="muted">{reason}</p>}
      </>
    ),
  },
  {
    key: 'waiting',
    label: text('mailboxes.waiting'),
    cell: ({ waiting }) => (waiting ? counted('mailboxes.waitingCount', waiting) : <Nothing />),
  },
  {
    key: 'checkedAt',
    label: text('mailboxes.checkedAt'),
    cell: ({ checkedAt }) => (checkedAt ? <Time at={checkedAt} /> : <Nothing />),
  },
]
