import { type CaseClock, contract, type Input, maxClockPolicies } from '@assay/contract'
import { dueOf } from '../../domain/clocks/clock.ts'
import { closedAt, timesOf } from '../../domain/clocks/times.ts'
import { AppError, badRequest } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { findUser } from '../../identity/users/store.ts'
import type { CaseClockRow } from '../../storage/rows/case-clocks.ts'
import { alsoOf } from '../../storage/rows/owned-row.ts'
import { requireCaseTemplate } from '../case-templates/store.ts'
import { newRow } from '../changes/entity-rows.ts'
import { actorOf, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireCase } from '../parents/case.ts'
import { readingAs } from '../shares/access.ts'
import { areHeld } from './held.ts'
import {
  changePolicy,
  deletePolicy,
  insertPolicy,
  policiesOf,
  policyView,
  requirePolicy,
} from './policies.ts'

type Rules = Input<typeof contract.updateClockPolicy>

export function clockRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps
  const list = async (organization: string) => (await policiesOf(db, organization)).map(policyView)

  route(contract.listClockPolicies, ({ caller }) => list(caller.organization))

  route(contract.createClockPolicy, async ({ caller, origin, input }) => {
    const id = await write(deps, actorOf({ caller, origin }), async (w) => {
      const known = await lockedPolicies(w)
      // guard: server/test/platform/clocks.test.ts
      if (known.length >= maxClockPolicies)
        throw badRequest(`Limit of ${maxClockPolicies} clock policies reached. Delete one first`)
      const row = newRow(w)
      await insertPolicy(w.tx, {
        ...row,
        ...{ severities: '[]', template_id: null, warn_at: 80, escalate_to: null },
        ...(await columnsOf(w, input)),
        kind: input.kind,
        minutes: input.minutes,
        position: Math.max(-1, ...known.map(({ position }) => position)) + 1,
      })
      w.record({ operation: 'create', objectType, objectId: row.id, details: { ...input } })
      return row.id
    })
    return policyView(await requirePolicy(db, caller.organization, id))
  })

  route(contract.updateClockPolicy, async ({ caller, origin, params, input }) => {
    await write(deps, actorOf({ caller, origin }), async (w) => {
      const { id } = await requirePolicy(w.tx, w.organization, params.id)
      const change = await columnsOf(w, input)
      const changed = { ...change, updated_at: w.now, updated_by: w.actor.login }
      await changePolicy(w.tx, w.organization, id, changed)
      w.record({ operation: 'update', objectType, objectId: id, details: { ...input } })
    })
    return policyView(await requirePolicy(db, caller.organization, params.id))
  })

  route(contract.deleteClockPolicy, ({ caller, origin, params }) =>
    write(deps, actorOf({ caller, origin }), async (w) => {
      const { id, kind, minutes } = await requirePolicy(w.tx, w.organization, params.id)
      await deletePolicy(w.tx, w.organization, id)
      w.record({ operation: 'delete', objectType, objectId: id, details: { kind, minutes } })
    }),
  )

  route(contract.orderClockPolicies, async ({ caller, origin, input: { ids } }) => {
    await write(deps, actorOf({ caller, origin }), async (w) => {
      const known = await lockedPolicies(w)
      const isWhole =
        new Set(ids).size === known.length && known.every(({ id }) => ids.includes(id))
      // guard: server/test/platform/clocks.test.ts
      if (!isWhole || ids.length !== known.length)
        throw badRequest(
          `Name each of the ${known.length} clock policies once. List them again: they may have changed`,
        )
      for (const [position, id] of ids.entries()) {
        if (known.find((one) => one.id === id)?.position === position) continue
        await changePolicy(w.tx, w.organization, id, { position })
        w.record({ operation: 'update', objectType, objectId: id, details: { position } })
      }
    })
    return list(caller.organization)
  })

  route(contract.getCaseClocks, async ({ caller, params }) => {
    const owner = await readingAs(db, caller.organization, 'case', params.id)
    const row = await requireCase(db, owner, params.id)
    const clocks = await db
      .selectFrom('case_clocks')
      .selectAll()
      .where(alsoOf(owner))
      .where('case_id', '=', row.id)
      .orderBy('started_at')
      .orderBy('kind')
      .orderBy('id')
      .limit(mostShown)
      .execute()
    const { handlingDuration: _, ...times } = timesOf(row)
    const closed = closedAt(row)
    return {
      isOpen: row.status === 'Open',
      ...(row.due_date !== null && { dueDate: row.due_date }),
      ...(row.due_reason !== null && { dueReason: row.due_reason }),
      ...(row.paused_at !== null && { pausedAt: row.paused_at }),
      ...(row.in_progress_at !== null && { acknowledgedAt: row.in_progress_at }),
      ...(closed !== null && { closedAt: closed }),
      ...times,
      areHeld: await areHeld(db, owner),
      clocks: [
        ...clocks.filter(({ ended_at }) => ended_at === null),
        ...clocks.filter(({ ended_at }) => ended_at !== null),
      ].map((clock) => clockView(clock, owner === caller.organization)),
    }
  })
}

const objectType = 'clockPolicy'
const mostShown = 200

/** One who adds or orders at a time. */
async function lockedPolicies(w: Writing) {
  await w.dialect
    .lockRow(w.tx.selectFrom('organizations').select('name').where('name', '=', w.organization))
    .execute()
  return policiesOf(w.tx, w.organization)
}

async function columnsOf(w: Writing, input: Rules) {
  const { kind, minutes, severities, template, warnAt, escalateTo } = input
  return {
    ...(kind !== undefined && { kind }),
    ...(minutes !== undefined && { minutes }),
    ...(severities !== undefined && { severities: JSON.stringify(severities.toSorted()) }),
    ...(warnAt !== undefined && { warn_at: warnAt }),
    ...(template !== undefined && {
      template_id:
        template === null ? null : (await requireCaseTemplate(w.tx, w.organization, template)).id,
    }),
    ...(escalateTo !== undefined && {
      escalate_to: escalateTo === null ? null : await activeUser(w, escalateTo),
    }),
  }
}

async function activeUser(w: Writing, login: string): Promise<string> {
  const user = await findUser(w.tx, w.organization, login.toLowerCase())
  // guard: server/test/platform/clocks.test.ts
  if (!user) throw new AppError('NotFoundError', `escalateTo: user ${login} not found`)
  return user.login
}

/** Who is told of an overdue case is for its own organization; guests of a shared case see the times. */
const clockView = (row: CaseClockRow, isOwn: boolean): CaseClock => {
  const due = row.ended_at === null ? dueOf(row) : row.due_at
  // guard (open = row.escalate_to): server/test/platform/clocks.test.ts
  const escalateTo = isOwn ? row.escalate_to : null
  return {
    kind: row.kind,
    startedAt: row.started_at,
    ...(due !== null && { dueAt: due }),
    ...(row.minutes !== null && { minutes: row.minutes }),
    isByPerson: row.by_person === 1,
    isPaused: row.ended_at === null && row.paused_at !== null && row.by_person === 0,
    pausedMs: row.paused_ms,
    ...(escalateTo !== null && { escalateTo }),
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ...(row.warned_at !== null && { warnedAt: row.warned_at }),
    ...(row.breached_at !== null && { breachedAt: row.breached_at }),
  }
}
