import { contract } from '@assay/contract'
import { AppError, badRequest } from '../../domain/errors.ts'
import { mispEvent, stixBundle } from '../../domain/report-exchange.ts'
import { apiLevel } from '../../domain/response/api-level.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import type { MispSetting } from '../../settings/misp-servers.ts'
import { requireCaseTemplate } from '../case-templates/store.ts'
import { readPromotedCase } from '../cases/inputs.ts'
import { caseViews } from '../cases/views.ts'
import { actorOf, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { isOpen } from '../engines/engines.ts'
import { requireCase } from '../parents/case.ts'
import { showOne, viewContext } from '../render/both-versions.ts'
import { withoutNulls } from '../render/parts.ts'
import { exchangedCase } from './case.ts'
import { caseFromEvent, readEvent } from './import.ts'
import { failuresOf, pullNow, pullsOf, saveEvent, sourcesIn } from './pull-store.ts'
import { sendEvent, statusOf } from './server.ts'

export function mispRoutes(route: Route, deps: PlatformDeps, wake: () => void): void {
  const { db, clock, config } = deps
  const configured = (config.platform.misp ?? []) as readonly MispSetting[]
  const serversOf = (organization: string) =>
    configured.filter(({ organizations }) => isOpen(organization, organizations))

  const sourcesOf = (organization: string) =>
    sourcesIn(configured).flatMap(({ name, import: from }) =>
      from.organization === organization ? [name] : [],
    )

  const all = { onlyIndicators: false }
  route(contract.caseAsStix, async ({ caller, params }) =>
    stixBundle(await exchangedCase(db, await requireCase(db, caller.organization, params.id), all)),
  )
  route(contract.caseAsMisp, async ({ caller, params }) =>
    mispEvent(await exchangedCase(db, await requireCase(db, caller.organization, params.id), all)),
  )

  route(contract.exportCaseToMisp, async (call) => {
    const { organization } = call.caller
    const row = await requireCase(db, organization, call.params.id)
    const server = serversOf(organization).find(({ name }) => name === call.params.server)
    if (!server)
      throw new AppError(
        'NotFoundError',
        `MISP server ${call.params.server.slice(0, 128)} not found. See platform.misp for the configured servers`,
      )
    const exchanged = await exchangedCase(db, row, { onlyIndicators: true })
    if (exchanged.items.length === 0)
      throw badRequest('Nothing to export: no observable in this case is marked as IOC')
    const event = mispEvent(exchanged)
    await sendEvent(server, event)
    const { uuid } = event.Event as { uuid: string }
    await saveEvent(db, {
      ...{ organization, server: server.name, event: uuid, state: 'sent' },
      published: Math.floor(clock.now() / 1_000),
    })
    await audit(db, actorOf(call), clock.now(), {
      action: 'case.export',
      objectType: 'case',
      objectId: row.id,
      organization,
      details: { caseId: row.number, misp: server.name, observables: exchanged.items.length },
    })
  })

  route(contract.importCaseFromMisp, async (call) => {
    const { file, caseTemplate, ...rest } = call.input
    const event = await readEvent(file)
    const row = await write(deps, actorOf(call), async (w) => {
      const template =
        caseTemplate === undefined
          ? undefined
          : await requireCaseTemplate(w.tx, w.organization, caseTemplate)
      return caseFromEvent(w, event, { ...readPromotedCase(rest), template })
    })
    const level = apiLevel(config.platform.level, call.caller)
    return showOne(caseViews.v1, row, viewContext(db, row.organization, level))
  })
  route(contract.listMispServers, async ({ caller }) => {
    const servers = await Promise.all(serversOf(caller.organization).map(statusOf))
    const status = Object.fromEntries(servers.map(({ name, status }) => [name, status]))
    const pulls = await pullsOf(db, caller.organization)
    const failures = await failuresOf(db, caller.organization)
    const now = clock.now()
    const names = sourcesOf(caller.organization)
    return {
      status,
      syncInProgress: pulls.some(({ locked_until }) => (locked_until ?? 0) > now),
      servers,
      imports: pulls
        .filter(({ server }) => names.includes(server))
        .map((row) => ({
          ...{ server: row.server, upTo: row.position * 1_000 },
          ...(row.checked_at !== null && { checkedAt: row.checked_at }),
          ...(row.problem !== null && { problem: row.problem }),
          ...failedIn(failures.get(row.server)),
        })),
    }
  })
  route(contract.pullMispEvents, async ({ caller }) => {
    if (configured.length === 0) return
    const names = sourcesOf(caller.organization)
    if (names.length === 0)
      throw badRequest(
        'No MISP server is read for this organization. The operator can add import to platform.misp',
      )
    await pullNow(db, caller.organization, names, clock.now())
    wake()
  })
}

const failedIn = (
  failures: { events: number; event: string; at: number | null; reason: string | null } | undefined,
) =>
  failures && {
    failed: {
      ...{ events: failures.events, event: failures.event },
      ...withoutNulls({ at: failures.at, reason: failures.reason }),
    },
  }
