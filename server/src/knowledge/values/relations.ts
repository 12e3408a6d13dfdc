import type { RelationEdge, RelationNode, ValueRelations } from '@assay/contract'
import { type SqlBool, sql } from 'kysely'
import { type NamedValue, valueKey } from '../../domain/values/key.ts'
import type { Db } from '../../storage/database.ts'
import { answersOf, verdictFrom } from './answers.ts'
import { type Fairly, fairly } from './fairly.ts'
import { holdersOf } from './holders.ts'
import { type Wanted, wantedOf } from './named.ts'

/** Of one step and direction; whatever more there is says nothing at a glance. */
const maxFound = 5_000

export interface Found {
  readonly edge: RelationEdge
  readonly value: NamedValue
  readonly filename: string | undefined
}

export const foundIn = 'found in'

/** Values around one or several, by the artifacts of the jobs that its verdict comes from. */
export async function relationsOf(
  db: Db,
  organization: string,
  center: Wanted,
  others: readonly Wanted[],
  depth: number,
  limit: number,
  mayShow: (wanted: readonly Wanted[]) => Promise<ReadonlySet<string>>,
): Promise<ValueRelations> {
  const centers = new Map([center, ...others].slice(0, limit).map((one) => [one.key, one]))
  const nodes = new Map<string, { value: NamedValue; filename: string | undefined }>(
    [...centers].map(([key, { value }]) => [key, { value, filename: undefined }]),
  )
  const edges = new Map<string, RelationEdge>()
  const left = new Set<string>()
  let ring: Wanted[] = [...centers.values()]
  let isCut = false
  for (let step = 0; step < depth && ring.length > 0; step += 1) {
    const around = await aroundMany(db, organization, ring)
    isCut ||= around.isCut
    const { rows: found } = around
    const allowed = await mayShow(found.map(({ value }) => wantedFrom(value)))
    const next: Wanted[] = []
    for (const { edge, value, filename } of found) {
      const key = valueKey(value)
      if (!allowed.has(key)) continue
      if (!nodes.has(key)) {
        if (nodes.size >= limit) {
          left.add(key)
          continue
        }
        nodes.set(key, { value, filename })
        next.push(wantedFrom(value))
      }
      const id = `${edge.from} ${edge.to}`
      const known = edges.get(id)
      if (!known || (known.kind === foundIn && edge.kind !== foundIn)) edges.set(id, edge)
    }
    ring = next
  }
  return {
    center: center.key,
    nodes: await nodeViews(db, organization, nodes),
    edges: [...edges.values()],
    left: [...left].filter((key) => !nodes.has(key)).length,
    ...(isCut ? { isCut } : {}),
  }
}

const wantedFrom = (value: NamedValue): Wanted => wantedOf(value)

/** As they are shown, with what is known about them. */
export async function nodeViews(
  db: Db,
  organization: string,
  nodes: ReadonlyMap<string, { value: NamedValue; filename: string | undefined }>,
): Promise<RelationNode[]> {
  const answers = await answersOf(db, organization, [...nodes.keys()])
  const held = await holdersOf(
    db,
    organization,
    [...nodes.values()].map(({ value }) => wantedFrom(value)),
  )
  return [...nodes].map(([key, { value, filename }]) => {
    const rows = answers.get(key) ?? []
    const name = filename ?? rows.find(({ file_name }) => file_name !== null)?.file_name
    return {
      key,
      ...value,
      ...(name === undefined || name === null ? {} : { filename: name }),
      level: verdictFrom(rows).level,
      cases: held.get(key)?.caseCount ?? 0,
    }
  })
}

