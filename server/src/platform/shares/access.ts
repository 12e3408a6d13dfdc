import { type SqlBool, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { notAllowed } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { isShared, type SharedEntity } from '../../storage/rows/shared-rows.ts'
import { actorOf, type Call, type NewFile, type Writing, write } from '../changes/write.ts'
import { shareNotFound } from './store.ts'

/** That another organization lets this one at something of a case. */
export interface Grant {
  readonly shareId: string
  /** The owner's. */
  readonly organization: string
  readonly profile: 'read-only' | 'analyst'
  readonly observableRule: 'all' | 'manual'
}

/** Undefined also for one's own: there is no share with oneself. */
export async function grantFor(
  db: Db,
  organization: string,
  kind: SharedEntity,
  id: string,
): Promise<Grant | undefined> {
  const isNumber = kind === 'case' && /^\d{1,15}$/.test(id)
  if (!isEntityId(id) && !isNumber) return undefined
  const tables = {
    case: 'cases',
    task: 'tasks',
    log: 'task_logs',
    observable: 'observables',
  } as const
  // All four have these columns; that of a case is its own id.
  const table = tables[kind] as 'tasks'
  const caseId = (kind === 'case' ? 'cases.id' : `${table}.case_id`) as 'tasks.case_id'
  return (
    db
      .selectFrom(table)
      .innerJoin('case_shares', 'case_shares.case_id', caseId)
      .select([
        'case_shares.id as shareId',
        'case_shares.organization',
        'case_shares.profile',
        'case_shares.observable_rule as observableRule',
      ])
      // Numbers of cases are of one sequence for all organizations.
      .where(
        isNumber
          ? sql<SqlBool>`cases.number = ${Number(id)}`
          : sql<SqlBool>`${sql.ref(`${table}.id`)} = ${id}`,
      )
      // guard: server/test/platform/shares.test.ts
      .where('case_shares.shared_with', '=', organization)
      // guard: server/test/platform/shares.test.ts
      .where(isShared[kind](organization))
      .executeTakeFirst()
  )
}

/**
 * Whose rows are read: the owner's where it is shared, otherwise the caller's own, where it is not
 * found.
 */
export const readingAs = async (db: Db, organization: string, kind: SharedEntity, id: string) =>
  (await grantFor(db, organization, kind, id))?.organization ?? organization

/**
 * `write`, for what may be shared. A guest writes into the owner's organization, under their own name,
 * and only while the share exists: revoking it waits for the write, or the write finds it gone.
 */
export async function writeShared<T>(
  deps: Deps,
  call: Call,
  { kind, id }: { readonly kind: SharedEntity; readonly id: string },
  work: (w: Writing, grant: Grant | undefined) => Promise<T>,
  files: readonly NewFile[] = [],
): Promise<T> {
  const grant = await grantFor(deps.db, call.caller.organization, kind, id)
  const actor = actorOf(call)
  if (!grant) return write(deps, actor, (w) => work(w, undefined), files)
  // guard: server/test/platform/shares.test.ts
  refuseReader(grant)
  return write(
    deps,
    { ...actor, organization: grant.organization },
    async (w) => {
      await w.dialect
        .holdRow(w.tx.selectFrom('case_shares').select('id'))
        .where('id', '=', grant.shareId)
        .executeTakeFirst()
      const held = await grantFor(w.tx, call.caller.organization, kind, id)
      // guard: server/test/platform/shares.test.ts
      if (!held) throw shareNotFound()
      // guard: server/test/platform/shares.test.ts
      refuseReader(held)
      return work(w, held)
    },
    files,
  )
}

const refuseReader = ({ profile }: Grant) => {
  if (profile !== 'analyst') throw notAllowed('Your organization has read-only access to this case')
}

/** Whom the owner employs, and who does what there, is nothing for guests. */
export function refusePeople(
  grant: Grant | undefined,
  input: { readonly assignee?: unknown; readonly owner?: unknown; readonly user?: unknown },
): void {
  // guard: server/test/platform/shared-case-guests.test.ts
  if (grant && [input.assignee, input.owner, input.user].some((login) => login !== undefined))
    throw notAllowed('Only the organization that owns the case can assign its tasks')
}

/** A caller who does not see all would learn from a refusal which ones exist. */
export function refuseUnseen(grant: Grant | undefined): void {
  // guard: server/test/platform/shared-case-guests.test.ts
  if (grant && grant.observableRule !== 'all')
    throw notAllowed(
      'Your organization cannot add observables: it does not see all observables of this case',
    )
}
