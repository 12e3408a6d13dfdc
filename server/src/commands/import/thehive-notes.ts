import type { Insertable } from 'kysely'
import { type Owner, ownerColumns } from '../../platform/parents/owner.ts'
import { wholePlatform } from '../../platform/rows.ts'
import { attachmentColumns } from '../../storage/blobs/attachments.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import type {
  AttachmentTable,
  CommentTable,
  CustomEventTable,
  ProcedureTable,
} from '../../storage/tables/platform.ts'
import { fetchFile } from './files.ts'
import { importer } from './request.ts'
import { type HiveImport, namesOf, type Ready } from './thehive-objects.ts'
import { isDeleted } from './thehive-rows.ts'
import { asDate, asText, changesOf, fileOf, type Values } from './values.ts'

/** What belongs to a case or an alert other than tasks and observables. */
export interface ReadyNotes {
  readonly comments: readonly Ready<Insertable<CommentTable>>[]
  readonly attachments: readonly Ready<Insertable<AttachmentTable>>[]
  readonly procedures: readonly Ready<Insertable<ProcedureTable>>[]
  readonly events: readonly Ready<Insertable<CustomEventTable>>[]
}

/** Of one owner: its id here, and there. */
interface Place {
  readonly hive: HiveImport
  readonly owner: Owner
  readonly sourceId: string
  readonly name: string
}

export async function readNotes(
  hive: HiveImport,
  owner: Owner,
  sourceId: string,
  name: string,
): Promise<ReadyNotes> {
  const place = { hive, owner, sourceId, name }
  return {
    comments: await readComments(place),
    attachments: await readAttachments(place),
    procedures: await readProcedures(place),
    events: owner.kind === 'case' ? await readEvents(place) : [],
  }
}

/** Those that are not here yet. */
async function newOnes(
  { hive: { context, organization } }: Place,
  type: string,
  kind: string,
  things: readonly Values[],
): Promise<{ thing: Values; sourceId: string }[]> {
  const named = things.flatMap((thing) => {
    const sourceId = asText(thing._id)
    return sourceId === undefined || isDeleted(thing) ? [] : { thing, sourceId }
  })
  const known = await context.state.known(
    type,
    named.map(({ sourceId }) => sourceId),
  )
  context.here(organization, kind, named.filter(({ sourceId }) => known.has(sourceId)).length)
  return named.filter(({ sourceId }) => !known.has(sourceId))
}

const childrenOf = async (
  { hive, owner, sourceId }: Place,
  part: 'Comments' | 'Attachments' | 'Procedures',
) => (await hive.source.children(`${owner.kind}${part}`, sourceId)) ?? []

const columnsOf = ({ hive, owner }: Place, thing: Values) => ({
  id: hive.newId(),
  organization: hive.organization,
  ...changesOf(thing, { at: hive.context.now(), by: importer }),
  ...ownerColumns(owner),
})

async function readComments(place: Place): Promise<ReadyNotes['comments']> {
  const found = await newOnes(place, 'comment', 'comments', await childrenOf(place, 'Comments'))
  return found.flatMap(({ thing, sourceId }) => {
    const message = asText(thing.message)
    return message === undefined ? [] : { sourceId, row: { ...columnsOf(place, thing), message } }
  })
}

/** Two owners may have the same file, and systems name it by its content: so the owner is part of its name. */
async function readAttachments(place: Place): Promise<ReadyNotes['attachments']> {
  const { hive, owner, sourceId: ownerId, name } = place
  const { context, organization, source } = hive
  const listed = (await childrenOf(place, 'Attachments')).map((thing) => ({
    ...thing,
    _id: `${ownerId}/${asText(thing._id) ?? asText(thing.id)}`,
    theirId: asText(thing._id) ?? asText(thing.id),
  }))
  const ready: Ready<Insertable<AttachmentTable>>[] = []
  for (const { thing, sourceId } of await newOnes(place, 'attachment', 'files', listed)) {
    const theirId = asText(thing.theirId) ?? ''
    const file = fileOf({ ...thing, _id: theirId })
    if (!file) continue
    const path = `/api/v1/${owner.kind}/${encodeURIComponent(ownerId)}/attachment/${encodeURIComponent(theirId)}/download`
    const kept = await fetchFile(context, source.session, { ...file, path })
    if (typeof kept !== 'string')
      ready.push({ sourceId, row: { ...columnsOf(place, thing), ...attachmentColumns(kept) } })
    else
      context.left(
        organization,
        'files of cases and alerts',
        'Download them there if needed, and add them by hand',
        `${name}: ${file.name}: ${kept}`,
      )
  }
  return ready
}

