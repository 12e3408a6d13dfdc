import type { TaskV1 } from '@assay/contract'

type Ordered = Pick<TaskV1, '_id' | 'order' | 'group' | '_createdAt'>

/** As arranged by users; the rest in order of creation. */
export const inOrder = <T extends Ordered>(tasks: readonly T[]): T[] =>
  tasks.toSorted((one, other) => one.order - other.order || one._createdAt - other._createdAt)

/** Groups by name, each with its tasks in order. */
export function grouped<T extends Ordered>(tasks: readonly T[]): { group: string; tasks: T[] }[] {
  const groups = new Map<string, T[]>()
  for (const task of inOrder(tasks)) {
    groups.set(task.group, [...(groups.get(task.group) ?? []), task])
  }
  return [...groups]
    .map(([group, members]) => ({ group, tasks: members }))
    .toSorted((one, other) => one.group.localeCompare(other.group))
}

/**
 * The new orders after a task was moved one place up (-1) or down (1) among the others. Tasks that
 * were never arranged share a number, so all that need one get their place.
 */
export function movedOrders(
  tasks: readonly Ordered[],
  id: string,
  step: -1 | 1,
): { id: string; order: number }[] {
  const ids = inOrder(tasks).map(({ _id }) => _id)
  const from = ids.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= ids.length) return []
  ids.splice(from, 1)
  ids.splice(to, 0, id)
  const orders = new Map(tasks.map(({ _id, order }) => [_id, order]))
  return ids
    .map((one, order) => ({ id: one, order }))
    .filter(({ id: one, order }) => orders.get(one) !== order)
}
