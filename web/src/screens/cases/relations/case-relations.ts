import type {
  CaseV1,
  RelationEdge,
  RelationNode,
  ValueRelations,
  ValueVerdict,
} from '@assay/contract'

/** The case is the middle of its graph; no value has such a key. */
export const caseKey = 'case'
const otherCase = /^case (.+)$/

/** The id of the case of a node. */
export const caseIdOf = ({ key }: RelationNode): string | undefined => otherCase.exec(key)?.[1]

type Held = Pick<ValueVerdict, 'cases'>

const maxOthers = 10

/**
 * The case, its values, what these lead to, and at the edge the cases that share a value. What was found in
 * another value of the case is attached to that one.
 */
export function caseRelations(
  row: Pick<CaseV1, '_id' | 'number' | 'title'>,
  found: ValueRelations,
  own: ReadonlySet<string>,
  verdictOf: (node: RelationNode) => Held | undefined,
): ValueRelations {
  const inner = new Set(
    found.edges.filter(({ from, to }) => own.has(from) && own.has(to)).map(({ to }) => to),
  )
  const roots = found.nodes.filter(({ key }) => own.has(key) && !inner.has(key))
  const center: RelationNode = {
    key: caseKey,
    dataType: 'case',
    data: `#${row.number} ${row.title}`,
    level: null,
    cases: 0,
  }
  const others = new Map<string, { node: RelationNode; edges: RelationEdge[] }>()
  for (const node of found.nodes) {
    if (!own.has(node.key)) continue
    for (const { id, number, title } of verdictOf(node)?.cases ?? []) {
      if (id === row._id || (others.size >= maxOthers && !others.has(id))) continue
      const key = `case ${id}`
      const known = others.get(id) ?? {
        node: { key, dataType: 'case', data: `#${number} ${title}`, level: null, cases: 0 },
        edges: [],
      }
      known.edges.push({ from: node.key, to: key, kind: '', jobId: '' })
      others.set(id, known)
    }
  }
  return {
    center: caseKey,
    nodes: [center, ...found.nodes, ...[...others.values()].map(({ node }) => node)],
    edges: [
      ...roots.map(({ key }) => ({ from: caseKey, to: key, kind: '', jobId: '' })),
      ...found.edges,
      ...[...others.values()].flatMap(({ edges }) => edges),
    ],
    left: found.left,
  }
}
