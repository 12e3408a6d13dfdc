import type { Sum } from '../../storage/rows/table-rows.ts'

/**
 * A backup is a gzip of lines of JSON, with the bytes of files between them:
 *
 *     {"assay":"backup","format":1,…}                  Header
 *     {"table":"users","columns":[…]}                  then an array for each row, then {"end":"users",…}
 *     {"file":"<sha256>"}                              then {"bytes":n} and n bytes, repeated, then {"fileEnd":…}
 *     {"manifest":{…},"sha256":"…"}                    of everything before; nothing follows
 *
 * It says nothing of the database that it came from, so it can be restored into the other one.
 */
export const format = 1

export interface Header {
  readonly assay: 'backup'
  readonly format: number
  /** Of the program. */
  readonly version: string
  /** Names of all migrations of the tables. */
  readonly migrations: readonly string[]
  readonly createdAt: string
  /** The master key, sealed with a passphrase. */
  readonly key: WrappedKey | null
}

/** The master key under a passphrase. Bytes are base64. */
export interface WrappedKey {
  readonly kdf: 'scrypt'
  readonly N: number
  readonly r: number
  readonly p: number
  readonly salt: string
  readonly nonce: string
  readonly tag: string
  readonly sealed: string
}

export interface Manifest {
  readonly version: string
  /** The last migration. */
  readonly schema: string
  readonly tables: Readonly<Record<string, Sum>>
  readonly files: { readonly count: number; readonly bytes: number }
  /** Rows name them and the store did not have them. */
  readonly missing: readonly string[]
  /** The store had other bytes under their name. */
  readonly damaged: readonly string[]
}

export type Line =
  | Header
  | { readonly table: string; readonly columns: readonly string[] }
  | ({ readonly end: string } & Sum)
  | { readonly file: string }
  | { readonly bytes: number }
  | { readonly fileEnd: string; readonly size: number; readonly isDamaged?: true }
  | { readonly manifest: Manifest; readonly sha256: string }

/** What an operator reads about a file that cannot be used; nothing was changed. */
export class UnusableBackup extends Error {}

export const damaged = (reason: string) =>
  new UnusableBackup(`Corrupt backup: ${reason}. Use another backup.`)

/** What a look through all of a backup finds. */
export interface Verified {
  readonly header: Header
  readonly manifest: Manifest
  /** Proves the master key. */
  readonly canary: string
}
