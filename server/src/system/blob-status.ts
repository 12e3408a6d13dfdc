import type { Deps } from '../deps.ts'

export interface BlobStatus {
  readonly store: 'folder' | 'postgres' | 's3'
  readonly available: boolean
}

/** Anyone may ask for the health: the store is not asked more often than this. */
const everyMs = 5_000
const limitMs = 2_000

/** Which store files are in, and whether it answered a moment ago. */
export function watchBlobs({ blobs }: Pick<Deps, 'blobs'>): () => Promise<BlobStatus> {
  const store = storeKind(blobs.store)
  let last: { at: number; answer: Promise<boolean> } | undefined
  const ask = () => {
    const answered = blobs.check().then(
      () => true,
      () => false,
    )
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, limitMs, false).unref())
    return Promise.race([answered, late])
  }
  return async () => {
    if (!last || performance.now() - last.at > everyMs)
      last = { at: performance.now(), answer: ask() }
    return { store, available: await last.answer }
  }
}

/** Without what else the name of a store reveals. */
export const storeKind = (name: string): BlobStatus['store'] =>
  kinds[name.split(':')[0] ?? ''] ?? 'folder'

const kinds: Readonly<Record<string, BlobStatus['store']>> = {
  file: 'folder',
  postgres: 'postgres',
  s3: 's3',
}
