/** Far below the number of values that one statement may bind on either database. */
const batch = 1_000

/** Rows that belong to these ids, read in a few statements however many ids there are. */
export async function inBatches<R>(
  ids: readonly (string | null)[],
  read: (ids: string[]) => Promise<R[]>,
): Promise<R[]> {
  const different = [...new Set(ids)].filter((id) => id !== null)
  const rows: R[] = []
  for (let start = 0; start < different.length; start += batch) {
    rows.push(...(await read(different.slice(start, start + batch))))
  }
  return rows
}
