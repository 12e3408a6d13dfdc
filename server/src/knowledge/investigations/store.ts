import { hash, randomBytes } from 'node:crypto'
import { maxInvestigationValues, type ValueName } from '@assay/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { badRequest, notFound } from '../../domain/errors.ts'
import { inTurns } from '../../domain/own-turn.ts'
import type { Page, Sort } from '../../domain/page.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type {
  InvestigationTable,
  InvestigationValueTable,
} from '../../storage/tables/investigations.ts'
import { wantedOf } from '../values/named.ts'

export type InvestigationRow = Selectable<InvestigationTable>
export type ValueRow = Omit<
  Selectable<InvestigationValueTable>,
  'organization' | 'investigation_id'
>

/** Characters of all its values: a page shows them together. */
const maxCharacters = 8_000_000
const batch = 500

export const newInvestigationId = () => randomBytes(12).toString('base64url')

export const findInvestigation = (
  db: Db,
  organization: string,
  id: string,
): Promise<InvestigationRow | undefined> =>
  db.selectFrom('investigations').selectAll().where(ownedRow(organization, id)).executeTakeFirst()

export async function requireInvestigation(
  db: Db,
  organization: string,
  id: string,
): Promise<InvestigationRow> {
  const row = await findInvestigation(db, organization, id)
  if (!row) throw notFound('investigation', id)
  return row
}

export interface InvestigationQuery {
  readonly text?: string | undefined
  readonly createdBy?: string | undefined
  readonly caseId?: string | undefined
  /** Key of a value. */
  readonly value?: string | undefined
  readonly sort: readonly Sort[]
}

const sortable = { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' } as const
export const sortFields = Object.keys(sortable)

export async function listOf(
  db: Db,
  dialect: Dialect,
  organization: string,
  query: InvestigationQuery,
  { offset, limit }: Page,
): Promise<{ rows: InvestigationRow[]; total: number }> {
  const { text, createdBy, caseId, value } = query
  const found = db
    .selectFrom('investigations as i')
    .where('i.organization', '=', organization)
    .$if(text !== undefined, (q) =>
      q.where(
        dialect.hasPart(sql.ref('i.name'), {
          text: text ?? '',
          position: 'anywhere',
          anyCase: true,
        }),
      ),
    )
    .$if(createdBy !== undefined, (q) => q.where('i.created_by', '=', createdBy ?? ''))
    .$if(caseId !== undefined, (q) =>
      q.where('i.id', 'in', (eb) =>
        eb
          .selectFrom('investigation_cases')
          .select('investigation_id')
          .where('organization', '=', organization)
          .where('case_id', '=', caseId ?? ''),
      ),
    )
    .$if(value !== undefined, (q) =>
      q.where('i.id', 'in', (eb) =>
        eb
          .selectFrom('investigation_values')
          .select('investigation_id')
          .where('organization', '=', organization)
          .where('value_hash', '=', value ?? ''),
      ),
    )
  let ordered = found.selectAll().modifyFront(slowly)
  for (const { field, descending } of query.sort)
    ordered = ordered.orderBy(
      `i.${sortable[field as keyof typeof sortable]}`,
      descending ? 'desc' : 'asc',
    )
  const rows = await ordered.orderBy('i.id').offset(offset).limit(limit).execute()
  const { count } = await found
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .modifyFront(slowly)
    .executeTakeFirstOrThrow()
  return { rows, total: Number(count) }
}

export const valuesOf = (db: Db, organization: string, id: string): Promise<ValueRow[]> =>
  db
    .selectFrom('investigation_values')
    .select(['value_hash', 'position', 'data_type', 'text_hash', 'is_file', 'file_name', 'data'])
    .where('organization', '=', organization)
    .where('investigation_id', '=', id)
    .orderBy('position')
    .orderBy('value_hash')
    .execute()

/** As the user named it, for a stored value. */
export const nameOfValue = (row: ValueRow): ValueName =>
  row.is_file === 1
    ? { dataType: row.data_type, hash: row.text_hash }
    : { dataType: row.data_type, data: row.data ?? '' }

type NewValue = Omit<ValueRow, 'position'>

function newValueOf({
  filename,
  ...name
}: ValueName & { filename?: string | undefined }): NewValue {
  const { value, key, isFile } = wantedOf(name)
  const text = 'hash' in value ? undefined : value.data
  return {
    value_hash: key,
    data_type: isFile ? 'file' : value.dataType,
    text_hash: 'hash' in value ? value.hash : hash('sha256', value.data),
    is_file: isFile ? 1 : 0,
    file_name: isFile ? (filename ?? null) : null,
    data: text ?? null,
  }
}

/** Each is hashed several times. */
export async function newValuesOf(
  names: readonly Parameters<typeof newValueOf>[0][],
): Promise<NewValue[]> {
  const values: NewValue[] = []
  for await (const some of inTurns(names)) values.push(...some.map(newValueOf))
  return values
}

interface Added {
  readonly values: readonly NewValue[]
  readonly jobIds: readonly string[]
}

/** In the transaction of the change; the row of the investigation is locked by then. */
export async function addTo(
  tx: Db,
  organization: string,
  id: string,
  { values, jobIds }: Added,
): Promise<void> {
  const jobs = await jobsToAdd(tx, organization, jobIds)
  await addValues(tx, organization, id, [...values, ...jobs.map(({ value }) => value)])
  // The last one given counts, also within one call.
  const counting = new Map(
    jobs.map(({ value, worker_id, id: job_id }) => [
      `${value.value_hash} ${worker_id}`,
      { investigation_id: id, organization, value_hash: value.value_hash, worker_id, job_id },
    ]),
  )
  const rows = [...counting.values()]
  for (let start = 0; start < rows.length; start += batch)
    await tx
      .insertInto('investigation_jobs')
      .values(rows.slice(start, start + batch))
      .onConflict((conflict) =>
        conflict
          .columns(['investigation_id', 'value_hash', 'worker_id'])
          .doUpdateSet((eb) => ({ job_id: eb.ref('excluded.job_id') })),
      )
      .execute()
}

async function jobsToAdd(tx: Db, organization: string, ids: readonly string[]) {
  const rows = await inBatches(ids, (some) =>
    tx
      .selectFrom('jobs')
      .select(['id', 'worker_id', 'data_type', 'data', 'attachment_id', 'attachment_name'])
      // guard: server/test/values/investigations.test.ts
      .where('organization', '=', organization)
      .where('type', '=', 'analyzer')
      .where('status', '!=', 'Deleted')
      .where('id', 'in', some)
      .execute(),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    // guard: server/test/values/investigations.test.ts
    if (!row) throw notFound('job', id)
    const { data, attachment_id: file, data_type: dataType } = row
    if (file === null && (data === null || data === ''))
      throw badRequest(`Job ${id} has no observable that can be added`)
    const value =
      file === null
        ? newValueOf({ dataType, data: data ?? '' })
        : newValueOf({ dataType, hash: file, filename: row.attachment_name?.slice(-255) })
    return { id, worker_id: row.worker_id, value }
  })
}

