import type { ShareForm } from '@assay/contract'
import { badRequest, notFound } from '../../domain/errors.ts'
import { audit } from '../../identity/audit/store.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { changedNow, newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { holdOwner } from '../parents/owner.ts'
import type { CaseRow, CaseShareRow } from '../rows.ts'
import { requireLinked } from './links.ts'
import {
  choose,
  chooseAll,
  type Item,
  ruleColumn,
  shareColumns,
  sharesOf,
  unchoose,
} from './store.ts'

type Rule = NonNullable<ShareForm['tasks']>
type Rules = Partial<Record<Item, Rule>>

const rulesOf = ({ tasks, taskRule, observables, observableRule }: ShareForm): Rules => {
  const task = tasks ?? taskRule
  const observable = observables ?? observableRule
  return { ...(task && { task }), ...(observable && { observable }) }
}

/** Whom it is shared with; an organization that may not be shared with counts as unknown. */
async function guestOf(w: Writing, form: ShareForm): Promise<string> {
  const name = form.organisationName ?? form.organisation
  if (name === undefined) throw badRequest('Each share requires an organisationName')
  if (name === w.organization)
    throw badRequest('The case already belongs to your organization. Choose another')
  await requireLinked(w, name)
  return name
}

/** The defaults are the strictest: read-only, without tasks and observables. */
export async function shareCase(
  w: Writing,
  { id }: Pick<CaseRow, 'id'>,
  forms: readonly ShareForm[],
): Promise<CaseShareRow[]> {
  await holdOwner(w, { kind: 'case', id })
  const made: CaseShareRow[] = []
  for (const form of forms) {
    const guest = await guestOf(w, form)
    const known = (await sharesOf(w.tx, w.organization, id)).find(
      ({ shared_with }) => shared_with === guest,
    )
    if (form.share === false) {
      if (known) await removeShare(w, known)
    } else made.push(await (known ? changeShare(w, known, form) : newShare(w, id, guest, form)))
  }
  return made
}

async function newShare(w: Writing, caseId: string, guest: string, form: ShareForm) {
  const row = await w.tx
    .insertInto('case_shares')
    .values({
      ...newRow(w),
      case_id: caseId,
      shared_with: guest,
      profile: form.profile ?? 'read-only',
      task_rule: 'manual',
      observable_rule: 'manual',
    })
    .returning(shareColumns)
    .executeTakeFirstOrThrow()
  const ruled = await setRules(w, row, rulesOf(form))
  await record(w, 'create', ruled)
  return ruled
}

export async function changeShare(
  w: Writing,
  before: CaseShareRow,
  form: ShareForm,
): Promise<CaseShareRow> {
  // A writing guest holds the row: this waits for it, and the next write checks the rights again.
  const row = await w.tx
    .updateTable('case_shares')
    .set({ ...changedNow(w), ...(form.profile ? { profile: form.profile } : {}) })
    .where(ownedRow(w.organization, before.id))
    .returning(shareColumns)
    .executeTakeFirstOrThrow()
  const ruled = await setRules(w, row, rulesOf(form))
  await record(w, 'update', ruled)
  return ruled
}

async function setRules(w: Writing, row: CaseShareRow, rules: Rules): Promise<CaseShareRow> {
  let current = row
  for (const [item, rule] of Object.entries(rules) as [Item, Rule][]) {
    if (rule === 'manual') continue
    await unchoose(w, row.id, item)
    if (rule !== 'all' && rule !== 'none') await chooseAll(w, row, item)
    current = await setRule(w, row.id, item, rule === 'all' ? 'all' : 'manual')
  }
  return current
}

const setRule = (w: Writing, id: string, item: Item, rule: 'all' | 'manual') =>
  w.tx
    .updateTable('case_shares')
    .set({ [ruleColumn(item)]: rule })
    .where(ownedRow(w.organization, id))
    .returning(shareColumns)
    .executeTakeFirstOrThrow()