async function readProcedures(place: Place): Promise<ReadyNotes['procedures']> {
  const { hive, name } = place
  const { context, organization } = hive
  const listed = await childrenOf(place, 'Procedures')
  const found = await newOnes(place, 'procedure', 'procedures', listed)
  const tactics = await tacticsOf(
    context.database.db,
    found.flatMap(({ thing }) => asText(thing.patternId) ?? []),
  )
  return found.flatMap(({ thing, sourceId }) => {
    const pattern = asText(thing.patternId) ?? ''
    const known = tactics.get(pattern)
    if (!known) {
      context.left(
        organization,
        'procedures of unknown techniques',
        'Import the latest ATT&CK bundle and run this again with --refresh',
        `${name}: ${pattern}`,
      )
      return []
    }
    const columns = columnsOf(place, thing)
    const row = {
      ...columns,
      pattern_id: pattern,
      // As set by the user: which tactics a technique serves changes with the catalog.
      tactic: tacticOf(thing.tactic) ?? known[0] ?? 'execution',
      occur_date: asDate(thing.occurDate) ?? columns.created_at,
      description: asText(thing.description) ?? null,
    }
    return { sourceId, row }
  })
}

const tacticOf = (value: unknown): string | undefined =>
  asText(value)
    ?.trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .slice(0, 100) || undefined

async function tacticsOf(db: Db, numbers: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await inBatches([...new Set(numbers)], (some) =>
    db
      .selectFrom('patterns')
      .select(['pattern_id', 'tactics'])
      .where('organization', '=', wholePlatform)
      .where('pattern_id', 'in', some)
      .execute(),
  )
  return new Map(rows.map(({ pattern_id, tactics }) => [pattern_id, JSON.parse(tactics)]))
}

async function readEvents(place: Place): Promise<ReadyNotes['events']> {
  const { hive, owner, sourceId: caseId } = place
  const listed = await hive.source.customEvents(caseId)
  const found = await newOnes(place, 'customEvent', 'custom events', listed)
  return found.flatMap(({ thing, sourceId }) => {
    const date = asDate(thing.date)
    if (date === undefined) return []
    const { alert_id: _, ...columns } = columnsOf(place, thing)
    const end = asDate(thing.endDate)
    const row = {
      ...columns,
      case_id: owner.id,
      date,
      end_date: end !== undefined && end >= date ? end : null,
      title: asText(thing.title) ?? '',
      description: asText(thing.description) ?? null,
    }
    return { sourceId, row }
  })
}

const batch = 200

/** In the transaction of their owner. */
export async function storeNotes(
  { context: { state } }: HiveImport,
  tx: Db,
  { comments, attachments, procedures, events }: ReadyNotes,
): Promise<void> {
  const insert = async <R>(
    ready: readonly Ready<R>[],
    type: string,
    put: (rows: (R & { id: string })[]) => Promise<unknown>,
  ) => {
    for (let at = 0; at < ready.length; at += batch)
      await put(ready.slice(at, at + batch).map(({ row }) => row))
    await state.remember(tx, type, namesOf(ready))
  }
  await insert(comments, 'comment', (rows) => tx.insertInto('comments').values(rows).execute())
  await insert(attachments, 'attachment', (rows) =>
    tx.insertInto('attachments').values(rows).execute(),
  )
  await insert(procedures, 'procedure', (rows) =>
    tx.insertInto('procedures').values(rows).execute(),
  )
  await insert(events, 'customEvent', (rows) =>
    tx.insertInto('custom_events').values(rows).execute(),
  )
}

export function countNotes({ context, organization }: HiveImport, notes: ReadyNotes): void {
  context.carried(organization, 'comments', notes.comments.length)
  context.carried(organization, 'files', notes.attachments.length)
  context.carried(organization, 'procedures', notes.procedures.length)
  context.carried(organization, 'custom events', notes.events.length)
}
