import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../storage/database.ts'
import { type SettleDeps, settleSome } from './settle.ts'

const everyMs = 5_000
const pageRows = 500
/** Of changes that a reader waits for; beyond it the list lags behind and says so. */
const maxForReader = 20

/** Before a list is read: what has just been changed is in it. Answers whether all is. */
export async function settle(deps: SettleDeps, organization: string) {
  const { db } = deps
  for (let step = 0; step < maxForReader; step += 1) {
    const isPending = await db
      .selectFrom('unsettled_values')
      .select('id')
      .where('organization', '=', organization)
      .limit(1)
      .executeTakeFirst()
    if (!isPending) return true
    await settleSome(deps, organization)
  }
  return false
}

/** Keeps the list of known observables, and fills it with those of before there was one. */
export function startKnownValues(deps: Deps): Working {
  let isFilled = false
  return startSweep(deps.background, {
    name: 'known observables',
    everyMs,
    async step() {
      const next = await deps.db
        .selectFrom('unsettled_values')
        .select('organization')
        .limit(1)
        .executeTakeFirst()
      if (next) {
        await settleSome(deps, next.organization)
        return true
      }
      isFilled ||= !(await noteSome(deps.db))
      return !isFilled
    },
  })
}

const mark = 'known-values'
const done = 'done'
const sources = ['answers', 'observables', 'investigations'] as const

/**
 * Notes some observables of before as changed; once for the installation. `meta` keeps the position, so a
 * restart continues there. Answers whether there may be more.
 */
export async function noteSome(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('meta')
      .select('value')
      .where('name', '=', mark)
      .executeTakeFirst()
    if (row?.value === done) return false
    const [source = 'answers', ...after] = row ? (JSON.parse(row.value) as string[]) : []
    const noted = await noteAfter(tx, source, after)
    const following = sources[sources.indexOf(source as (typeof sources)[number]) + 1]
    const value = noted
      ? JSON.stringify([source, ...noted])
      : following
        ? JSON.stringify([following])
        : done
    await tx
      .insertInto('meta')
      .values({ name: mark, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    return value !== done
  })
}

/** Answers the position after them; undefined after the last. */
async function noteAfter(
  tx: Db,
  source: string,
  [first = '', second = '']: readonly string[],
): Promise<string[] | undefined> {
  if (source === 'observables') {
    const rows = await tx
      .selectFrom('observables')
      .select(['id', 'organization', 'data_type', 'attachment_id'])
      .select((eb) =>
        eb
          .case()
          .when(eb.fn('length', ['data']), '<=', 4096)
          .then(eb.ref('data'))
          .end()
          .as('data'),
      )
      .where('id', '>', first)
      .orderBy('id')
      .limit(pageRows)
      .execute()
    await note(
      tx,
      rows.map(({ id: _, ...row }) => ({ ...row, value_hash: null })),
    )
    const last = rows.at(-1)
    return last && [last.id]
  }
  const rows =
    source === 'answers'
      ? await tx
          .selectFrom('value_answers')
          .select(['organization', 'value_hash', 'organization as at'])
          .distinct()
          .where((eb) =>
            eb(eb.refTuple('organization', 'value_hash'), '>', eb.tuple(first, second)),
          )
          .orderBy('organization')
          .orderBy('value_hash')
          .limit(pageRows)
          .execute()
      : await tx
          .selectFrom('investigation_values')
          .select(['organization', 'value_hash', 'investigation_id as at'])
          .where((eb) =>
            eb(eb.refTuple('investigation_id', 'value_hash'), '>', eb.tuple(first, second)),
          )
          .orderBy('investigation_id')
          .orderBy('value_hash')
          .limit(pageRows)
          .execute()
  await note(
    tx,
    rows.map(({ organization, value_hash }) => ({
      organization,
      value_hash,
      data_type: null,
      attachment_id: null,
      data: null,
    })),
  )
  const last = rows.at(-1)
  return last && [last.at, last.value_hash]
}

interface Noted {
  readonly organization: string
  readonly value_hash: string | null
  readonly data_type: string | null
  readonly attachment_id: string | null
  readonly data: string | null
}

async function note(tx: Db, rows: readonly Noted[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('unsettled_values').values(rows).execute()
}
