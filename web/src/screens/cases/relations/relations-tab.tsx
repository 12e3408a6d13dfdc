import type { CaseV1, RelationNode, ValueName } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { useVerdicts, valueNameOf } from '../../../base/data/verdicts.ts'
import { relationKind } from '../../../base/model/relation-kind.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { counted, type TextKey, text } from '../../../base/texts/index.ts'
import { ChoiceMenu } from '../../../base/ui/choice-menu.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import { Segments } from '../../../base/ui/segments.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { VerdictMark } from '../../../base/ui/verdict-mark.tsx'
import { RelationGraph } from '../../../shared/relations/graph.tsx'
import { shownNode } from '../../../shared/relations/node-text.ts'
import { type CaseValue, useCaseValues } from '../story/side-values.tsx'
import { caseIdOf, caseKey, caseRelations } from './case-relations.ts'

/** As many values as a drawing can hold. */
const maxValues = 60

const heads: Readonly<Record<number, TextKey>> = {
  0: 'cases.case',
  1: 'cases.tab.observables',
  2: 'cases.relations.further',
}

const nameOf = ({ dataType, data, hash }: RelationNode) => ({
  dataType,
  ...(hash === undefined ? { data } : { attachment: { id: hash } }),
})

/** How the values of the case hang together, and which cases share them. */
export function RelationsTab({ row }: { row: CaseV1 }) {
  const [view, setView] = useState<'graph' | 'list'>('graph')
  const [wanted, setWanted] = useState<string>()
  const { query, values } = useCaseValues(row._id)
  const types = typesOf(values)
  // With more than a drawing holds, one type at a time, the most frequent first.
  const type =
    values.length > maxValues ? (types.find((one) => one.type === wanted) ?? types[0]) : undefined
  const chosen = type
    ? values.filter(({ observable }) => observable.dataType === type.type)
    : values
  const names = chosen.slice(0, maxValues).map(({ observable }) => valueNameOf(observable))
  const [first, ...among] = names
  const relations = useQuery({
    queryKey: keyOf('value', { case: row._id, names }, 'relations'),
    queryFn: ({ signal }) =>
      first
        ? api.valueRelations({ ...first, among, depth: 1, limit: maxValues }, { signal })
        : { center: '', nodes: [], edges: [], left: 0 },
    enabled: query.isSuccess,
    placeholderData: (previous) => previous,
  })
  const left = (beyond: number) => beyond + Math.max(0, chosen.length - maxValues)
  const rows = (relations.data?.nodes ?? []).map(nameOf)
  const verdictOf = useVerdicts(rows, row._id)
  return (
    <section
      className="panel value-panel"
      data-view={view}
      aria-label={text('cases.tab.relations')}
    >
      <div className="panel-head">
        <h2>{text('cases.tab.relations')}</h2>
        {type && (
          <ChoiceMenu
            label={text('cases.type')}
            single
            choices={types.map((one) => ({ value: one.type, label: `${one.type} ${one.count}` }))}
            chosen={[type.type]}
            onChange={([next]) => setWanted(next)}
          />
        )}
        <Segments
          label={text('cases.relations.as')}
          value={view}
          onChange={setView}
          options={[
            { value: 'graph', label: text('cases.relations.graph') },
            { value: 'list', label: text('cases.relations.list') },
          ]}
        />
      </div>
      <Answer query={relations}>
        {(found) => {
          if (found.nodes.length === 0)
            return (
              <Empty title={text('cases.noObservables')} icon="observable">
                {text('cases.noObservablesAbout')}
              </Empty>
            )
          const held = new Set(names.map(spelled))
          const own = new Set(
            found.nodes.filter((node) => held.has(spelled(node))).map(({ key }) => key),
          )
          const drawn = caseRelations(row, found, own, (node) => verdictOf(nameOf(node)))
          return (
            <>
              <RelationGraph relations={drawn} heads={heads} pathOf={pathOf} />
              <List relations={drawn} />
              {left(found.left) > 0 && (
                <p className="muted">{counted('cases.relations.more', left(found.left))}</p>
              )}
            </>
          )
        }}
      </Answer>
    </section>
  )
}

function typesOf(values: readonly CaseValue[]) {
  const byType = Map.groupBy(values, ({ observable }) => observable.dataType)
  return [...byType]
    .map(([type, own]) => ({ type, count: own.length }))
    .sort((a, b) => b.count - a.count)
}

const spelled = ({ dataType, data, hash }: ValueName) => `${dataType} ${hash ?? data}`

function pathOf(node: RelationNode): string {
  const id = caseIdOf(node)
  return id === undefined ? valuePath(node) : path`/cases/${id}`
}

/** The same in words: each value with what it leads to. */
function List({ relations }: { relations: ReturnType<typeof caseRelations> }) {
  const byKey = new Map(relations.nodes.map((node) => [node.key, node]))
  const starts = relations.nodes.filter(
    ({ key }) =>
      key !== caseKey && relations.edges.some(({ from, to }) => to === key && from === caseKey),
  )
  const others = relations.nodes.filter(
    (node) => node.key !== caseKey && !starts.includes(node) && caseIdOf(node) === undefined,
  )
  return (
    <div className="value-relation-list">
      <ul>
        {[...starts, ...others].map((node) => (
          <li key={node.key}>
            <VerdictMark level={node.level} isPlain />
            <Link className="value" to={pathOf(node)}>
              {shownNode(node)}
            </Link>
            {relations.edges
              .filter(({ from }) => from === node.key)
              .flatMap(({ to, kind }) => {
                const target = byKey.get(to)
                return target ? [{ target, kind }] : []
              })
              .map(({ target, kind }) => (
                <span key={target.key} className="muted">
                  → {kind && `${relationKind(kind)} `}
                  <Link to={pathOf(target)}>{shownNode(target)}</Link>
                </span>
              ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