/** What these values were found in, and what was found in them. */
export async function aroundMany(
  db: Db,
  organization: string,
  ring: readonly Wanted[],
): Promise<Fairly<Found>> {
  const keys = ring.map(({ key }) => key)
  const to = await fairly(keys, maxFound, (some, limit) => leadingTo(db, organization, some, limit))
  const from = await fairly(keys, maxFound, (some, limit) =>
    foundInMany(db, organization, some, limit),
  )
  return {
    rows: [
      ...to.rows.flatMap((row) => linked(row, (key) => ({ from: row.from, to: key }))),
      ...from.rows.flatMap(({ to: found, ...row }) =>
        found === null ? [] : linked(row, (key) => ({ from: key, to: found })),
      ),
    ],
    isCut: to.isCut || from.isCut,
  }
}

/** Long texts are not useful as nodes: they are not even read. */
const maxText = 4096
const isShort = (column: 'artifacts.data' | 'jobs.data') =>
  sql<SqlBool>`(${sql.ref(column)} is null or length(${sql.ref(column)}) <= ${maxText})`

/** What the latest report of each analyzer found in them. */
export const leadingTo = (
  db: Db,
  organization: string,
  keys: readonly string[],
  limit: number,
  kinds?: readonly string[],
) =>
  db
    .selectFrom('value_answers')
    .innerJoin('artifacts', 'artifacts.job_id', 'value_answers.job_id')
    .select([
      'value_answers.value_hash as from',
      'artifacts.data_type',
      'artifacts.data',
      'artifacts.attachment_id',
      'artifacts.attachment_name',
      'artifacts.kind',
      'artifacts.job_id',
    ])
    .where('value_answers.organization', '=', organization)
    .where('value_answers.value_hash', 'in', keys)
    .where('artifacts.organization', '=', organization)
    .where(isShort('artifacts.data'))
    .$if(kinds !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('artifacts.kind', 'in', [...(kinds ?? [])]),
          // The analyzer says only that it was found in it.
          eb.and([eb('artifacts.kind', 'is', null), eb('artifacts.data_type', '=', 'url')]),
        ]),
      ),
    )
    .limit(limit)
    .execute()

/** In whose reports they were found. */
const foundInMany = (db: Db, organization: string, keys: readonly string[], limit: number) =>
  db
    // First of all: PostgreSQL would else go through the jobs of the organization while it thinks that
    // there are few.
    .with(
      (cte) => cte('found').materialized(),
      (cte) =>
        cte
          .selectFrom('artifacts')
          .select(['value_hash', 'kind', 'job_id'])
          .where('organization', '=', organization)
          .where('value_hash', 'in', keys)
          .limit(limit),
    )
    .selectFrom('found')
    .innerJoin('jobs', 'jobs.id', 'found.job_id')
    .select([
      'found.value_hash as to',
      'found.kind',
      'jobs.id as job_id',
      'jobs.data_type',
      'jobs.data',
      'jobs.attachment_id',
      'jobs.attachment_name',
    ])
    .where('jobs.organization', '=', organization)
    .where('jobs.status', '=', 'Success')
    .where('jobs.type', '=', 'analyzer')
    .where(isShort('jobs.data'))
    .execute()

/** What a row names, and the edge to it; none where that is not a value, or the requested one. */
export function linked(
  row: NamingRow & {
    readonly attachment_name: string | null
    readonly kind: string | null
    readonly job_id: string
  },
  ends: (key: string) => { readonly from: string; readonly to: string },
): Found[] {
  const value = namedIn(row)
  if (value === undefined) return []
  const { from, to } = ends(valueKey(value))
  if (from === to) return []
  const edge = { from, to, kind: row.kind ?? foundIn, jobId: row.job_id }
  return [{ value, filename: row.attachment_name ?? undefined, edge }]
}

interface NamingRow {
  readonly data_type: string
  readonly data: string | null
  readonly attachment_id: string | null
}

function namedIn(row: NamingRow): NamedValue | undefined {
  const { data_type: dataType, data, attachment_id: hash } = row
  if (hash !== null) return { dataType, hash }
  return data === null || data === '' ? undefined : { dataType, data }
}
