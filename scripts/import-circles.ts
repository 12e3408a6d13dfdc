/** Importer → imported → where, for the message. */
export type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * One shortest circle of each knot: enough to see what to cut, and the next run shows the rest. A
 * circle `a, b` means that a imports b and b imports a.
 */
export function circlesIn(graph: Graph): string[][] {
  const knots = new Map<string, string[]>()
  for (const node of leadingToCircles(graph)) {
    if (knots.has(node)) continue
    const circle = shortestCircle(graph, node)
    if (!circle) continue
    const forward = reachable(graph, node)
    // A module reached from here that reaches back is in the same cycle, and is not reported again.
    for (const other of forward.keys())
      if (reachable(graph, other).has(node) && !knots.has(other)) knots.set(other, circle)
  }
  return [...new Set(knots.values())]
}

/** Nodes without imports are in no cycle; nor is what imports only such nodes, and so on. */
function leadingToCircles(graph: Graph): string[] {
  const open = new Map([...graph].map(([node, imported]) => [node, imported.size]))
  const importers = new Map<string, string[]>()
  for (const [node, imported] of graph)
    for (const next of imported.keys()) importers.set(next, [...(importers.get(next) ?? []), node])
  const free = [...importers.keys()].filter((node) => !open.get(node))
  for (const node of free) {
    for (const importer of importers.get(node) ?? []) {
      const rest = (open.get(importer) ?? 0) - 1
      open.set(importer, rest)
      if (rest === 0) free.push(importer)
    }
  }
  return [...open].filter(([, rest]) => rest > 0).map(([node]) => node)
}

function shortestCircle(graph: Graph, start: string): string[] | undefined {
  const before = reachable(graph, start)
  if (!before.has(start)) return undefined
  const circle: string[] = []
  let node = before.get(start)
  while (node !== undefined && node !== start) {
    circle.unshift(node)
    node = before.get(node)
  }
  return [start, ...circle]
}

/** Everything reachable by imports, each with its predecessor on the shortest path. */
function reachable(graph: Graph, start: string): Map<string, string> {
  const before = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (before.has(next)) continue
      before.set(next, node)
      if (next !== start) queue.push(next)
    }
  }
  return before
}
