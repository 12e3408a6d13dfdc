/** One of a list, one place up or down. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  return ids.with(from, ids[to] ?? id).with(to, id)
}

/** A dragged one before another one. */
export function movedBefore(ids: readonly string[], id: string, before: string): string[] {
  if (id === before) return [...ids]
  const others = ids.filter((one) => one !== id)
  const at = others.indexOf(before)
  const down = ids.indexOf(id) < ids.indexOf(before)
  return at < 0 ? [...ids] : others.toSpliced(down ? at + 1 : at, 0, id)
}