/** With whatever was shared one by one. */
export async function removeShare(w: Writing, row: CaseShareRow): Promise<void> {
  await w.tx.deleteFrom('case_shares').where(ownedRow(w.organization, row.id)).execute()
  await record(w, 'delete', row)
}

/** The shares of a case for these organizations; one that does not see the case is unknown. */
async function sharesFor(w: Writing, caseId: string, organisations: readonly string[]) {
  const shares = await sharesOf(w.tx, w.organization, caseId)
  return [...new Set(organisations)].map((name) => {
    const share = shares.find(({ shared_with }) => shared_with === name)
    if (!share) throw notFound('Share with organisation', name)
    return share
  })
}

export async function unshareCase(w: Writing, caseId: string, organisations: readonly string[]) {
  for (const share of await sharesFor(w, caseId, organisations)) await removeShare(w, share)
}

type ItemChange = (
  w: Writing,
  item: Item,
  row: { readonly id: string; readonly case_id: string },
  organisations: readonly string[],
) => Promise<void>

/** The organization has it anyway: clients share with all that they know. */
const others = (w: Writing, organisations: readonly string[]) =>
  organisations.filter((name) => name !== w.organization)

export const shareItem: ItemChange = async (w, item, row, organisations) => {
  for (const share of await sharesFor(w, row.case_id, others(w, organisations))) {
    if (share[ruleColumn(item)] !== 'all') await choose(w, share.id, item, [row.id])
    await recordItem(w, share, item, row.id, true)
  }
}

/** Where all are shared it becomes all that there are now but this. */
export const unshareItem: ItemChange = async (w, item, row, organisations) => {
  for (const share of await sharesFor(w, row.case_id, others(w, organisations))) {
    if (share[ruleColumn(item)] === 'all') {
      await chooseAll(w, share, item)
      await setRule(w, share.id, item, 'manual')
    }
    await unchoose(w, share.id, item, row.id)
    await recordItem(w, share, item, row.id, false)
  }
}

const detailsOf = (row: CaseShareRow) => ({
  organisation: row.shared_with,
  profile: row.profile,
  taskRule: row.task_rule,
  observableRule: row.observable_rule,
})

/** In the audit trail of both: who owns the case, and who may see it. */
async function record(w: Writing, operation: 'create' | 'update' | 'delete', row: CaseShareRow) {
  w.record({
    operation,
    objectType: 'share',
    objectId: row.id,
    rootId: row.case_id,
    details: detailsOf(row),
  })
  w.notifyGuest(row.shared_with, { operation, objectType: 'case', objectId: row.case_id })
  await audit(w.tx, w.actor, w.now, {
    action: `share.${operation}`,
    objectType: 'share',
    objectId: row.id,
    organization: row.shared_with,
    details: { owner: row.organization, caseId: row.case_id, profile: row.profile },
  })
  if (operation === 'create') await announce(w, row)
}

async function announce(w: Writing, { case_id, organization, shared_with }: CaseShareRow) {
  const { number, title, severity, tlp } = await w.tx
    .selectFrom('cases')
    .select(['number', 'title', 'severity', 'tlp'])
    .where('id', '=', case_id)
    .executeTakeFirstOrThrow()
  await w.announce(shared_with, {
    kind: 'caseShared',
    objectType: 'case',
    objectId: case_id,
    parameters: { name: organization, number, title, severity, tlp },
  })
}

async function recordItem(
  w: Writing,
  share: CaseShareRow,
  item: Item,
  id: string,
  isSharedNow: boolean,
) {
  w.record({
    operation: 'update',
    objectType: 'share',
    objectId: share.id,
    rootId: share.case_id,
    details: { organisation: share.shared_with, [item]: id, shared: isSharedNow },
  })
  w.notifyGuest(share.shared_with, {
    operation: isSharedNow ? 'create' : 'delete',
    objectType: item === 'task' ? 'case_task' : 'case_artifact',
    objectId: id,
    rootId: share.case_id,
  })
}
