import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Asker } from '../../domain/caller.ts'
import type { Secrets } from '../../identity/secrets.ts'
import type { Db } from '../../storage/database.ts'
import type { StartingJobTable } from '../../storage/tables/platform.ts'
import type { Actor } from '../changes/write.ts'
import type { NamedStart } from './named-start.ts'

type StartRow = Selectable<StartingJobTable>

/** Everything that it takes to ask again, and to record the answer. */
export interface StartRequest<S = unknown> {
  readonly engine: string
  readonly workerId: string
  /** For whom: a repeated call is made for the same. */
  readonly asker: Asker
  readonly input: Record<string, unknown>
  /** Sent as `data`, while it is read. */
  readonly file?: { readonly hash: string; readonly name: string; readonly type: string }
  /** What the kind stores of it. */
  readonly subject: S
}

export interface Start<S = unknown> extends Omit<StartRow, 'request_sealed'> {
  readonly request: StartRequest<S>
}

type Sealing = { readonly db: Db; readonly secrets: Secrets }

/** Bound to its row: copied to another it does not open. */
export const startContext = ({
  organization,
  request_key,
}: Pick<StartRow, 'organization' | 'request_key'>) =>
  `starting_jobs.request:${organization}/${request_key}` as const

const opened = <S>(secrets: Secrets, { request_sealed, ...row }: StartRow): Start<S> => ({
  ...row,
  request: JSON.parse(secrets.open(startContext(row), request_sealed)) as StartRequest<S>,
})

/** One of the same name that is stored already keeps what it was for. */
export async function keepStart<S>(
  { db, secrets }: Sealing,
  { login, organization }: Actor,
  kind: StartRow['kind'],
  request: StartRequest<S>,
  { now, dueAt, named }: { now: number; dueAt: number; named: NamedStart | undefined },
): Promise<Start<S>> {
  const row = {
    organization,
    request_key: named?.key ?? `start/${randomUUID()}`,
    kind,
    engine_id: request.engine,
    created_by: login,
    created_at: now,
    cause_run: named?.causeRun ?? null,
    due_at: named ? null : dueAt,
    attempts: 1,
    failures: 0,
  }
  const request_sealed = secrets.seal(startContext(row), JSON.stringify(request))
  const stored = await db
    .insertInto('starting_jobs')
    .values({ ...row, request_sealed })
    .onConflict((conflict) =>
      conflict
        .columns(['organization', 'request_key'])
        .doUpdateSet((eb) => ({ attempts: eb('starting_jobs.attempts', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return opened(secrets, stored)
}

/** Answers whether it was there: of two that have an answer, one records it. */
export async function removeStart(
  db: Db,
  start: Pick<Start, 'organization' | 'request_key'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('starting_jobs')
    .where('organization', '=', start.organization)
    .where('request_key', '=', start.request_key)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A rule that does not go on with a run does not repeat its starts either. */
export const removeStartsOf = (db: Db, organization: string, runId: string) =>
  db
    .deleteFrom('starting_jobs')
    .where('organization', '=', organization)
    .where('cause_run', '=', runId)
    .execute()

export const postponeStart = (
  db: Db,
  start: Pick<Start, 'organization' | 'request_key'>,
  change: { due_at: number; failures: number },
) =>
  db
    .updateTable('starting_jobs')
    .set(change)
    .where('organization', '=', start.organization)
    .where('request_key', '=', start.request_key)
    .where('due_at', 'is not', null)
    .execute()

/** Those whose process is not heard of any more, for this process; another one waits for `leaseMs`. */
export async function claimStarts(
  { db, secrets }: Sealing,
  organization: string,
  { count, now, leaseMs }: { count: number; now: number; leaseMs: number },
): Promise<Start[]> {
  const due = await db
    .selectFrom('starting_jobs')
    .select(['request_key', 'due_at'])
    .where('organization', '=', organization)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(count)
    .execute()
  const claimed: Start[] = []
  for (const { request_key, due_at } of due) {
    const row = await db
      .updateTable('starting_jobs')
      .set((eb) => ({ due_at: now + leaseMs, attempts: eb('attempts', '+', 1) }))
      .where('organization', '=', organization)
      .where('request_key', '=', request_key)
      .where('due_at', '=', due_at)
      .returningAll()
      .executeTakeFirst()
    if (row) claimed.push(opened(secrets, row))
  }
  return claimed
}
