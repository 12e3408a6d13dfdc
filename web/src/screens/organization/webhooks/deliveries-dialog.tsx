import type { Webhook, WebhookDelivery } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
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

/** What was sent to an address in the last days, and what became of it. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [from, setFrom] = useState(0)
  const range = `${from}-${from + perPage}`
  const deliveries = useQuery({
    queryKey: keyOf('webhooks', webhook.id, 'deliveries', range),
    queryFn: ({ signal }) => api.listWebhookDeliveries({ id: webhook.id }, { range }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'Waiting') ? 2_000 : 10_000,
  })
  return (
    <Dialog
      shape="wide"
      title={text('webhooks.deliveriesTitle', { name: webhook.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('app.close')}</Button>}
    >
      <Answer query={deliveries}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty title={text('webhooks.noDeliveries')} icon="link" />
          ) : (
            <>
              <Table
                caption={text('webhooks.deliveries')}
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
