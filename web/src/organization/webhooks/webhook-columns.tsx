import type { Webhook } from '@assay/contract'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/marks.tsx'
import type { Column } from '../../ui/table.tsx'
import { RowTasks } from '../row-tasks.tsx'

export type WebhookTask = 'edit' | 'remove' | 'deliveries' | 'test'

export const webhookColumns = (
  onTask: (task: WebhookTask, webhook: Webhook) => void,
): Column<Webhook>[] => [
  { key: 'name', label: text('webhooks.name'), isHeader: true, cell: ({ name }) => name },
  {
    key: 'url',
    label: text('webhooks.url'),
    isWide: true,
    cell: ({ url }) => <span className="value">{url}</span>,
  },
  {
    key: 'objectTypes',
    label: text('webhooks.tells'),
    cell: ({ objectTypes }) => (
      <span className="types">
        {objectTypes.length === 0 ? text('webhooks.everything') : objectTypes.join(', ')}
      </span>
    ),
  },
  {
    key: 'enabled',
    label: text('users.status'),
    cell: ({ enabled }) =>
      enabled ? (
        <StateMark tone="good" icon="check">
          {text('webhooks.on')}
        </StateMark>
      ) : (
        <StateMark tone="neutral" icon="minus">
          {text('webhooks.off')}
        </StateMark>
      ),
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (webhook) => (
      <RowTasks
        name={webhook.name}
        onEdit={() => onTask('edit', webhook)}
        onRemove={() => onTask('remove', webhook)}
      >
        <Button
          size="small"
          unavailable={!webhook.enabled && text('webhooks.isOff')}
          onClick={() => onTask('test', webhook)}
        >
          {text('webhooks.test')} <span className="visually-hidden">{webhook.name}</span>
        </Button>
        <Button size="small" onClick={() => onTask('deliveries', webhook)}>
          {text('webhooks.deliveries')} <span className="visually-hidden">{webhook.name}</span>
        </Button>
      </RowTasks>
    ),
  },
]
