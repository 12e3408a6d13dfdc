import type { Insertable } from 'kysely'
import { textHash } from '../../domain/response/observable-values.ts'
import type { Writing } from '../../platform/changes/write.ts'
import { rememberTags } from '../../platform/tags/store.ts'
import { attachmentColumns, type StoredFile } from '../../storage/blobs/attachments.ts'
import type { Db } from '../../storage/database.ts'
import type { ObservableTable, TaskLogTable } from '../../storage/tables/platform.ts'
import { fetchFile } from './files.ts'
import { type ImportContext, importer, origin } from './request.ts'
import { addType } from './thehive-definitions.ts'
import { isDeleted, tagsOf } from './thehive-rows.ts'
import type { HiveSource } from './thehive-source.ts'
import {
  asAuthor,
  asFlag,
  asLevel,
  asObject,
  asObjects,
  asText,
  changesOf,
  fileOf,
  idOf,
  jsonText,
  type Values,
} from './values.ts'

/** What the parts of an import of one organization are handed. */
export interface HiveImport {
  readonly context: ImportContext
  readonly source: HiveSource
  /** Its name here. */
  readonly organization: string
  newId(): string
}

export interface Ready<R> {
  readonly sourceId: string
  readonly row: R & { id: string }
}

export type ReadyObservable = Ready<Insertable<ObservableTable>>
export type ReadyLog = Ready<Insertable<TaskLogTable>>

type Owner = { case_id: string; alert_id: null } | { case_id: null; alert_id: string }

/** Observables that are not here yet, with their files. Equal ones of one owner are one. */
export async function readObservables(
  hive: HiveImport,
  owner: Owner,
  things: readonly Values[],
  ownerName: string,
): Promise<ReadyObservable[]> {
  const { context, organization } = hive
  const nameOf = (thing: Values) => idOf(thing) ?? `${ownerName}/${nameless(thing)}`
  const known = await context.state.known('observable', things.map(nameOf))
  const found = new Map<string, ReadyObservable>()
  for (const thing of things) {
    const sourceId = nameOf(thing)
    if (known.has(sourceId)) context.here(organization, 'observables')
    if (known.has(sourceId) || isDeleted(thing)) continue
    const row = await observableRow(hive, owner, thing, ownerName)
    if (!row) continue
    const value = `${row.data_type}\n${row.value_hash}`
    if (found.has(value))
      context.left(organization, 'duplicate observables', 'Imported once', ownerName)
    else found.set(value, { sourceId, row })
  }
  return [...found.values()]
}

/** Alerts of version 3 hold observables without ids. */
const nameless = ({ dataType, data, attachment }: Values): string =>
  textHash(JSON.stringify([dataType, data ?? fileOf(attachment)?.id]))

const maxType = 128

async function observableRow(
  { context, source, organization, newId }: HiveImport,
  owner: Owner,
  thing: Values,
  ownerName: string,
): Promise<(Insertable<ObservableTable> & { id: string }) | undefined> {
  const dataType = asText(thing.dataType)
  const data = asText(thing.data)
  const attachment = fileOf(thing.attachment)
  const isNamed = dataType !== undefined && dataType.length <= maxType
  if (!isNamed || (data === undefined && !attachment)) {
    const advice = 'They say nothing; look at them there'
    context.left(organization, 'observables without a type or a value', advice, ownerName)
    return undefined
  }
  let file: StoredFile | undefined
  if (attachment) {
    const kept = await fetchFile(context, source.session, attachment)
    if (typeof kept === 'string') {
      context.left(
        organization,
        'observables whose file cannot be fetched',
        'Add them by hand if you have the file',
        `${ownerName}: ${attachment.name}: ${kept}`,
      )
      return undefined
    }
    file = kept
  }
  return {
    id: newId(),
    organization,
    ...changesOf(thing, { at: context.now(), by: importer }),
    ...owner,
    data_type: dataType,
    data: file ? null : (data ?? null),
    value_hash: file ? file.sha256 : textHash(data ?? ''),
    tlp: asLevel(thing.tlp),
    ioc: asFlag(thing.ioc),
    sighted: asFlag(thing.sighted),
    ignore_similarity:
      typeof thing.ignoreSimilarity === 'boolean' ? Number(thing.ignoreSimilarity) : null,
    message: asText(thing.message) ?? null,
    tags: JSON.stringify(tagsOf(thing)),
    reports: jsonText(asObject(thing.reports)),
    ...attachmentColumns(file),
  }
}

