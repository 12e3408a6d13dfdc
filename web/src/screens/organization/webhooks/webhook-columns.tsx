import type { Webhook } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import { StateMark } from '../../../base/ui/marks.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { objectTypeWords } from '../audit/action-words.ts'

export const webhookColumns = (): Column<Webhook>[] => [
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
        {objectTypes.length === 0
          ? text('webhooks.everything')
          : objectTypes.map(objectTypeWords).join(', ')}
      </span>
    ),
  },
  {
    key: 'enabled',
    label: text('users.status'),
    cell: ({ enabled }) => (
      <StateMark tone={enabled ? 'good' : 'neutral'} icon={enabled ? 'check' : 'minus'}>
        {text(enabled ? 'webhooks.on' : 'webhooks.off')}
      </StateMark>
    ),
  },
]
