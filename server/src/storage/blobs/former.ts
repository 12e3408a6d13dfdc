import type { BlobStore } from './store.ts'

/**
 * Files from before the store was changed are still read from the previous one, until they are
 * moved. New ones go into the new one.
 */
export const withFormer = (store: BlobStore, former: BlobStore): BlobStore => ({
  ...store,
  open: async (sha256) => (await store.open(sha256)) ?? (await former.open(sha256)),
  has: async (sha256) => (await store.has(sha256)) || (await former.has(sha256)),
  touch: async (db, sha256) => (await store.touch(db, sha256)) || (await former.touch(db, sha256)),
  async remove(sha256, graceMs) {
    const isRemoved = await former.remove(sha256, graceMs)
    return (await store.remove(sha256, graceMs)) && isRemoved
  },
  count: async () => [...(await store.count()), ...(await former.count())],
  async close() {
    await store.close()
    await former.close()
  },
})
