import type { Readable } from 'node:stream'
import { contract } from '@assay/contract'
import { badRequest, notFound } from '../../domain/errors.ts'
import type { FileAnswer, Route } from '../../http/route.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'

export function datastoreRoutes(route: Route, { db, blobs, config }: EngineDeps): void {
  route(contract.getFile, async ({ caller, params, input }) => {
    const name = nameOf(input.name, params.hash)
    const { stream, size } = await openFile(caller.organization, params.hash)
    return answer(stream, name, 'application/octet-stream', size)
  })

  route(contract.getZippedFile, async ({ caller, params, input }) => {
    const name = nameOf(input.name, params.hash)
    const { stream } = await openFile(caller.organization, params.hash)
    // Loaded with the first download: nothing else needs it, least of all a start.
    const { zipWithPassword } = await import('./zip.ts')
    const zip = zipWithPassword(stream, name, config.datastore.attachment.password)
    return answer(zip, `${name}.zip`, 'application/zip')
  })

  /** A hash that no job or artifact of this organization carries does not exist for it. */
  async function openFile(organization: string, hash: string) {
    const blob = (await belongsTo(db, organization, hash)) ? await blobs.open(hash) : undefined
    if (!blob) throw notFound('attachment', hash)
    return blob
  }
}

async function belongsTo(db: Db, organization: string, hash: string): Promise<boolean> {
  const rows = await db
    .selectFrom('jobs')
    .select('attachment_id')
    .where('organization', '=', organization)
    .where('attachment_id', '=', hash)
    .unionAll(
      db
        .selectFrom('artifacts')
        .select('attachment_id')
        .where('organization', '=', organization)
        .where('attachment_id', '=', hash),
    )
    .limit(1)
    .execute()
  return rows.length > 0
}

const forbidden = /[/\n\r\t\0\f`?*\\<>|":;]/

function nameOf(name: string | undefined, hash: string): string {
  if (name === undefined || name === '') return hash
  if (forbidden.test(name)) throw badRequest('File name is invalid')
  return name
}

/** Always a download, never shown: the bytes are somebody's malware. */
const answer = (stream: Readable, name: string, type: string, size?: number): FileAnswer => ({
  stream,
  headers: {
    'content-type': type,
    'content-disposition': `attachment; filename="${encodeURIComponent(name)}"`,
    'content-transfer-encoding': 'binary',
    'content-security-policy': "default-src 'none'; sandbox",
    ...(size === undefined ? {} : { 'content-length': size }),
  },
})
