/** Files that may be unused; retention checks and removes them, or takes them off the list. */
export interface OrphanedBlobTable {
  sha256: string
}

/** A file in rows; PostgreSQL has its bytes in `blob_chunks`, which only the row store touches. */
export interface BlobTable {
  sha256: string
  size: number
  /** By the clock of the database. */
  kept_at: number
}

/** A file in an object store. Objects have unique names, so a late removal harms no later copy. */
export interface BlobObjectTable {
  /** Bucket and prefix. */
  store: string
  sha256: string
  object_key: string
  size: number
  kept_at: number
}

/** An object that no row names, or not yet: it is deleted if that lasts. */
export interface StrayObjectTable {
  store: string
  object_key: string
  since: number
}

export interface BlobTables {
  orphaned_blobs: OrphanedBlobTable
  blobs: BlobTable
  blob_objects: BlobObjectTable
  stray_objects: StrayObjectTable
}
