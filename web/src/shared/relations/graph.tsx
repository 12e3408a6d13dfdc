import './relations.css'
import type { RelationNode, ValueRelations } from '@assay/contract'
import { type KeyboardEvent, useMemo } from 'react'
import { typeName } from '../../base/model/type-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { type TextKey, text } from '../../base/texts/index.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { ValueEdges, ValueNode } from '../../base/ui/value-graph.tsx'
import { adjacentNode, layered } from './layout.ts'
import { kindOf, levelWord, shortValue, shownNode } from './node-text.ts'

const box = { width: 168, height: 40, across: 192, down: 50, top: 24 }

interface RelationGraphProps {
  relations: ValueRelations
  /** Of the columns, from the middle one; those of a value by default. */
  heads?: Readonly<Record<number, TextKey>>
  /** Where a node leads; the page of the value by default. */
  pathOf?: (node: RelationNode) => string
}

/** Columns say the direction. The list next to it holds the same, in words. */
export function RelationGraph({
  relations,
  heads = columnNames,
  pathOf = valuePath,
}: RelationGraphProps) {
  const layout = useMemo(() => layered(relations), [relations])
  // Columns that are empty take no room.
  const x = (column: number) => 1 + layout.columns.indexOf(column) * box.across
  const y = (row: number) => box.top + row * box.down
  const last = layout.columns.at(-1) ?? 0
  const width = x(last) + box.width + 1
  const height = y(layout.rows - 1) + box.height + 2
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as Element).closest('[data-key]')?.getAttribute('data-key')
    const next = adjacentNode(layout, from ?? relations.center, event.key, relations.center)
    if (next === undefined) return
    event.preventDefault()
    for (const link of event.currentTarget.querySelectorAll<SVGAElement>('a[data-key]'))
      if (link.getAttribute('data-key') === next) link.focus()
  }
  const placed = new Map(layout.nodes.map((one) => [one.node.key, one]))
  return (
    <section
      className="value-graph"
      aria-label={text('value.graph')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys
      tabIndex={0}
      onKeyDown={move}
    >
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        <title>{text('value.graphTitle')}</title>
        <ValueEdges
          className="value-edge"
          edges={relations.edges}
          placed={placed}
          x={x}
          y={y}
          box={box}
        />
        {layout.columns.map((column) => (
          <text key={column} className="value-graph-head" x={x(column) - 1} y={13}>
            {text(heads[column] ?? (column < 0 ? 'value.foundIn' : 'value.leadsTo'))}
          </text>
        ))}
        {layout.nodes.map(({ node, column, row }) => (
          <Node
            key={node.key}
            node={node}
            kind={kindOf(relations, node)}
            isCenter={node.key === relations.center}
            to={pathOf(node)}
            x={x(column)}
            y={y(row)}
          />
        ))}
      </svg>
    </section>
  )
}

const columnNames: Readonly<Record<number, TextKey>> = {
  [-2]: 'value.foundIn',
  [-1]: 'value.reachedBy',
  0: 'value.thisValue',
  1: 'value.leadsTo',
  2: 'value.further',
}

interface NodeProps {
  node: RelationNode
  kind: string
  isCenter: boolean
  to: string
  x: number
  y: number
}

function Node({ node, kind, isCenter, to, x, y }: NodeProps) {
  const level = node.level ?? 'none'
  const shown = shortValue(node, 21)
  const note = [typeName(node.dataType), isCenter ? '' : kind].filter(Boolean).join(' · ')
  const drawn = note.length > 22 ? `${note.slice(0, 21)}…` : note
  const content = (
    <ValueNode
      className="value-node"
      level={level}
      value={shown}
      note={drawn}
      x={x}
      y={y}
      width={box.width}
      height={box.height}
    />
  )
  // What is drawn comes first, so voice control finds the link by what is visible.
  const whole = shown === shownNode(node) ? '' : `, ${shownNode(node)}`
  const rest = drawn === note ? '' : `, ${note}`
  const name = `${shown} ${drawn}${rest}${whole}, ${levelWord(node.level)}`
  const className = isCenter ? 'value-node value-node-center' : 'value-node'
  return isCenter ? (
    <g className={className} data-level={level}>
      <title>{name}</title>
      {content}
    </g>
  ) : (
    <Link to={to} className={className} data-level={level} data-key={node.key} aria-label={name}>
      {content}
    </Link>
  )
}
