import type { OutgoingMessage, WebhookDelivery } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import { StateMark } from '../../base/ui/marks.tsx'
import { Nothing } from '../../base/ui/nothing.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { Time } from '../../base/ui/time.tsx'

const marks = {
  Waiting: { tone: 'neutral', icon: 'status-waiting' },
  Delivered: { tone: 'good', icon: 'check' },
  Sent: { tone: 'good', icon: 'check' },
  Returned: { tone: 'bad', icon: 'status-failure' },
  GivenUp: { tone: 'bad', icon: 'status-failure' },
} as const

type Sending = Pick<OutgoingMessage, 'createdAt' | 'attempts' | 'nextAttemptAt' | 'lastError'> & {
  readonly status: OutgoingMessage['status'] | WebhookDelivery['status']
}

/** What became of something that is sent. */
export const sendingColumns = <Row extends Sending>(): Column<Row>[] => [
  {
    key: 'createdAt',
    label: text('webhooks.at'),
    isHeader: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'status',
    label: text('users.status'),
    cell: ({ status }) => (
      <StateMark {...marks[status]}>{text(`sending.status.${status}`)}</StateMark>
    ),
  },
  {
    key: 'attempts',
    label: text('webhooks.attempts'),
    align: 'right',
    cell: ({ attempts }) => attempts,
  },
  {
    key: 'next',
    label: text('webhooks.next'),
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} />,
  },
  {
    key: 'lastError',
    label: text('webhooks.lastError'),
    isWide: true,
    cell: ({ lastError }) => lastError ?? <Nothing />,
  },
]
