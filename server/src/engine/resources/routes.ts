import { contract, type Resource } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { AppError, badRequest, notFound } from '../../domain/errors.ts'
import {
  isResourceName,
  resourceNameRule,
  serverReference,
  uploadReference,
} from '../../domain/resource.ts'
import type { Route } from '../../http/route.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import { markOrphaned } from '../../storage/blobs/orphaned-blobs.ts'
import type { Db } from '../../storage/database.ts'
import { countOwned } from '../../storage/rows/count-owned.ts'
import { forgetKnown } from '../../storage/rows/known-rows.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { EngineDeps } from '../deps.ts'
import {
  deleteResource,
  findResource,
  lockResource,
  lockResources,
  maxResources,
  type ResourceRow,
  resourcesOf,
  saveResource,
} from './store.ts'
import { usesOf } from './uses.ts'

/** Files that the built-in analyzers of an organization may be configured with. */
export function resourceRoutes(route: Route, deps: EngineDeps): void {
  const { db, blobs } = deps

  route(contract.listResources, async ({ caller }) => {
    const uploads = await resourcesOf(db, caller.organization)
    const offered = (await deps.operatorFolder?.list()) ?? []
    return [
      ...uploads.map(uploadView),
      ...offered.map(({ path, size, isFolder }) => ({
        name: path,
        source: 'server' as const,
        reference: serverReference(path),
        size,
        ...(isFolder ? { isFolder } : {}),
      })),
    ]
  })

  route(contract.uploadResource, async ({ caller, origin, input }) => {
    const { attachment } = input
    // Apple file systems decompose letters with accents.
    const name = (input.name ?? attachment.name).normalize('NFC').trim()
    if (!isResourceName(name)) throw badRequest(resourceNameRule)
    await attachment.keep()
    const row: ResourceRow = {
      organization: caller.organization,
      name,
      attachment_id: attachment.sha256,
      size: attachment.size,
      created_at: deps.clock.now(),
      created_by: caller.login,
    }
    await db
      .transaction()
      .execute((tx) => save(deps, tx, { caller, origin }, row))
      .catch(async (error: unknown) => {
        await markOrphaned(db, [attachment.sha256])
        throw error
      })
    return uploadView(row)
  })

  route(contract.getResourceContent, async ({ caller, params: { name } }) => {
    const row = await findResource(db, caller.organization, name)
    const blob = row && (await blobs.open(row.attachment_id))
    if (!blob) throw notFound('resource', name)
    return {
      stream: blob.stream,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': blob.size,
      },
    }
  })

  route(contract.deleteResource, ({ caller, origin, params: { name } }) =>
    db.transaction().execute(async (tx) => {
      const { organization } = caller
      const row = await lockResource(tx, deps.dialect, organization, name)
      if (!row) throw notFound('resource', name)
      const uses = await usesOf(deps, tx, organization, uploadReference(name))
      if (uses.length > 0) throw stillUsed(name, uses)
      await deleteResource(tx, organization, name)
      await markOrphaned(tx, [row.attachment_id])
      await audited(deps, tx, { caller, origin }, 'delete', row)
    }),
  )
}

/** Refused rather than removed: the next job of that analyzer would fail without warning. */
function stillUsed(name: string, uses: readonly { described: string }[]): AppError {
  const [first, ...others] = uses.map(({ described }) => described)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return new AppError(
    'ConflictError',
    `The file ${name} is used by ${first}${more}. Choose another file there first, or upload a new version under this name`,
  )
}

interface Call {
  readonly caller: Caller
  readonly origin: Origin
}

async function save(deps: EngineDeps, tx: Db, call: Call, row: ResourceRow): Promise<void> {
  const { organization, name } = row
  await lockResources(tx, deps.dialect, organization)
  const former = await findResource(tx, organization, name)
  if (!former && (await countOwned(tx, 'resources', organization)) >= maxResources)
    throw badRequest(`Limit of ${maxResources} files reached. Delete one first`)
  await saveResource(tx, row)
  if (former && former.attachment_id !== row.attachment_id) {
    await markOrphaned(tx, [former.attachment_id])
    await forgetReports(deps, tx, row)
    // Feeds that read it are looked at again.
    await tx
      .updateTable('threat_feeds')
      .set({ next_at: row.created_at })
      .where('organization', '=', organization)
      .where('resource', '=', uploadReference(name))
      .execute()
  }
  await audited(deps, tx, call, former ? 'replace' : 'upload', row)
}

/** A report based on the previous content must not be returned for a new job. */
async function forgetReports({ secrets }: EngineDeps, tx: Db, row: ResourceRow): Promise<void> {
  const { organization, name, attachment_id: sha256 } = row
  forgetKnown('workers')
  for (const { worker } of await usesOf({ secrets }, tx, organization, uploadReference(name))) {
    if (!worker) continue
    const configuration_hash = secrets.proof('configuration', `${worker.configuration}\n${sha256}`)
    await tx
      .updateTable('workers')
      .set({ configuration_hash })
      .where(ownedRow(organization, worker.id))
      .execute()
  }
}

const audited = (
  { clock }: EngineDeps,
  tx: Db,
  call: Call,
  change: 'upload' | 'replace' | 'delete',
  { name, size, attachment_id: sha256 }: ResourceRow,
) => auditNamed(clock, 'resource')(tx, call, change, name, { size, sha256 })

const uploadView = (row: ResourceRow): Resource => ({
  name: row.name,
  source: 'organization',
  reference: uploadReference(row.name),
  size: row.size,
  sha256: row.attachment_id,
  createdAt: row.created_at,
  createdBy: row.created_by,
})
