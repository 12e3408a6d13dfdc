import type { ClusterNode } from '@assay/contract'
import { ago } from '../../base/model/times.ts'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { StateMark } from '../../base/ui/marks.tsx'
import { Nothing } from '../../base/ui/nothing.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { nodeStates, taskOf } from './node-list.ts'

export type NodeTask = 'drain' | 'resume'
type OnTask = (task: NodeTask, node: ClusterNode) => void

export const nodeColumns = (onTask: OnTask): Column<ClusterNode>[] => [
  {
    key: 'name',
    label: text('nodes.machine'),
    isHeader: true,
    isWide: true,
    cell: ({ name, pid }) => (
      <>
        <span className="value">{name}</span>{' '}
        <span className="muted">{text('nodes.process', { pid: String(pid) })}</span>
      </>
    ),
  },
  {
    key: 'state',
    label: text('nodes.state'),
    cell: ({ state }) => (
      <StateMark {...nodeStates[state]}>{text(`nodes.state.${state}`)}</StateMark>
    ),
  },
  { key: 'roles', label: text('nodes.roles'), cell: ({ roles }) => roles.join(', ') },
  {
    key: 'offers',
    label: text('nodes.offers'),
    cell: (node) => <Offers node={node} />,
  },
  {
    key: 'slots',
    label: text('nodes.slots'),
    align: 'right',
    cell: ({ running, slots, roles }) =>
      roles.includes('worker') ? `${formatNumber(running)} / ${formatNumber(slots)}` : '–',
  },
  { key: 'version', label: text('nodes.version'), cell: ({ version }) => version },
  {
    key: 'seen',
    label: text('nodes.seen'),
    // By the clock of the server: that of this machine may be another.
    cell: ({ silentFor }) => ago(-silentFor, 0),
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (node) => <Task node={node} onTask={onTask} />,
  },
]

/** Runners, programs and, where it is not the usual one, the pools. */
function Offers({ node: { runners, programs, labels, roles } }: { node: ClusterNode }) {
  if (!roles.includes('worker')) return <Nothing />
  const parts = [
    ...runners.filter((runner) => runner !== 'process' || programs === 0),
    ...(programs > 0 ? [counted('nodes.programs', programs)] : []),
  ]
  const isUsual = labels.length === 1 && labels[0] === 'default'
  return (
    <span className="marks">
      {parts.join(', ') || <span className="muted">{text('nodes.nothing')}</span>}
      {!isUsual &&
        labels.map((label) => (
          <span key={label} className="type-chip">
            {label}
          </span>
        ))}
    </span>
  )
}

function Task({ node, onTask }: { node: ClusterNode; onTask: OnTask }) {
  const task = taskOf(node)
  if (!task) return null
  return (
    <span className="row-buttons">
      <Button size="small" onClick={() => onTask(task, node)}>
        {text(`nodes.${task}`)}{' '}
        <span className="visually-hidden">{`${node.name} ${node.pid}`}</span>
      </Button>
    </span>
  )
}
