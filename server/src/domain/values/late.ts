/** A verdict waits no longer for a job that has not started until then. */
const patienceMs = 60_000

export const isLate = (status: string, createdAt: number, now: number): boolean =>
  status === 'Waiting' && now - createdAt > patienceMs

/** How many jobs a verdict waits for; where there is no result yet, it waits for all. */
export function awaited(
  running: readonly { readonly isLate: boolean }[],
  answered: number,
): number {
  const holding = running.filter((job) => !job.isLate).length
  return holding === 0 && answered === 0 ? running.length : holding
}
