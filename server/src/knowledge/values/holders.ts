import type { Sighting } from '@assay/contract'
import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { fairly } from './fairly.ts'
import type { Wanted } from './named.ts'

export interface Held {
  cases: { id: string; number: number; title: string }[]
  /** How many, also beyond those named; of a value that very many hold, those that were looked at. */
  caseCount: number
  alerts: number
}

const maxCases = 5
const maxRows = 10_000

const withTheirCases = (db: Db) =>
  db
    .selectFrom('observables')
    .leftJoin('cases', (join) =>
      join
        .onRef('cases.id', '=', 'observables.case_id')
        .onRef('cases.organization', '=', 'observables.organization'),
    )

/**
 * Which cases and alerts of the organization contain values, by the hash of their text: the index
 * has all of it. Of the same text with two types the type decides.
 */
export async function holdersOf(
  db: Db,
  organization: string,
  wanted: readonly Pick<Wanted, 'key' | 'hashes' | 'isFile' | 'value'>[],
): Promise<Map<string, Held>> {
  const hashes = [...new Set(wanted.flatMap((one) => one.hashes))]
  if (hashes.length === 0) return new Map()
  const { rows } = await fairly(hashes, maxRows, (some, limit) =>
    withTheirCases(db)
      .select([
        'observables.value_hash',
        'observables.data_type',
        'observables.case_id',
        'observables.alert_id',
        'cases.number',
        'cases.title',
      ])
      .select(
        sql<number>`case when observables.attachment_id is null then 0 else 1 end`.as('is_file'),
      )
      .distinct()
      .where('observables.organization', '=', organization)
      .where('observables.value_hash', 'in', some)
      .limit(limit)
      .execute(),
  )
  const byHash = Map.groupBy(rows, ({ value_hash }) => value_hash)
  return new Map(
    wanted.map(({ key, hashes: own, isFile, value }) => {
      const held = own
        .flatMap((hash) => byHash.get(hash) ?? [])
        .filter((row) => (isFile ? row.is_file === 1 : row.data_type === value.dataType))
      const cases = new Map(
        held.flatMap(({ case_id: id, number, title }) =>
          id === null || number === null || title === null ? [] : [[id, { id, number, title }]],
        ),
      )
      const alerts = new Set(held.flatMap(({ alert_id }) => alert_id ?? []))
      return [
        key,
        {
          cases: [...cases.values()].sort((a, b) => b.number - a.number).slice(0, maxCases),
          caseCount: cases.size,
          alerts: alerts.size,
        },
      ]
    }),
  )
}

const maxSightings = 50

/** Where one value occurs, the newest first. */
export async function sightingsOf(
  db: Db,
  organization: string,
  { hashes, isFile, value }: Wanted,
): Promise<Sighting[]> {
  const rows = await withTheirCases(db)
    .leftJoin('alerts', (join) =>
      join
        .onRef('alerts.id', '=', 'observables.alert_id')
        .onRef('alerts.organization', '=', 'observables.organization'),
    )
    .select([
      'observables.id',
      'observables.ioc',
      'observables.sighted',
      'observables.created_at',
      'observables.case_id',
      'observables.alert_id',
      'cases.number',
      'cases.title as case_title',
      'cases.status as case_status',
      'cases.assignee',
      'alerts.title as alert_title',
      'alerts.read as alert_read',
      'alerts.case_id as alert_case',
    ])
    .where('observables.organization', '=', organization)
    .where('observables.value_hash', 'in', hashes)
    .where((eb) =>
      isFile
        ? eb('observables.attachment_id', 'is not', null)
        : eb('observables.data_type', '=', value.dataType),
    )
    .orderBy('observables.created_at', 'desc')
    .limit(4 * maxSightings)
    .execute()
  const seen = new Map<string, Sighting>()
  for (const row of rows) {
    const common = {
      at: row.created_at,
      observableId: row.id,
      ioc: row.ioc === 1,
      sighted: row.sighted === 1,
    }
    const id = row.case_id ?? row.alert_id
    if (id === null || seen.has(id)) continue
    if (row.case_id !== null)
      seen.set(id, {
        type: 'case',
        id,
        title: row.case_title ?? '',
        ...(row.number === null ? {} : { number: row.number }),
        status: row.case_status ?? '',
        ...common,
        ...(row.assignee === null ? {} : { assignee: row.assignee }),
      })
    else
      seen.set(id, {
        type: 'alert',
        id,
        title: row.alert_title ?? '',
        status: row.alert_case !== null ? 'Imported' : row.alert_read === 1 ? 'Ignored' : 'New',
        ...common,
      })
  }
  return [...seen.values()]
    .sort((a, b) => Number(b.type === 'case') - Number(a.type === 'case') || b.at - a.at)
    .slice(0, maxSightings)
}
