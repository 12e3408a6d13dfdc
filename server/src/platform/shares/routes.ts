import { contract, type ShareForm, type ShareV0, type ShareV1 } from '@assay/contract'
import { isSuperadmin } from '../../domain/caller.ts'
import { notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, type Call, type CallOfOne, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { organizationViews } from '../organizations/views.ts'
import { caseNotFound, findCase, requireCase } from '../parents/case.ts'
import { viewContext } from '../render/both-versions.ts'
import { keysV0, keysV1 } from '../render/parts.ts'
import type { CaseShareRow } from '../rows.ts'
import {
  changeShare,
  removeShare,
  shareCase,
  shareItem,
  unshareCase,
  unshareItem,
} from './change.ts'
import { linkedTo, setLinks } from './links.ts'
import { findItem, type Item, requireItem, requireShare, sharesOf, sharesOfItem } from './store.ts'

const shown = (row: CaseShareRow) => ({
  caseId: row.case_id,
  profileName: row.profile,
  organisationName: row.shared_with,
  owner: false,
  taskRule: row.task_rule,
  observableRule: row.observable_rule,
})
const shareV0 = (row: CaseShareRow): ShareV0 => ({ ...keysV0(row), _type: 'share', ...shown(row) })
const shareV1 = (row: CaseShareRow): ShareV1 => ({ ...keysV1(row), _type: 'Share', ...shown(row) })

export function shareRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps
  const change = <T>(call: Call, work: (w: Writing) => Promise<T>) =>
    write(deps, actorOf(call), work)
  type Forms = CallOfOne & { input: { shares: ShareForm[] } }
  type Named = CallOfOne & { input: { organisations: string[] } }

  const share = (call: Forms) =>
    change(call, async (w) =>
      shareCase(w, await requireCase(w.tx, w.organization, call.params.id), call.input.shares),
    )
  route(contract.shareCase, async (call) => (await share(call)).map(shareV0))
  route(contract.shareCaseV1, async (call) => (await share(call)).map(shareV1))
  route(contract.setCaseShares, async (call) => {
    const rows = await change(call, async (w) => {
      const owner = await requireCase(w.tx, w.organization, call.params.id)
      const kept = await shareCase(w, owner, call.input.shares)
      const ids = new Set(kept.map(({ id }) => id))
      for (const row of await sharesOf(w.tx, w.organization, owner.id))
        if (!ids.has(row.id)) await removeShare(w, row)
      return kept
    })
    return rows.map(shareV1)
  })
  const listed = async ({ caller: { organization }, params }: CallOfOne) => {
    const found = await findCase(db, organization, params.id)
    if (found) return sharesOf(db, organization, found.id)
    // The Python client of TheHive 5 asks here for those of an observable.
    const observable = await findItem(db, organization, 'observable', params.id)
    if (!observable) throw caseNotFound()
    return sharesOfItem(db, organization, 'observable', observable)
  }
  route(contract.listCaseShares, async (call) => (await listed(call)).map(shareV0))
  route(contract.listCaseSharesV1, async (call) => (await listed(call)).map(shareV1))
  const unshare = (call: Named) =>
    change(call, async (w) => {
      const { id } = await requireCase(w.tx, w.organization, call.params.id)
      await unshareCase(w, id, call.input.organisations)
    })
  route(contract.unshareCase, unshare)
  route(contract.unshareCaseV1, unshare)

  const removeAll = (call: Call, ids: readonly string[]) =>
    change(call, async (w) => {
      for (const id of new Set(ids))
        await removeShare(w, await requireShare(w.tx, w.organization, id))
    })
  route(contract.deleteShares, (call) => removeAll(call, call.input.ids))
  route(contract.deleteSharesV1, (call) => removeAll(call, call.input.ids))
  route(contract.deleteShare, (call) => removeAll(call, [call.params.id]))
  route(contract.deleteShareV1, (call) => removeAll(call, [call.params.id]))
  const update = (call: CallOfOne & { input: ShareForm }) =>
    change(call, async (w) =>
      changeShare(w, await requireShare(w.tx, w.organization, call.params.id), call.input),
    )
  const present = ({ caller, params }: CallOfOne) =>
    requireShare(db, caller.organization, params.id)
  route(contract.updateShare, async (call) => {
    await call.refuseChanges(async () => shareV0(await present(call)))
    return shareV0(await update(call))
  })
  route(contract.updateShareV1, async (call) => {
    await call.refuseChanges(async () => shareV1(await present(call)))
    return shareV1(await update(call))
  })

  const ofItem = (item: Item, work: typeof shareItem) => (call: Named) =>
    change(call, async (w) => {
      const row = await requireItem(w.tx, w.organization, item, call.params.id)
      await work(w, item, row, call.input.organisations)
    })
  route(contract.shareTask, ofItem('task', shareItem))
  route(contract.shareTaskV1, ofItem('task', shareItem))
  route(contract.unshareTask, ofItem('task', unshareItem))
  route(contract.unshareTaskV1, ofItem('task', unshareItem))
  route(contract.shareObservable, ofItem('observable', shareItem))
  route(contract.shareObservableV1, ofItem('observable', shareItem))
  route(contract.unshareObservable, ofItem('observable', unshareItem))
  route(contract.unshareObservableV1, ofItem('observable', unshareItem))

  route(contract.listSharingProfiles, async () => [
    {
      name: 'default',
      description:
        'Nothing is shared by itself; a share is for reading, without tasks and observables',
      isDefault: true,
      autoShare: false,
      editable: false,
      permissionProfile: 'read-only',
      taskRule: 'none',
      observableRule: 'none',
    },
  ])

  type OfItem = Call & { params: { id: string; itemId: string } }
  const sharesWith =
    (item: Item) =>
    async ({ caller: { organization }, params }: OfItem) => {
      const { id } = await requireCase(db, organization, params.id)
      const row = await requireItem(db, organization, item, params.itemId)
      if (row.case_id !== id) throw notFound(item, params.itemId)
      return sharesOfItem(db, organization, item, row)
    }
  const [ofTask, ofObservable] = [sharesWith('task'), sharesWith('observable')]
  route(contract.listTaskShares, async (call) => (await ofTask(call)).map(shareV0))
  route(contract.listTaskSharesV1, async (call) => (await ofTask(call)).map(shareV1))
  route(contract.listSharesOfTask, async ({ caller: { organization }, params }) => {
    const row = await requireItem(db, organization, 'task', params.id)
    return (await sharesOfItem(db, organization, 'task', row)).map(shareV1)
  })
  route(contract.listObservableShares, async (call) => (await ofObservable(call)).map(shareV0))
  route(contract.listObservableSharesV1, async (call) => (await ofObservable(call)).map(shareV1))
}

