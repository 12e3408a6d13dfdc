import {
  type InvestigationRelations,
  type InvestigationValue,
  investigationStates,
  type RelationEdge,
} from '@assay/contract'
import { type NamedValue, valueKey } from '../../domain/values/key.ts'
import type { Db } from '../../storage/database.ts'
import { holdersOf } from '../values/holders.ts'
import { type Wanted, wantedOf } from '../values/named.ts'
import { aroundMany, type Found, nodeViews } from '../values/relations.ts'
import { isHeld } from '../values/visible.ts'

/** A drawing with more is unreadable; the worst come first. */
const maxMembers = 500
/** As many as are looked up at once. */
const group = 50
const maxEdges = 5_000

/**
 * Edges between the values, and from them to what was found in them. What links several of them comes first,
 * then files.
 */
export async function relationsAmong(
  db: Db,
  organization: string,
  values: readonly InvestigationValue[],
  limit: number,
  seesAll: boolean,
): Promise<InvestigationRelations> {
  const members = values
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maxMembers)
    .map(({ dataType, data, hash }) =>
      wantedOf(hash === undefined ? { dataType, data: data ?? '' } : { dataType, hash }),
    )
  const own = new Map(members.map((wanted) => [wanted.key, wanted.value]))
  const found: Found[] = []
  let isCut = members.length < values.length
  for (let start = 0; start < members.length; start += group) {
    if (found.length >= maxEdges) {
      isCut = true
      break
    }
    const around = await aroundMany(db, organization, members.slice(start, start + group))
    isCut ||= around.isCut
    for (const one of around.rows) found.push(one)
  }
  isCut ||= found.length > maxEdges
  const shown = found.slice(0, maxEdges)
  const others = await visibleOthers(db, organization, shown, own, seesAll)

  const edges = new Map<string, RelationEdge>()
  const links = new Map<string, number>()
  for (const { edge } of shown) {
    const id = `${edge.from} ${edge.to}`
    if (edges.has(id) || ![edge.from, edge.to].every((key) => own.has(key) || others.has(key)))
      continue
    edges.set(id, edge)
    for (const key of [edge.from, edge.to]) links.set(key, (links.get(key) ?? 0) + 1)
  }
  const names = new Map(shown.map(({ value, filename }) => [valueKey(value), filename]))
  const linked = [...own.keys()].filter((key) => links.has(key))
  const added = [...others.keys()]
    .filter((key) => links.has(key))
    .sort(
      (a, b) => Number(isFile(b)) - Number(isFile(a)) || (links.get(b) ?? 0) - (links.get(a) ?? 0),
    )
  function isFile(key: string) {
    return 'hash' in (others.get(key) ?? {})
  }
  const all = [...linked, ...added]
  const kept = all.slice(0, limit)
  const nodes = await nodeViews(
    db,
    organization,
    new Map(
      kept.flatMap((key) => {
        const value = own.get(key) ?? others.get(key)
        return value ? [[key, { value, filename: names.get(key) }]] : []
      }),
    ),
  )
  const isKept = new Set(kept)
  return {
    nodes: nodes.map((node) => ({ ...node, isMember: own.has(node.key) })),
    edges: [...edges.values()].filter(({ from, to }) => isKept.has(from) && isKept.has(to)),
    left: all.length - kept.length,
    ...(isCut ? { isCut } : {}),
  }
}

const rank = ({ state }: InvestigationValue) => investigationStates.indexOf(state)

/** For a reader who does not see jobs, a value outside all cases and alerts does not exist. */
async function visibleOthers(
  db: Db,
  organization: string,
  found: readonly Found[],
  own: ReadonlyMap<string, NamedValue>,
  seesAll: boolean,
): Promise<Map<string, NamedValue>> {
  const others = new Map(
    found.flatMap(({ value }) => {
      const key = valueKey(value)
      return own.has(key) ? [] : [[key, value] as const]
    }),
  )
  if (seesAll) return others
  const wanted: Wanted[] = [...others.values()].map((value) => wantedOf(value))
  for (let start = 0; start < wanted.length; start += group) {
    const some = wanted.slice(start, start + group)
    const held = await holdersOf(db, organization, some)
    for (const { key } of some) if (!isHeld(held.get(key))) others.delete(key)
  }
  return others
}
