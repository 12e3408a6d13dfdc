import type { InvestigationRelations } from '@assay/contract'
import { useMemo } from 'react'
import { relationKind } from '../../base/model/relation-kind.ts'
import { typeName } from '../../base/model/type-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, text } from '../../base/texts/index.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { ValueEdges, ValueNode } from '../../base/ui/value-graph.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { layoutOf } from './layout.ts'
import { shownValueOf } from './shown.ts'

const maxNodes = 60
const box = { width: 196, height: 40, across: 252, down: 50 }

type Node = InvestigationRelations['nodes'][number]

/** How the values hang together; the list below the drawing holds the same in words. */
export function Graph({ relations }: { relations: InvestigationRelations }) {
  const nodes = relations.nodes.slice(0, maxNodes)
  const layout = useMemo(
    () => layoutOf(relations.nodes.slice(0, maxNodes), relations.edges),
    [relations],
  )
  const placed = new Map(layout.nodes.map((one) => [one.node.key, one]))
  const x = (column: number) => 1 + column * box.across
  const y = (row: number) => 1 + row * box.down
  const width = x(layout.columns - 1) + box.width + 1
  const height = y(layout.rows - 1) + box.height + 1
  const left = relations.left + relations.nodes.length - nodes.length
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys */}
      <section className="panel inv-graph" aria-label={text('investigation.graph')} tabIndex={0}>
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
          <title>{text('investigation.graphTitle')}</title>
          <ValueEdges
            className="inv-edge"
            edges={layout.edges}
            placed={placed}
            x={x}
            y={y}
            box={box}
          />
          {layout.nodes.map(({ node, column, row }) => (
            <Box key={node.key} node={node} x={x(column)} y={y(row)} />
          ))}
        </svg>
      </section>
      <section className="panel inv-edges" aria-label={text('investigation.asList')}>
        <h2>{text('investigation.asList')}</h2>
        <ul>
          {layout.edges.map(({ from, to, kind }) => {
            const [a, b] = [placed.get(from)?.node, placed.get(to)?.node]
            return a && b ? (
              <li key={`${from} ${to}`}>
                <End node={a} /> <span className="muted">→ {relationKind(kind)} →</span>{' '}
                <End node={b} />
              </li>
            ) : null
          })}
        </ul>
        {left > 0 && <p className="muted">{counted('investigation.moreNodes', left)}</p>}
      </section>
    </>
  )
}

const End = ({ node }: { node: Node }) => (
  <>
    <VerdictMark level={node.level} isPlain isShort />{' '}
    <Link to={valuePath(node)} className="value">
      {shownValueOf(node)}
    </Link>
  </>
)

const maxShown = 22

function Box({ node, x, y }: { node: Node; x: number; y: number }) {
  const whole = shownValueOf(node)
  const shown = whole.length > maxShown ? `${whole.slice(0, maxShown - 1)}…` : whole
  const level = node.level ?? 'none'
  const note = node.isMember
    ? typeName(node.dataType)
    : `${typeName(node.dataType)} · ${text('investigation.foundThere')}`
  const word = text(node.level === null ? 'verdict.unasked' : `verdict.${node.level}`)
  return (
    <Link
      to={valuePath(node)}
      className={node.isMember ? 'inv-node' : 'inv-node inv-node-found'}
      data-level={level}
      aria-label={`${shown} ${note}${whole === shown ? '' : `, ${whole}`}, ${word}`}
    >
      <ValueNode
        className="inv-node"
        level={level}
        value={shown}
        note={note}
        x={x}
        y={y}
        width={box.width}
        height={box.height}
      />
    </Link>
  )
}