async function addValues(
  tx: Db,
  organization: string,
  id: string,
  values: readonly NewValue[],
): Promise<void> {
  if (values.length === 0) return
  const present = await tx
    .selectFrom('investigation_values')
    .select((eb) => [
      eb.fn.max<number | null>('position').as('last'),
      sql<number>`coalesce(sum(length(data)), 0)`.as('characters'),
    ])
    .where('organization', '=', organization)
    .where('investigation_id', '=', id)
    .executeTakeFirst()
  const added = values.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
  if (Number(present?.characters ?? 0) + added > maxCharacters)
    throw badRequest(
      `Limit of ${maxCharacters} characters for all observables reached. Start another investigation`,
    )
  let position = Number(present?.last ?? 0)
  const rows = values.map((value) => {
    position += 1
    return { ...value, investigation_id: id, organization, position }
  })
  for (let start = 0; start < rows.length; start += batch)
    await tx
      .insertInto('investigation_values')
      .values(rows.slice(start, start + batch))
      .onConflict((conflict) => conflict.columns(['investigation_id', 'value_hash']).doNothing())
      .execute()
  const { count } = await tx
    .selectFrom('investigation_values')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('investigation_id', '=', id)
    .executeTakeFirstOrThrow()
  // guard: server/test/values/investigations.test.ts
  if (Number(count) > maxInvestigationValues)
    throw badRequest(
      `Limit of ${maxInvestigationValues} observables reached. Start another investigation`,
    )
}

export interface CaseOf {
  readonly id: string
  readonly number: number
  readonly title: string
}

/** Cases of these investigations, the first added first. */
export async function casesOf(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, CaseOf[]>> {
  const rows = await inBatches(ids, (some) =>
    db
      .selectFrom('investigation_cases as l')
      .innerJoin('cases', (join) =>
        join.onRef('cases.id', '=', 'l.case_id').onRef('cases.organization', '=', 'l.organization'),
      )
      .select(['l.investigation_id', 'cases.id', 'cases.number', 'cases.title'])
      .where('l.organization', '=', organization)
      .where('l.investigation_id', 'in', some)
      .orderBy('l.added_at')
      .orderBy('cases.number')
      .execute(),
  )
  return Map.groupBy(rows, ({ investigation_id }) => investigation_id)
}

/** All of them: missing ones are removed. */
export async function setCases(
  tx: Db,
  organization: string,
  id: string,
  caseIds: readonly string[],
  now: number,
): Promise<void> {
  const wanted = [...new Set(caseIds)]
  const known = await inBatches(wanted, (some) =>
    tx
      .selectFrom('cases')
      .select('id')
      // guard: server/test/values/investigations.test.ts
      .where('organization', '=', organization)
      .where('id', 'in', some)
      .execute(),
  )
  const missing = wanted.find((one) => !known.some((row) => row.id === one))
  // guard: server/test/values/investigations.test.ts
  if (missing !== undefined) throw notFound('case', missing)
  await tx
    .deleteFrom('investigation_cases')
    .where('organization', '=', organization)
    .where('investigation_id', '=', id)
    .$if(wanted.length > 0, (q) => q.where('case_id', 'not in', wanted))
    .execute()
  if (wanted.length > 0)
    await tx
      .insertInto('investigation_cases')
      .values(
        wanted.map((case_id) => ({ investigation_id: id, organization, case_id, added_at: now })),
      )
      .onConflict((conflict) => conflict.columns(['investigation_id', 'case_id']).doNothing())
      .execute()
}
