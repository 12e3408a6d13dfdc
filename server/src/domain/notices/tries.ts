const minute = 60_000
const hour = 60 * minute

/** After each failure but the last: nine tries in two days. */
const pausesMs = [
  ...[1, 5, 15].map((count) => count * minute),
  ...[1, 3, 6, 12, 25].map((count) => count * hour),
]

export const maxTries = pausesMs.length + 1

/** When it is tried again; null gives up. */
export const nextTryAt = (attempts: number, now: number): number | null => {
  const pauseMs = pausesMs[attempts - 1]
  return pauseMs === undefined ? null : now + pauseMs
}

export const limitWindowMs = hour
export const maxMailsOfPerson = 30
export const maxMailsOfOrganization = 500
