import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import { actorOf, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { addLink, type LinkTarget, removeLink } from './change.ts'
import { linkTypes } from './store.ts'

export function caseLinkRoutes(route: Route, deps: PlatformDeps): void {
  const by =
    (change: typeof addLink) =>
    (call: CallOfOne & { input: LinkTarget }): Promise<void> =>
      write(deps, actorOf(call), (w) => change(w, call.params.id, call.input))

  route(contract.linkCase, by(addLink))
  route(contract.unlinkCase, by(removeLink))
  route(contract.linkAddress, by(addLink))
  route(contract.unlinkAddress, by(removeLink))
  route(contract.listLinkTypes, ({ caller }) => linkTypes(deps.db, caller.organization))
}
