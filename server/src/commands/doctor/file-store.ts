import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { checkS3, folderOf } from '../../storage/blobs/open.ts'
import { BlobsUnavailable } from '../../storage/blobs/store.ts'
import type { Finding } from './command.ts'

/** Of files outside of the database; those in it are checked with it. */
export async function fileStore({ blobs, data }: Config): Promise<Finding[]> {
  const { url } = blobs
  if (url?.startsWith('s3:')) return [await bucket(url, blobs.s3)]
  const folder = folderOf(url ?? 'postgres:', join(resolve(data.dir), 'blobs'))
  // The first start makes it.
  if (folder === undefined || !existsSync(folder)) return []
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return [{ what, is: 'ok', text: folder }]
  } catch {
    const text = `${folder} is not writable by this user`
    return [{ what, is: 'problem', text, remedy: 'chown it, or set blobs.url' }]
  }
}

const what = 'file store'

async function bucket(url: string, settings: Config['blobs']['s3']): Promise<Finding> {
  // Without what follows the path: it may name another endpoint.
  const [name] = url.split('?')
  try {
    await checkS3(url, { ...settings, pausesMs: [] })
    return { what, is: 'ok', text: `${name} is up` }
  } catch (error) {
    // What callers of the API may not see, an operator needs.
    const reason = error instanceof BlobsUnavailable ? error.cause : error
    return {
      what,
      is: 'problem',
      text: `${name}: ${reason instanceof Error ? reason.message : String(reason)}`,
      remedy: 'check blobs.url, blobs.s3.*, the bucket policy and the network path',
    }
  }
}