export function linkRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const linked = ({ caller, params }: CallOfOne) => {
    if (!isSuperadmin(caller) && params.id !== caller.organization)
      throw notFound('Organisation', params.id)
    return linkedTo(db, params.id)
  }
  const context = ({ caller }: Call) => viewContext(db, caller.organization)
  route(contract.listLinks, async (call) => organizationViews.v0(await linked(call), context(call)))
  route(contract.listLinksV1, async (call) =>
    organizationViews.v1(await linked(call), context(call)),
  )
  type Pair = Call & { params: { id: string; other: string } }
  const link = (call: Pair) =>
    setLinks(deps, call, call.params.id, { add: [call.params.other], remove: [] })
  const unlink = (call: Pair) =>
    setLinks(deps, call, call.params.id, { add: [], remove: [call.params.other] })
  route(contract.linkOrganisation, link)
  route(contract.linkOrganisationV1, link)
  route(contract.unlinkOrganisation, unlink)
  route(contract.unlinkOrganisationV1, unlink)
  route(contract.setLinks, (call) => {
    const { organisations = [], links = [] } = call.input
    const add = [
      ...new Set([...organisations, ...links.map(({ toOrganisation }) => toOrganisation)]),
    ]
    return setLinks(deps, call, call.params.id, { add, remove: 'others' })
  })
}
