import { contract } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../domain/caller.ts'
import { badRequest, insufficientRights, notFound } from '../../domain/errors.ts'
import { download } from '../../http/download.ts'
import type { Route } from '../../http/route.ts'
import { type FileTable, fileTables, findFile } from '../../storage/blobs/attachments.ts'
import { isSharedFile } from '../../storage/rows/shared-rows.ts'

/** What a user with `read` may read. */
const tablesOfReaders: readonly FileTable[] = ['observables', 'task_logs', 'attachments']

export function datastoreRoutes(route: Route, { db, blobs, config }: Deps): void {
  route(contract.getFile, async ({ caller, params, input }) => {
    const name = nameOf(input.name, params.hash)
    const { stream, size } = await openFile(caller, params.hash)
    return download(stream, name, 'application/octet-stream', size)
  })

  route(contract.getZippedFile, async ({ caller, params, input }) => {
    const name = nameOf(input.name, params.hash)
    const { stream } = await openFile(caller, params.hash)
    // Loaded with the first download: nothing else needs it, least of all a start.
    const { zipWithPassword } = await import('../../http/zip.ts')
    const zip = zipWithPassword(stream, name, config.datastore.attachment.password)
    return download(zip, `${name}.zip`, 'application/zip')
  })

  /** A hash without a row in this organization does not exist for it. */
  async function openFile(caller: Caller, hash: string) {
    const seesJobs = caller.roles.includes('analyze') || config.auth.readOnlyAccess
    // guard (open = fileTables): server/test/engine/read-only-access.test.ts
    const tables = seesJobs ? fileTables : tablesOfReaders
    const isOwn = (await findFile(db, caller.organization, hash, tables)) !== undefined
    const isSeen = isOwn || (await isSharedFile(db, caller.organization, hash))
    // guard (open = await blobs.open(hash)): server/test/platform/attachments.test.ts
    const blob = isSeen ? await blobs.open(hash) : undefined
    if (blob) return blob
    // The same answer for a job's file and for none: it does not reveal which hashes exist.
    throw seesJobs ? notFound('attachment', hash) : insufficientRights()
  }
}

const forbidden = /[/\n\r\t\0\f`?*\\<>|":;]/

function nameOf(name: string | undefined, hash: string): string {
  if (name === undefined || name === '') return hash
  // guard: server/test/engine/job-files.test.ts
  if (forbidden.test(name)) throw badRequest('Invalid file name')
  return name
}
