import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import {
  maxShownLength,
  type NamedValue,
  normalised,
  textHashes,
  valueKey,
} from '../../domain/values/key.ts'
import { type Holding, searchedText, summaryOf } from '../../domain/values/summary.ts'
import type { Db } from '../../storage/database.ts'
import { type NoticedPerson, noticeEvent } from '../../storage/rows/notices.ts'
import { tellWorse } from './tell-worse.ts'

/** Observables in one transaction: writers wait for it on SQLite. */
const batch = 100
const maxHashes = 8
const maxTags = 50

interface Touched {
  readonly key: string
  readonly dataType?: string
  readonly data?: string
  readonly file?: string
}

export type SettleDeps = Pick<Deps, 'db' | 'dialect' | 'bus' | 'clock'>

/**
 * Brings the rows of observables up to date whose facts have changed. They are made anew from what is
 * stored, so a step that is repeated does no harm. Answers how many changes it took.
 */
export async function settleSome(
  { db, dialect, bus, clock }: SettleDeps,
  organization: string,
): Promise<number> {
  const { count, told } = await db.transaction().execute(async (tx) => {
    // One at a time: of two the one that read earlier must not write later.
    await dialect.lockKey(tx, lockOf(organization))
    const rows = await tx
      .selectFrom('unsettled_values')
      .select(['id', 'value_hash', 'data_type', 'attachment_id', 'data'])
      .where('organization', '=', organization)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (rows.length === 0) return { count: 0, told: [] }
    const touched = new Map<string, Touched>()
    for (const row of rows) {
      const one = touchedBy(row)
      if (one) touched.set(one.key, { ...touched.get(one.key), ...one })
    }
    const told = await summarize(tx, organization, [...touched.values()])
    await tx
      .deleteFrom('unsettled_values')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    return { count: rows.length, told }
  })
  for (const one of told) bus.publish(noticeEvent(one, clock.now()))
  return count
}

const lockOf = (organization: string): number =>
  Number.parseInt(hash('sha256', `known values of ${organization}`).slice(0, 12), 16)

interface Change {
  readonly value_hash: string | null
  readonly data_type: string | null
  readonly attachment_id: string | null
  readonly data: string | null
}

function touchedBy({ value_hash, data_type, attachment_id, data }: Change): Touched | undefined {
  if (value_hash !== null) return { key: value_hash }
  const dataType = data_type ?? ''
  if (attachment_id !== null)
    return { key: valueKey({ dataType, hash: attachment_id }), dataType, file: attachment_id }
  // A longer text is in no list.
  return data === null ? undefined : { key: valueKey({ dataType, data }), dataType, data }
}

