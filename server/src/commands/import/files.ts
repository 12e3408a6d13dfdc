import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AppError } from '../../domain/errors.ts'
import type { StagedFile } from '../../domain/staged-file.ts'
import { AnswerTooLarge } from '../../platform/engines/bounded-fetch.ts'
import type { StoredFile } from '../../storage/blobs/attachments.ts'
import { markOrphaned } from '../../storage/blobs/orphaned-blobs.ts'
import { RemoteRefusal, RemoteUnavailable, type Session } from './remote.ts'
import type { ImportContext } from './request.ts'
import type { FileOf } from './values.ts'

/** Two tries more: a file that breaks off in the middle is another matter than one that is refused. */
const tries = 3

/**
 * Fetches and keeps a file; returns a sentence when that fails. It is registered as unreferenced from
 * the beginning, so an import that is killed leaves none behind.
 */
export async function fetchFile(
  { blobs, database }: Pick<ImportContext, 'blobs' | 'database'>,
  session: Session,
  file: FileOf,
): Promise<StoredFile | string> {
  for (let left = tries; ; left -= 1)
    try {
      const staged = await stage(blobs, await openFile(session, file))
      if (file.sha256 !== undefined && staged.sha256 !== file.sha256) {
        await staged.discard()
        // Old servers answer an empty file for one that they do not have.
        return staged.size === 0 && file.size !== 0
          ? 'missing from the file store there'
          : 'hash mismatch'
      }
      if (file.sha256 === undefined && file.size !== undefined && staged.size !== file.size) {
        await staged.discard()
        return 'size mismatch'
      }
      await markOrphaned(database.db, [staged.sha256])
      await staged.keep()
      const { sha256, sha1, md5, size } = staged
      return { sha256, sha1, md5, size, name: file.name, contentType: file.contentType }
    } catch (error) {
      if (error instanceof AnswerTooLarge || isTooLarge(error))
        return 'larger than http.uploadLimit'
      if (
        error instanceof RemoteUnavailable ||
        (error instanceof RemoteRefusal && error.status === 401)
      )
        throw error
      if (error instanceof RemoteRefusal) return error.message
      // An error of our own store ends the import; a transfer error is retried.
      if (error instanceof AppError) throw error
      if (left <= 1) throw new RemoteUnavailable(`truncated file: ${file.name}`)
    }
}

const isTooLarge = (error: unknown) => error instanceof AppError && error.type === 'Unknown'

/** Newer platforms serve files at another path. */
async function openFile(session: Session, { id, otherId = id, path }: FileOf): Promise<Response> {
  const places = [
    ...(path === undefined ? [] : [path]),
    `/api/datastore/${encodeURIComponent(id)}`,
    `/api/v1/attachment/${encodeURIComponent(otherId)}/download`,
  ]
  let first: unknown
  for (const place of places)
    try {
      return await session.file(place)
    } catch (error) {
      first ??= error
      if (!(error instanceof RemoteRefusal) || error.status !== 404) break
    }
  throw first
}

const stage = (blobs: ImportContext['blobs'], answer: Response): Promise<StagedFile> =>
  blobs.stage(Readable.fromWeb((answer.body ?? new Blob([]).stream()) as ReadableStream))
