/**
 * Shares a number of places between organizations. Any organization takes free places, so none is
 * idle for the sake of fairness. When all are taken, an organization that holds none may still take
 * one of the reserve: one organization cannot shut out another, whatever it runs. Of those that
 * wait, the one that holds the fewest comes next, and among equals the one that has waited longest;
 * within an organization first in, first out.
 */
export interface FairShare {
  /**
   * Calls `start` at once, or when the turn of this organization comes. Answers how to give up the
   * wait; after `start` that does nothing.
   */
  request(organization: string, start: () => void): () => void
  /** A started one has ended. */
  release(organization: string): void
  waiting(): number
}

export function makeFairShare(places: number, reserve: number): FairShare {
  const held = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()
  /** As many entries as there are organizations that ever asked. */
  const servedAt = new Map<string, number>()
  let taken = 0
  let served = 0

  const heldBy = (organization: string) => held.get(organization) ?? 0
  const mayStart = (organization: string) =>
    taken < places || (heldBy(organization) === 0 && taken < places + reserve)

  const take = (organization: string, start: () => void) => {
    taken += 1
    served += 1
    servedAt.set(organization, served)
    held.set(organization, heldBy(organization) + 1)
    start()
  }
  const forget = (organization: string, start: () => void) => {
    const queue = queues.get(organization)
    const at = queue?.indexOf(start) ?? -1
    if (!queue || at < 0) return
    queue.splice(at, 1)
    if (queue.length === 0) queues.delete(organization)
  }
  const nextOrganization = () => {
    let next: string | undefined
    for (const organization of queues.keys()) {
      if (!mayStart(organization)) continue
      if (next === undefined || comesBefore(organization, next)) next = organization
    }
    return next
  }
  const comesBefore = (one: string, other: string) =>
    heldBy(one) === heldBy(other)
      ? (servedAt.get(one) ?? 0) < (servedAt.get(other) ?? 0)
      : heldBy(one) < heldBy(other)

  const serve = () => {
    for (let next = nextOrganization(); next !== undefined; next = nextOrganization()) {
      const queue = queues.get(next) ?? []
      const start = queue.shift()
      if (queue.length === 0) queues.delete(next)
      if (start) take(next, start)
    }
  }

  return {
    request(organization, start) {
      if (mayStart(organization) && !queues.has(organization)) {
        take(organization, start)
        return () => undefined
      }
      const queue = queues.get(organization) ?? []
      queue.push(start)
      queues.set(organization, queue)
      return () => forget(organization, start)
    },
    release(organization) {
      taken -= 1
      const left = heldBy(organization) - 1
      if (left > 0) held.set(organization, left)
      else held.delete(organization)
      serve()
    },
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  }
}
