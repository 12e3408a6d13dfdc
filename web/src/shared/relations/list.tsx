import './relations.css'
import type { RelationNode, ValueRelations } from '@assay/contract'
import { typeName } from '../../base/model/type-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { text } from '../../base/texts/index.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { kindOf, shownNode } from './node-text.ts'

/** The same as the graph, in words: for phones, print and screen readers. */
export function RelationList({ relations }: { relations: ValueRelations }) {
  const { center, nodes, edges } = relations
  const into = new Set(edges.filter(({ to }) => to === center).map(({ from }) => from))
  const out = new Set(edges.filter(({ from }) => from === center).map(({ to }) => to))
  const others = nodes.filter(({ key }) => key !== center && !into.has(key) && !out.has(key))
  const groups = [
    ['value.reachedBy', nodes.filter(({ key }) => into.has(key))],
    ['value.leadsTo', nodes.filter(({ key }) => out.has(key) && !into.has(key))],
    ['value.further', others],
  ] as const
  return (
    <div className="value-relation-list">
      {groups.map(([title, own]) =>
        own.length === 0 ? null : (
          <section key={title}>
            <h3>{text(title)}</h3>
            <ul>
              {own.map((node) => (
                <Row key={node.key} node={node} kind={kindOf(relations, node)} />
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  )
}

const Row = ({ node, kind }: { node: RelationNode; kind: string }) => (
  <li>
    <VerdictMark level={node.level} isPlain isShort />
    <Link className="value" to={valuePath(node)}>
      {shownNode(node)}
    </Link>
    <span className="muted">{[typeName(node.dataType), kind].filter(Boolean).join(' · ')}</span>
  </li>
)
