import type { InvestigationRelations } from '@assay/contract'

type Node = InvestigationRelations['nodes'][number]
type Edge = InvestigationRelations['edges'][number]

export interface Placed {
  readonly node: Node
  readonly column: number
  readonly row: number
}

export interface GraphLayout {
  readonly nodes: readonly Placed[]
  readonly edges: readonly Edge[]
  readonly columns: number
  readonly rows: number
}

const maxColumns = 5
const sweeps = 8

/**
 * The container of a value is left of it. Inside a column nodes are near their neighbors, and the same
 * data give the same drawing.
 */
export function layoutOf(nodes: readonly Node[], edges: readonly Edge[]): GraphLayout {
  const shown = new Set(nodes.map(({ key }) => key))
  const used = edges.filter(({ from, to }) => shown.has(from) && shown.has(to) && from !== to)
  const column = columnsOf(nodes, used)
  const columns: Node[][] = Array.from({ length: Math.max(0, ...column.values()) + 1 }, () => [])
  for (const node of nodes.toSorted(byWeight)) columns[column.get(node.key) ?? 0]?.push(node)
  sortColumns(columns, used)
  const rows = Math.max(1, ...columns.map(({ length }) => length))
  return {
    columns: columns.length,
    rows,
    edges: used,
    nodes: columns.flatMap((own, at) => {
      // Short columns are centered.
      const first = (rows - own.length) / 2
      return own.map((node, index) => ({ node, column: at, row: first + index }))
    }),
  }
}

const levels = ['malicious', 'suspicious', 'safe', 'none']
const weight = ({ level }: Node) => levels.indexOf(level ?? 'none')
const byWeight = (a: Node, b: Node) => weight(a) - weight(b) || (a.key < b.key ? -1 : 1)

/** As far to the right as the longest path to it; a cycle ends at the last column. */
function columnsOf(nodes: readonly Node[], edges: readonly Edge[]): Map<string, number> {
  const column = new Map(nodes.map(({ key }) => [key, 0]))
  for (let step = 0; step < maxColumns; step += 1) {
    let isMoved = false
    for (const { from, to } of edges) {
      const wanted = Math.min((column.get(from) ?? 0) + 1, maxColumns - 1)
      if ((column.get(to) ?? 0) >= wanted) continue
      column.set(to, wanted)
      isMoved = true
    }
    if (!isMoved) break
  }
  return column
}

function sortColumns(columns: Node[][], edges: readonly Edge[]): void {
  const near = new Map<string, string[]>()
  const link = (a: string, b: string) => near.set(a, [...(near.get(a) ?? []), b])
  for (const { from, to } of edges) {
    link(from, to)
    link(to, from)
  }
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const place = new Map(
      columns.flatMap((own) => own.map(({ key }, at) => [key, at / own.length] as const)),
    )
    const middle = ({ key }: Node) => {
      const around = (near.get(key) ?? []).flatMap((one) => place.get(one) ?? [])
      return around.length === 0 ? 0.5 : around.reduce((sum, one) => sum + one, 0) / around.length
    }
    for (const own of columns) own.sort((a, b) => middle(a) - middle(b))
  }
}
