import type { Webhook, WebhookDelivery } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import { StateMark } from '../../../base/ui/marks.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { RecentDialog } from '../recent-dialog.tsx'

/** What was sent to an address in the last days, and what became of it. */
export const DeliveriesDialog = ({
  webhook,
  onClose,
}: {
  webhook: Webhook
  onClose: () => void
}) => (
  <RecentDialog
    title={text('webhooks.deliveriesTitle', { name: webhook.name })}
    caption={text('webhooks.deliveries')}
    empty={{ title: text('webhooks.noDeliveries'), icon: 'link' }}
    columns={columns()}
    queryKey={(range) => keyOf('webhooks', webhook.id, 'deliveries', range)}
    read={(range, signal) => api.listWebhookDeliveries({ id: webhook.id }, { range }, { signal })}
    isMoving={({ status }) => status === 'Waiting'}
    onClose={onClose}
  />
)

const marks = {
  Waiting: { tone: 'neutral', icon: 'status-waiting' },
  Delivered: { tone: 'good', icon: 'check' },
  GivenUp: { tone: 'bad', icon: 'status-failure' },
} as const

const columns = (): Column<WebhookDelivery>[] => [
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
      <StateMark {...marks[status]}>{text(`webhooks.status.${status}`)}</StateMark>
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
