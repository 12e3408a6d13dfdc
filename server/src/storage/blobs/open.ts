import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db } from '../database.ts'
import { type Blobs, makeBlobs } from './blobs.ts'
import { openCache } from './cache.ts'
import { holdsFiles, openFolderStore, stagingOf } from './folder-store.ts'
import { withFormer } from './former.ts'
import { type Moved, moveBlobs } from './move.ts'
import { openStaging } from './staging.ts'
import { type BlobStore, BlobsUnavailable } from './store.ts'
import { logTrouble } from './trouble-log.ts'

export interface BlobsOptions {
  /** `file:…`, `postgres:` or `s3://bucket/prefix`; without it, rows with PostgreSQL, else the folder. */
  readonly url?: string | undefined
  /** Where files are still read from while they are moved. */
  readonly formerUrl?: string | undefined
  /** On the local disk: files themselves, or uploads on their way and the cache. */
  readonly folder: string
  readonly db: Db
  readonly databaseUrl?: string | undefined
  readonly s3: S3Settings
  readonly cacheBytes: number
  readonly maxBytes: number
  readonly log?: Log
}

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface S3Settings {
  readonly endpoint?: string | undefined
  readonly region: string
  readonly keyId?: string | undefined
  readonly secret?: string | undefined
  readonly pathStyle: boolean
  /** Before each repetition of a call. */
  readonly pausesMs?: readonly number[]
  readonly signOfLifeMs?: number
}

/** Where files are when no setting says it. */
export const defaultUrl = ({ databaseUrl }: Pick<BlobsOptions, 'databaseUrl'>): string =>
  databaseUrl === undefined ? 'file:' : 'postgres:'

export async function openBlobs(options: BlobsOptions): Promise<Blobs> {
  const { folder, maxBytes, cacheBytes, log } = options
  const url = options.url ?? defaultUrl(options)
  const path = folderOf(url, folder)
  const staging = openStaging(stagingOf(path ?? folder))
  if (path !== undefined && options.formerUrl === undefined) {
    const local = openFolderStore(path)
    return makeBlobs({ store: logTrouble(local, log), local, staging, maxBytes })
  }
  const store = logTrouble(await withFormerOf(options, await openStore(url, options)), log)
  const local = await openCache(join(folder, 'cache'), store, { limitBytes: cacheBytes })
  return makeBlobs({ store, local, staging, maxBytes })
}

/** The store that is a folder, with nothing before it. */
export function openFolderBlobs(
  directory: string,
  { maxBytes, now }: { maxBytes: number; now?: () => number },
): Blobs {
  const staging = openStaging(stagingOf(directory))
  const store = openFolderStore(directory, now)
  return makeBlobs({ store, local: store, staging, maxBytes })
}

/**
 * Before there were other stores, an installation on PostgreSQL had its files in the data folder. They are
 * read from there until they are moved: nothing is lost, and nothing is copied unasked.
 */
async function withFormerOf(options: BlobsOptions, store: BlobStore): Promise<BlobStore> {
  const { formerUrl, folder, log } = options
  if (formerUrl !== undefined) return withFormer(store, await openStore(formerUrl, options))
  if (!(await holdsFiles(folder))) return store
  log?.info(
    { store: store.name, folder },
    'files of before are still read from the data folder; `assay blobs move --from file:` moves them',
  )
  return withFormer(store, openFolderStore(folder))
}

/** To read every file once: without a cache, which would only fill. */
export async function openForReading(options: BlobsOptions): Promise<BlobStore> {
  const url = options.url ?? defaultUrl(options)
  return withFormerOf(options, await openStore(url, options))
}

/** `assay copy`: every file that a row of the target names, from one installation to another. */
export async function copyFiles(source: BlobsOptions, target: BlobsOptions): Promise<Moved> {
  const url = target.url ?? defaultUrl(target)
  const [from, to] = [await openForReading(source), await openStore(url, target)]
  try {
    const staging = openStaging(stagingOf(folderOf(url, target.folder) ?? target.folder))
    return await moveBlobs({ db: target.db, from, to, staging })
  } finally {
    await from.close()
    await to.close()
  }
}

/** `assay blobs move`: both stores alone, without a cache. */
export async function moveBetween(
  options: BlobsOptions,
  { from, to }: { readonly from: string; readonly to: string },
  onProgress: (moved: Moved) => void,
): Promise<Moved> {
  const [source, target] = [await openStore(from, options), await openStore(to, options)]
  try {
    if (source.name === target.name) throw new Error(`The files are already in ${source.name}`)
    const staging = openStaging(stagingOf(folderOf(to, options.folder) ?? options.folder))
    const { db } = options
    return await moveBlobs({ db, from: source, to: target, staging, onProgress })
  } catch (error) {
    // What callers of the API may not see, an operator needs.
    throw error instanceof BlobsUnavailable && error.cause instanceof Error ? error.cause : error
  } finally {
    await source.close()
    await target.close()
  }
}

async function openStore(url: string, options: BlobsOptions): Promise<BlobStore> {
  const path = folderOf(url, options.folder)
  if (path !== undefined) {
    openStaging(stagingOf(path))
    return openFolderStore(path)
  }
  const { db, databaseUrl } = options
  if (url === 'postgres:') {
    if (databaseUrl === undefined) throw new Error('The file store postgres: requires database.url')
    const { openRowStore } = await import('./row-store.ts')
    return openRowStore({ db, url: databaseUrl })
  }
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store({ db, ...s3Options(url, options.s3) })
}

/** Asks a store on another machine for its list, which needs no database. Rejects when it does not answer. */
export async function checkS3(url: string, settings: S3Settings): Promise<void> {
  const { makeS3Client } = await import('./s3-client.ts')
  const { prefix, ...options } = s3Options(url, settings)
  await makeS3Client(options).list(prefix, 1)
}

/** `file:` alone is the one in the data folder. */
export function folderOf(url: string, folder: string): string | undefined {
  if (!url.startsWith('file:')) return undefined
  const path = url.slice('file:'.length)
  if (path === '') return folder
  return path.startsWith('//') ? fileURLToPath(url) : resolve(path)
}

/** What the address says goes before the settings: a move may know two stores. */
function s3Options(address: string, settings: S3Settings) {
  const url = URL.parse(address)
  if (url?.protocol !== 's3:' || url.hostname === '')
    throw new Error('File store URL must be file:, file:/folder, postgres: or s3://bucket/prefix')
  const { keyId, secret } = settings
  if (keyId === undefined || secret === undefined)
    throw new Error('The S3 store requires blobs.s3.keyId and blobs.s3.secret')
  const path = url.pathname.replaceAll(/^\/+|\/+$/g, '')
  const region = url.searchParams.get('region') ?? settings.region
  const pathStyle = url.searchParams.get('pathStyle')
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint:
      url.searchParams.get('endpoint') ?? settings.endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    keyId,
    secret,
    pathStyle: pathStyle === null ? settings.pathStyle : pathStyle === 'true',
    ...(settings.pausesMs && { pausesMs: settings.pausesMs }),
    ...(settings.signOfLifeMs && { signOfLifeMs: settings.signOfLifeMs }),
  }
}
