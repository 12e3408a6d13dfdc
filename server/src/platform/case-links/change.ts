import { badRequest, notFound } from '../../domain/errors.ts'
import { checkAddress, checkRoom, mergedLinks } from '../../domain/response/case-links.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { newRow } from '../changes/entity-rows.ts'
import { inLockOrder, type Writing } from '../changes/write.ts'
import { caseRows, requireCase } from '../parents/case.ts'
import type { CaseLinkRow } from '../rows.ts'
import { linksOf } from './store.ts'

/** To another case of the organization, or to an address. */
export type LinkTarget = { readonly type: string } & (
  | { readonly caseId: string }
  | { readonly url: string }
)

/** A second time it changes nothing. */
export async function addLink(w: Writing, caseId: string, target: LinkTarget): Promise<void> {
  if ('url' in target) checkAddress(target.url)
  const { ids, link } = await held(w, caseId, target)
  const known = await linksOf(w.tx, w.organization, ids)
  if (known.some((row) => isSame(row, link))) return
  for (const id of ids)
    checkRoom(known.filter((row) => row.case_id === id || row.linked_id === id).length)
  await w.tx
    .insertInto('case_links')
    .values({ ...newRow(w), ...link })
    .execute()
  record(w, 'linked', link)
}

export async function removeLink(w: Writing, caseId: string, target: LinkTarget): Promise<void> {
  const { ids, link } = await held(w, caseId, target)
  const row = (await linksOf(w.tx, w.organization, ids)).find((each) => isSame(each, link))
  if (!row) throw notFound('Link', `${link.type}: ${link.url ?? link.linked_id}`)
  await w.tx.deleteFrom('case_links').where(ownedRow(w.organization, row.id)).execute()
  record(w, 'unlinked', link)
}

type Link = Pick<CaseLinkRow, 'case_id' | 'linked_id' | 'url' | 'type'>

/** Both ends, changed now: a second writer waits, and then sees the link of the first. */
async function held(w: Writing, caseId: string, target: LinkTarget) {
  const { id } = await requireCase(w.tx, w.organization, caseId)
  const other =
    'caseId' in target ? (await requireCase(w.tx, w.organization, target.caseId)).id : null
  // guard: server/test/platform/case-links.test.ts
  if (other === id) throw badRequest('A case cannot be linked to itself')
  const ids = inLockOrder(other === null ? [id] : [id, other])
  for (const each of ids) await caseRows.touch(w, each)
  const link: Link = {
    case_id: id,
    linked_id: other,
    url: 'url' in target ? target.url : null,
    type: target.type,
  }
  return { ids, link }
}

const isSame = (row: Link, link: Link): boolean =>
  row.type === link.type &&
  row.url === link.url &&
  (row.url !== null ||
    (row.case_id === link.case_id && row.linked_id === link.linked_id) ||
    (row.case_id === link.linked_id && row.linked_id === link.case_id))

/** Each case is told what it is linked with now. */
function record(w: Writing, what: 'linked' | 'unlinked', { type, ...link }: Link): void {
  const one = (id: string, to: string | null) =>
    w.record({
      operation: 'update',
      objectType: 'case',
      objectId: id,
      details: { [what]: { type, to } },
    })
  one(link.case_id, link.url ?? link.linked_id)
  if (link.linked_id !== null) one(link.linked_id, link.case_id)
}

/** The links of cases that are merged, before these go. */
export async function moveLinks(w: Writing, from: readonly string[], to: string): Promise<void> {
  const rows = await linksOf(w.tx, w.organization, from)
  for (const { id } of rows)
    await w.tx.deleteFrom('case_links').where(ownedRow(w.organization, id)).execute()
  for (const row of mergedLinks(rows, new Set(from), to))
    await w.tx.insertInto('case_links').values(row).execute()
}