async function summarize(
  tx: Db,
  organization: string,
  touched: readonly Touched[],
): Promise<NoticedPerson[]> {
  const keys = touched.map(({ key }) => key)
  if (keys.length === 0) return []
  const [answers, investigations, known] = [
    await answersOf(tx, organization, keys),
    await investigationsOf(tx, organization, keys),
    await knownOf(tx, organization, keys),
  ]
  const named = touched.map((one) => {
    const all = [...(answers.get(one.key) ?? []), ...(investigations.get(one.key) ?? [])]
    const first = all[0] ?? known.get(one.key)?.[0]
    const before = known.get(one.key)?.[0]
    const isFile = one.file !== undefined || first?.is_file === 1
    const dataType = first?.data_type ?? one.dataType ?? ''
    const data = all.find((row) => row.data !== null)?.data ?? one.data ?? before?.data ?? undefined
    const hashes = new Set([
      ...(one.file === undefined ? [] : [one.file]),
      ...all.map(({ text_hash }) => text_hash),
      ...[data, one.data].flatMap((text) =>
        text === undefined || isFile ? [] : textHashes({ dataType, data: text } as NamedValue),
      ),
      ...(before ? (JSON.parse(before.text_hashes) as string[]) : []),
    ])
    return { ...one, isFile, dataType, data, before, hashes: [...hashes].slice(0, maxHashes), all }
  })
  const holders = await holdersOf(tx, organization, [
    ...new Set(named.flatMap((one) => one.hashes)),
  ])
  const rows = []
  const told: NoticedPerson[] = []
  const gone: string[] = []
  for (const one of named) {
    const held = one.hashes
      .flatMap((text) => holders.get(text) ?? [])
      .filter((row) => (one.isFile ? row.is_file === 1 : row.data_type === one.dataType))
    const inInvestigations = investigations.get(one.key) ?? []
    const holdings: Holding[] = [
      ...held.map(({ cases, alerts, first, last }) => ({
        cases: Number(cases),
        alerts: Number(alerts),
        investigations: 0,
        first: Number(first),
        last: Number(last),
      })),
      ...inInvestigations.map(({ created_at: at }) => ({
        cases: 0,
        alerts: 0,
        investigations: 1,
        first: at,
        last: at,
      })),
    ]
    const summary = summaryOf(answers.get(one.key) ?? [], holdings)
    const isNamed = one.isFile ? one.hashes.length > 0 : one.data !== undefined
    if (!summary || !isNamed) {
      gone.push(one.key)
      continue
    }
    const fileName =
      [...one.all, ...held].find((row) => row.file_name !== null)?.file_name ??
      one.before?.file_name ??
      null
    const text = one.isFile ? '' : normalised(one.dataType, one.data ?? '')
    const isHeld = one.before !== undefined && held.some(({ cases }) => Number(cases) > 0)
    // Of one that is new in the list nothing became worse.
    if (isHeld && one.before)
      told.push(
        ...(await tellWorse(tx, organization, {
          key: one.key,
          dataType: one.dataType,
          data: one.isFile ? (fileName ?? one.hashes[0] ?? '') : text,
          isFile: one.isFile,
          hashes: one.hashes,
          knownChange: one.before.changed_at,
          answers: answers.get(one.key) ?? [],
        })),
      )
    rows.push({
      organization,
      value_hash: one.key,
      data_type: one.dataType,
      is_file: one.isFile ? 1 : 0,
      ...summary,
      text_hashes: JSON.stringify(one.hashes),
      tags: JSON.stringify(tagsIn(held.map(({ tags }) => tags))),
      search: searchedText(
        { dataType: one.dataType, data: text },
        one.isFile ? { hash: one.hashes[0] ?? '', name: fileName } : undefined,
      ),
      file_name: one.isFile ? fileName : null,
      data: one.isFile ? null : text.slice(0, maxShownLength),
    })
  }
  if (gone.length > 0)
    await tx
      .deleteFrom('known_values')
      .where('organization', '=', organization)
      .where('value_hash', 'in', gone)
      .execute()
  if (rows.length > 0)
    await tx
      .insertInto('known_values')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['organization', 'value_hash'])
          .doUpdateSet((eb) =>
            Object.fromEntries(updated.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute()
  return told
}

const updated = [
  'data_type',
  'is_file',
  'level',
  'first_seen',
  'last_seen',
  'seen',
  'cases',
  'alerts',
  'checked_at',
  'changed_at',
  'text_hashes',
  'tags',
  'search',
  'file_name',
  'data',
] as const

async function answersOf(tx: Db, organization: string, keys: readonly string[]) {
  const rows = await tx
    .selectFrom('value_answers')
    .select(['value_hash', 'data_type', 'is_file', 'text_hash', 'file_name', 'data'])
    .select(['worker_id', 'worker_name'])
    .select(['level', 'answered_at', 'failed_at', 'first_at', 'changes'])
    .where('organization', '=', organization)
    .where('value_hash', 'in', keys)
    .execute()
  return Map.groupBy(rows, ({ value_hash }) => value_hash)
}

async function investigationsOf(tx: Db, organization: string, keys: readonly string[]) {
  const rows = await tx
    .selectFrom('investigation_values as v')
    .innerJoin('investigations as i', 'i.id', 'v.investigation_id')
    .select(['v.value_hash', 'v.data_type', 'v.is_file', 'v.text_hash', 'v.file_name', 'v.data'])
    .select('i.created_at')
    .where('v.organization', '=', organization)
    .where('v.value_hash', 'in', keys)
    .execute()
  return Map.groupBy(rows, ({ value_hash }) => value_hash)
}

async function knownOf(tx: Db, organization: string, keys: readonly string[]) {
  const rows = await tx
    .selectFrom('known_values')
    .select(['value_hash', 'data_type', 'is_file', 'file_name', 'data', 'text_hashes'])
    .select('changed_at')
    .where('organization', '=', organization)
    .where('value_hash', 'in', keys)
    .execute()
  return Map.groupBy(rows, ({ value_hash }) => value_hash)
}

/** Counted by the database: a common address stands in very many alerts. */
async function holdersOf(tx: Db, organization: string, hashes: readonly string[]) {
  if (hashes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('observables')
    .select(['value_hash', 'data_type', 'tags'])
    .select((eb) => [
      sql<number>`case when attachment_id is null then 0 else 1 end`.as('is_file'),
      eb.fn.count<number>('case_id').as('cases'),
      eb.fn.count<number>('alert_id').as('alerts'),
      eb.fn.min('created_at').as('first'),
      eb.fn.max('created_at').as('last'),
      eb.fn.max('attachment_name').as('file_name'),
    ])
    .where('organization', '=', organization)
    .where('value_hash', 'in', hashes)
    .groupBy(['value_hash', 'data_type', 'tags', sql`4`])
    .execute()
  return Map.groupBy(rows, ({ value_hash }) => value_hash)
}

const tagsIn = (lists: readonly string[]): string[] =>
  [...new Set(lists.flatMap((list) => JSON.parse(list) as string[]))].toSorted().slice(0, maxTags)
