/**
 * The rows of an answer, some at a time: a list may be larger than the memory of the server. Rows
 * are read lazily, and only once.
 */
export interface Rows<R> {
  /** How many there are, also beyond the page. */
  readonly total: number
  /** Each batch is small enough to be read, rendered and written without a pause. */
  readonly batches: Batches<R>
}

export type Batches<R> = AsyncIterable<readonly R[]>

export const mapRows = <A, B>({ total, batches }: Rows<A>, view: (row: A) => B): Rows<B> => ({
  total,
  batches: mapBatches(batches, (rows) => rows.map(view)),
})

export async function* mapBatches<A, B>(
  batches: Batches<A>,
  views: (rows: readonly A[]) => readonly B[] | Promise<readonly B[]>,
): AsyncGenerator<readonly B[]> {
  for await (const rows of batches) yield await views(rows)
}

/** One row at a time: for rows with long texts. */
export async function* eachAlone<R>(batches: Batches<R>): AsyncGenerator<readonly R[]> {
  for await (const rows of batches) for (const row of rows) yield [row]
}

/** For what is in memory already, and small. */
export const rowsInMemory = <R>(rows: readonly R[], total = rows.length): Rows<R> => ({
  total,
  batches: oneBatch(rows),
})

async function* oneBatch<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  yield rows
}

/** All at once; only for what is known to be few. */
export async function collected<R>(batches: Batches<R>): Promise<R[]> {
  const all: R[] = []
  for await (const rows of batches) all.push(...rows)
  return all
}
