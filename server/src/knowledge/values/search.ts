import type { KnownValue, VerdictLevel } from '@assay/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Page } from '../../domain/page.ts'
import { decided } from '../../domain/values/decision.ts'
import { movesOf, rankOf, readChanges, verdictOf, verdicts } from '../../domain/values/verdict.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { type AnswerRow, reasonsFrom, verdictFrom } from './answers.ts'
import { decisionPart, knownOf } from './decisions.ts'
import { type Held, holdersOf } from './holders.ts'

export interface ValueQuery {
  readonly levels?: readonly VerdictLevel[] | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly inCase?: boolean | undefined
  readonly dataType?: string | undefined
  readonly text?: string | undefined
  /** Only what is in an alert or a case. */
  readonly onlyHeld: boolean
  readonly oldestFirst?: boolean
}

/** Totals beyond it are not counted. */
export const maxCounted = 100_000

/**
 * One row for each value: the analyzer with the worst verdict, and of several the latest. Values whose
 * text is not kept have no row here.
 */
const deciding = (db: Db, dialect: Dialect, organization: string, query: ValueQuery) => {
  const { levels = verdicts, since, until, inCase, dataType, text, onlyHeld } = query
  const held = (column?: 'case_id') => sql<SqlBool>`exists (select 1 from observables
    where observables.organization = ${organization} and observables.value_hash = a.text_hash
      and (observables.data_type = a.data_type or a.is_file = 1)
      ${column ? sql`and observables.case_id is not null` : sql``})`
  const has = (column: Expression<unknown>, part: string) =>
    dialect.hasPart(column, { text: part, position: 'anywhere', anyCase: true })
  return db
    .selectFrom('value_answers as a')
    .where('a.organization', '=', organization)
    .where('a.level', 'in', levels.flatMap(ranksOf))
    .where((eb) => eb.or([eb('a.data', 'is not', null), eb('a.is_file', '=', 1)]))
    .where(
      // The plus keeps SQLite from scanning all with such a level, for each value.
      sql<SqlBool>`not exists (select 1 from value_answers as b where b.organization = ${organization}
        and b.value_hash = a.value_hash
        and (+b.level > a.level or (+b.level = a.level and (b.level_since > a.level_since
          or (b.level_since = a.level_since and b.worker_id > a.worker_id)))))`,
    )
    .$if(since !== undefined, (q) => q.where('a.level_since', '>=', since ?? 0))
    .$if(until !== undefined, (q) => q.where('a.level_since', '<', until ?? 0))
    .$if(dataType !== undefined, (q) => q.where('a.data_type', '=', dataType ?? ''))
    .$if(onlyHeld, (q) => q.where(held()))
    .$if(inCase === true, (q) => q.where(held('case_id')))
    .$if(inCase === false, (q) => q.where(sql<SqlBool>`not ${held('case_id')}`))
    .$if(text !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          has(sql.ref('a.data'), text ?? ''),
          has(sql.ref('a.file_name'), text ?? ''),
          ...(isHashStart(text ?? '')
            ? [eb.and([eb('a.is_file', '=', 1), has(sql.ref('a.text_hash'), text ?? '')])]
            : []),
        ]),
      ),
    )
}

/** Of analyzers and of an analyst. */
const ranksOf = (level: VerdictLevel) => [rankOf(level), rankOf(level) + decided]

const isHashStart = (text: string) => /^[0-9a-f]{8,64}$/i.test(text)

export async function searchKnown(
  db: Db,
  dialect: Dialect,
  organization: string,
  query: ValueQuery,
  { offset, limit }: Page,
): Promise<{ rows: KnownValue[]; total: number }> {
  const found = await deciding(db, dialect, organization, query)
    .select(['a.value_hash', 'a.level_since'])
    .modifyFront(slowly)
    .orderBy('a.level_since', query.oldestFirst ? 'asc' : 'desc')
    .orderBy('a.value_hash')
    .offset(offset)
    .limit(limit)
    .execute()
  const { count } = await db
    .selectFrom(
      deciding(db, dialect, organization, query)
        .select('a.value_hash')
        .limit(maxCounted)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .modifyFront(slowly)
    .executeTakeFirstOrThrow()
  const keys = found.map(({ value_hash }) => value_hash)
  return { rows: await knownValues(db, organization, keys), total: Number(count) }
}

/** Whole rows of these values, in their order. */
export async function knownValues(
  db: Db,
  organization: string,
  keys: readonly string[],
): Promise<KnownValue[]> {
  const { answers, decisions } = await knownOf(db, organization, keys)
  const heads = [...answers.values()].flatMap((rows) => rows[0] ?? [])
  const held = await holdersOf(
    db,
    organization,
    heads.map((row) => ({
      key: row.value_hash,
      hashes: [...new Set((answers.get(row.value_hash) ?? []).map(({ text_hash }) => text_hash))],
      isFile: row.is_file === 1,
      value: { dataType: row.data_type, data: '' },
    })),
  )
  return keys.flatMap((key) => {
    const rows = answers.get(key)
    return rows?.[0]
      ? { ...knownValue(rows, held.get(key)), ...decisionPart(decisions.get(key), rows) }
      : []
  })
}

function knownValue(rows: readonly AnswerRow[], held: Held | undefined): KnownValue {
  const newest = rows.reduce((a, b) => ((b.answered_at ?? 0) > (a.answered_at ?? 0) ? b : a))
  const [move] = movesOf(rows.map(({ changes }) => readChanges(changes)))
  return {
    ...nameOf(newest),
    ...verdictFrom(rows),
    reasons: reasonsFrom(rows).slice(0, 2),
    changedAt: move?.at ?? newest.level_since ?? newest.first_at,
    ...(move?.from === undefined ? {} : { previousLevel: verdictOf(move.from) }),
    cases: held?.cases ?? [],
    alerts: held?.alerts ?? 0,
  }
}

export const nameOf = (row: AnswerRow) => ({
  dataType: row.data_type,
  ...(row.is_file === 1
    ? { hash: row.text_hash, ...(row.file_name === null ? {} : { filename: row.file_name }) }
    : row.data === null
      ? {}
      : { data: row.data }),
})

/** How many values came to their verdict in each step of time. */
export async function countKnown(
  db: Db,
  dialect: Dialect,
  organization: string,
  query: ValueQuery,
  stepMs: number,
): Promise<{ at: number; level: VerdictLevel; count: number }[]> {
  const rows = await deciding(db, dialect, organization, query)
    .select([
      sql<number>`a.level_since / ${sql.lit(stepMs)}`.as('step'),
      'a.level',
      sql<number>`count(*)`.as('count'),
    ])
    .modifyFront(slowly)
    .groupBy([sql`1`, 'a.level'])
    .execute()
  return rows.map(({ step, level, count }) => ({
    at: Number(step) * stepMs,
    level: verdictOf(level ?? 0),
    count: Number(count),
  }))
}
