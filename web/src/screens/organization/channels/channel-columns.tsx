import type { Channel } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import { StateMark } from '../../../base/ui/marks.tsx'
import type { Column } from '../../../base/ui/table.tsx'

const marks = {
  on: { tone: 'good', icon: 'check' },
  off: { tone: 'neutral', icon: 'minus' },
  paused: { tone: 'neutral', icon: 'minus' },
} as const

export const channelColumns = (): Column<Channel>[] => [
  { key: 'name', label: text('channels.name'), isHeader: true, cell: ({ name }) => name },
  {
    key: 'form',
    label: text('channels.form'),
    isWide: true,
    cell: ({ form, host }) => (
      <>
        {text(`channels.form.${form}`)} <span className="value muted">{host}</span>
      </>
    ),
  },
  {
    key: 'kinds',
    label: text('channels.kinds'),
    isWide: true,
    cell: ({ kinds }) => kinds.map((kind) => text(`outbox.kind.${kind}`)).join(', '),
  },
  {
    key: 'state',
    label: text('users.status'),
    cell: ({ state }) => <StateMark {...marks[state]}>{text(`channels.state.${state}`)}</StateMark>,
  },
]
