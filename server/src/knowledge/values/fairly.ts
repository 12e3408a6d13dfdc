export interface Fairly<T> {
  readonly rows: readonly T[]
  /** There are more. */
  readonly isCut: boolean
}

/**
 * The results for several keys, in one statement. If that is more than we read, each key gets its share: a
 * common one must not hide the others.
 */
export async function fairly<T>(
  keys: readonly string[],
  most: number,
  ask: (keys: readonly string[], limit: number) => Promise<readonly T[]>,
): Promise<Fairly<T>> {
  const rows = await ask(keys, most + 1)
  if (rows.length <= most) return { rows, isCut: false }
  if (keys.length === 1) return { rows: rows.slice(0, most), isCut: true }
  const share = Math.max(1, Math.floor(most / keys.length))
  const parts: T[] = []
  for (const key of keys) for (const row of await ask([key], share)) parts.push(row)
  return { rows: parts, isCut: true }
}
