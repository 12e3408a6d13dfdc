import type { RelationEdge, RelationNode, ValueRelations } from '@assay/contract'

/** As many as are read at a glance; a list has all. */
const maxInColumn = 8

/** Own hashes, names and subjects are properties of a file, not what it leads to. */
export function withoutProperties(relations: ValueRelations): ValueRelations {
  const { center, nodes, edges } = relations
  const isProperty = ({ to, kind }: RelationEdge) =>
    kind === 'subject' ||
    (kind === 'hash' && nodes.some(({ key, dataType }) => key === to && dataType === 'hash'))
  const named = new Set(edges.filter(isProperty).map(({ to }) => to))
  const gone = new Set(
    [...named].filter(
      (key) =>
        key !== center &&
        edges.every((edge) => edge.to !== key || isProperty(edge)) &&
        !edges.some(({ from }) => from === key),
    ),
  )
  return {
    ...relations,
    nodes: nodes.filter(({ key }) => !gone.has(key)),
    edges: edges.filter(({ to }) => !gone.has(to)),
  }
}

/** What fits a screen: of each column the worst, and those whose relation has a name. */
export function fewest(relations: ValueRelations): ValueRelations {
  const { center, nodes, edges } = relations
  const column = columnsOf(center, edges)
  const isNamed = new Set(
    edges.filter(({ kind }) => kind !== 'found in').flatMap(({ from, to }) => [from, to]),
  )
  const rank = (node: RelationNode) => weight(node) * 2 + (isNamed.has(node.key) ? 0 : 1)
  const kept = new Set(
    [...Map.groupBy(nodes, ({ key }) => column.get(key)).values()].flatMap((own) =>
      own
        .toSorted((a, b) => rank(a) - rank(b))
        .slice(0, maxInColumn)
        .map(({ key }) => key),
    ),
  ).add(center)
  return {
    ...relations,
    nodes: nodes.filter(({ key }) => kept.has(key)),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  }
}

export interface PlacedNode {
  readonly node: RelationNode
  readonly column: number
  readonly row: number
}

export interface Layout {
  /** From left to right; -1 is what it was found in, 1 what it leads to. */
  readonly columns: readonly number[]
  readonly nodes: readonly PlacedNode[]
  readonly rows: number
}

/**
 * The column says the direction: left of the value is what it was found in, right of it what it leads to,
 * two steps at most. Inside a column nodes are near their neighbors; the same data give the same drawing.
 */
export function layered({ center, nodes, edges }: ValueRelations): Layout {
  const column = columnsOf(center, edges)
  const inColumn = new Map<number, RelationNode[]>()
  for (const node of nodes) {
    const at = column.get(node.key)
    if (at === undefined) continue
    inColumn.set(at, [...(inColumn.get(at) ?? []), node])
  }
  const columns = [...inColumn.keys()].sort((a, b) => a - b)
  const order = sorted(columns, inColumn, edges)
  const rows = Math.max(1, ...columns.map((at) => order.get(at)?.length ?? 0))
  return {
    columns,
    rows,
    nodes: columns.flatMap((at) => {
      const own = order.get(at) ?? []
      // Short columns are centered.
      const first = (rows - own.length) / 2
      return own.map((node, index) => ({ node, column: at, row: first + index }))
    }),
  }
}

function columnsOf(center: string, edges: readonly RelationEdge[]): Map<string, number> {
  const column = new Map([[center, 0]])
  const walk = (direction: 1 | -1) => {
    let ring = [center]
    for (let step = 1; step <= 2 && ring.length > 0; step += 1) {
      const next: string[] = []
      for (const { from, to } of edges) {
        const [near, far] = direction === 1 ? [from, to] : [to, from]
        if (!ring.includes(near) || column.has(far)) continue
        column.set(far, direction * step)
        next.push(far)
      }
      ring = next
    }
  }
  walk(1)
  walk(-1)
  // What is linked to an adjacent node from the other side: next to it, never on top of the value.
  for (const { from, to } of edges) {
    if (!column.has(to) && column.has(from)) column.set(to, 2)
    if (!column.has(from) && column.has(to)) column.set(from, -2)
  }
  return column
}

const weight = ({ level }: RelationNode) =>
  ['malicious', 'suspicious', 'safe', 'none'].indexOf(level ?? 'none')

/**
 * Worst first, then each column by the positions of its adjacent nodes; a few sweeps are enough.
 */
function sorted(
  columns: readonly number[],
  inColumn: ReadonlyMap<number, readonly RelationNode[]>,
  edges: readonly RelationEdge[],
): Map<number, RelationNode[]> {
  const order = new Map(
    columns.map((at) => [
      at,
      (inColumn.get(at) ?? []).toSorted(
        (a, b) => weight(a) - weight(b) || (a.key < b.key ? -1 : 1),
      ),
    ]),
  )
  const near = new Map<string, string[]>()
  for (const { from, to } of edges) {
    near.set(from, [...(near.get(from) ?? []), to])
    near.set(to, [...(near.get(to) ?? []), from])
  }
  for (let sweep = 0; sweep < 8; sweep += 1) {
    const place = new Map(
      [...order.values()].flatMap((own) =>
        own.map((node, at) => [node.key, at / own.length] as const),
      ),
    )
    for (const [at, own] of order) {
      if (at === 0) continue
      const middle = (node: RelationNode) => {
        const around = (near.get(node.key) ?? []).flatMap((key) => place.get(key) ?? [])
        return around.length === 0 ? 0.5 : around.reduce((sum, one) => sum + one, 0) / around.length
      }
      order.set(
        at,
        own.toSorted((a, b) => middle(a) - middle(b)),
      )
    }
  }
  return order
}

const steps: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The next node in the direction of the key; the value itself has no link. */
export function adjacentNode(
  { nodes }: Layout,
  from: string,
  key: string,
  center: string,
): string | undefined {
  const step = steps[key]
  const here = nodes.find(({ node }) => node.key === from)
  if (!step || !here) return undefined
  const [across, down] = step
  const distance = ({ column, row }: PlacedNode) =>
    Math.abs(column - here.column) * (across ? 10 : 100) + Math.abs(row - here.row)
  return nodes
    .filter(
      ({ node, column, row }) =>
        node.key !== center &&
        node.key !== from &&
        (across ? (column - here.column) * across > 0 : (row - here.row) * down > 0) &&
        (across !== 0 || column === here.column),
    )
    .toSorted((a, b) => distance(a) - distance(b))[0]?.node.key
}