/** A log has one file here; each further one gets a separate log. */
export async function readLogs(
  hive: HiveImport,
  caseId: string,
  taskId: string,
  things: readonly Values[],
): Promise<ReadyLog[]> {
  const { context, organization } = hive
  const known = await context.state.known(
    'log',
    things.flatMap((thing) => idOf(thing) ?? []),
  )
  const found: ReadyLog[] = []
  for (const thing of things) {
    const sourceId = idOf(thing)
    if (sourceId === undefined || isDeleted(thing)) continue
    if (known.has(sourceId)) {
      context.here(organization, 'logs')
      continue
    }
    const files = await logFiles(hive, thing)
    const one = (message: string, file: StoredFile | undefined, part: string): ReadyLog => ({
      sourceId: `${sourceId}${part}`,
      row: {
        id: hive.newId(),
        organization,
        ...changesOf(thing, { at: context.now(), by: asAuthor(thing.owner) ?? importer }),
        task_id: taskId,
        case_id: caseId,
        message,
        ...attachmentColumns(file),
      },
    })
    found.push(one(asText(thing.message) ?? '', files[0], ''))
    for (const [index, file] of files.slice(1).entries())
      found.push(one(`Further file: ${file.name}`, file, `/${index + 2}`))
  }
  return found
}

async function logFiles(
  { context, source, organization }: HiveImport,
  thing: Values,
): Promise<StoredFile[]> {
  const several = asObjects(thing.attachments)
  const kept: StoredFile[] = []
  for (const attachment of several.length > 0 ? several : [thing.attachment]) {
    const file = fileOf(attachment)
    if (!file) continue
    const stored = await fetchFile(context, source.session, file)
    if (typeof stored !== 'string') kept.push(stored)
    else
      context.left(
        organization,
        'files of logs; the logs are here without them',
        'Download them there if needed',
        `${file.name}: ${stored}`,
      )
  }
  return kept
}

const batch = 200

/** With their tags and types, in the transaction of their owner. */
export async function storeObservables(
  hive: HiveImport,
  tx: Db,
  observables: readonly ReadyObservable[],
): Promise<void> {
  const { context, organization } = hive
  const types = new Map(
    observables.map(({ row }) => [row.data_type, row.attachment_id !== null] as const),
  )
  const known = await tx
    .selectFrom('observable_types')
    .select('name')
    .where('organization', 'in', ['', organization])
    .execute()
  for (const [name, isAttachment] of types)
    if (!known.some((type) => type.name === name))
      await addType(context, organization, hive.newId(), name, isAttachment, {}, tx)
  for (let at = 0; at < observables.length; at += batch)
    await tx
      .insertInto('observables')
      .values(observables.slice(at, at + batch).map(({ row }) => row))
      // The same value was added here, to a case that was imported before.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await context.state.remember(tx, 'observable', namesOf(observables))
  const tags = observables.flatMap(({ row }) => JSON.parse(row.tags) as string[])
  await rememberTags(writingOf(hive, tx), tags)
}

export const namesOf = (ready: readonly Ready<unknown>[]) =>
  ready.map(({ sourceId, row }) => ({ sourceId, id: (row as { id: string }).id }))

/** For functions of the platform; nothing is recorded or delivered, which would repeat old events. */
export const writingOf = ({ context, organization, newId }: HiveImport, tx: Db): Writing => ({
  tx,
  dialect: context.database.dialect,
  blobs: context.blobs,
  actor: { login: importer, organization, ...origin },
  organization,
  now: context.now(),
  newId,
  record: () => undefined,
  notify: async () => undefined,
  announce: async () => undefined,
  withdraw: async () => undefined,
  leaving: async () => undefined,
  notifyGuest: () => undefined,
  notifyWatchers: () => undefined,
  notifyMentioned: () => undefined,
  release: () => undefined,
})
