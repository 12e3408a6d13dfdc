import { observable } from '@assay/contract/entities'
import type { Insertable } from 'kysely'
import { badRequest } from '../../domain/errors.ts'
import { inTurns } from '../../domain/own-turn.ts'
import { seesMerged } from '../../domain/response/case-rules.ts'
import { mergedTags, textHash } from '../../domain/response/observable-values.ts'
import { valueKey } from '../../domain/values/key.ts'
import { attachmentColumns, type StoredFile } from '../../storage/blobs/attachments.ts'
import { firstGone } from '../../storage/blobs/first-gone.ts'
import { alsoOf, ownedRow } from '../../storage/rows/owned-row.ts'
import { notifyOfSightings } from '../../storage/rows/watch-news.ts'
import type { ObservableTable } from '../../storage/tables/platform.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordedText } from '../changes/recorded-text.ts'
import type { NewFile, Writing } from '../changes/write.ts'
import { newColumns } from '../entity/columns.ts'
import { createdDetails } from '../entity/recorded.ts'
import { observableTypesOf } from '../observable-types/store.ts'
import { alertNotFound } from '../parents/alert.ts'
import { caseNotFound } from '../parents/case.ts'
import type { CaseShareRow, ObservableRow } from '../rows.ts'
import { isChosen, sharesOf } from '../shares/store.ts'
import { rememberTags } from '../tags/store.ts'
import type { NewObservable } from './inputs.ts'
import { observableColumns, rootOf } from './store.ts'
import { checkType } from './types.ts'
import { updateObservable } from './update.ts'

export { type NewObservable, type ObservableInput, readObservableInputs } from './inputs.ts'

export type ObservableOwner = { readonly caseId: string } | { readonly alertId: string }

export interface ObservableFailure {
  readonly type: string
  readonly message: string
  readonly object: Record<string, unknown>
}

/** The files that `write` has to keep before the rows that name them: its last argument. */
export const filesOf = (inputs: readonly NewObservable[]): NewFile[] =>
  inputs.flatMap(({ file }) => (isNew(file) ? [file] : []))

const isNew = (file: NewObservable['file']): file is StoredFile & NewFile =>
  file?.keep !== undefined

/** Rows of 24 columns: far below the number of values that one statement may bind. */
const batch = 200

/**
 * Makes those that are not there yet; equal ones are answered as failures and harm no other.
 * What cannot be an observable at all (unknown type, text for a file …) refuses the whole call.
 */
export async function addObservables(
  w: Writing,
  owner: ObservableOwner,
  inputs: readonly NewObservable[],
): Promise<{ created: ObservableRow[]; failures: ObservableFailure[] }> {
  if (inputs.length === 0) return { created: [], failures: [] }
  checkTagCount(inputs)
  const types = await observableTypesOf(w.tx, w.organization)
  for (const { dataType, data, file } of inputs)
    checkType(types, dataType, {
      hasText: data !== undefined && data.trim() !== '',
      hasFile: file !== undefined,
    })
  await holdOwner(w, owner)
  const gone = await firstGone(
    w.tx,
    w.blobs,
    inputs.flatMap(({ file }) => file?.sha256 ?? []),
  )
  if (gone !== undefined)
    throw badRequest(`The file ${gone} was deleted while the request was running. Upload it again`)
  await rememberTags(w, tagsOf(inputs))
  const created: ObservableRow[] = []
  const failures: ObservableFailure[] = []
  for await (const some of inTurns(inputs, batch)) {
    const rows = some.map((input) => newObservable(w, owner, input))
    const made = new Map((await insertNew(w, owner, rows)).map((row) => [row.id, row]))
    const news = rows.flatMap(({ id }) => made.get(id) ?? [])
    for (const row of news) notifyCreated(w, row)
    await notifyWatchers(w, news)
    created.push(...news)
    failures.push(...some.filter((_, index) => !made.has(rows[index]?.id ?? '')).map(alreadyExists))
  }
  return { created, failures }
}

/** Of many values that are sent at once each has the same list: it is read once. */
const tagsOf = (inputs: readonly NewObservable[]): string[] => {
  const lists = new Set(inputs.map(({ tags }) => tags ?? []))
  return [...new Set([...lists].flat())]
}

/** So many fit into a body of 1 MiB. A list of tags for many values counts as often as it is stored. */
const maxTags = 100_000

function checkTagCount(inputs: readonly NewObservable[]): void {
  const count = inputs.reduce((sum, { tags }) => sum + (tags?.length ?? 0), 0)
  if (count > maxTags)
    throw badRequest(
      `Too many tags: ${count} in total, limit ${maxTags} per request. Send fewer observables or tags.`,
    )
}

/**
 * What an alert found goes into the case; what the case already has gets the tags as well, unless an
 * organization that was shown only this one would read them.
 */
export async function copyObservables(w: Writing, alertId: string, caseId: string): Promise<void> {
  await holdOwner(w, { caseId })
  const shares = await sharesOf(w.tx, w.organization, caseId)
  const choosy = shares.filter((share) => !seesMerged(share))
  let after = ''
  while (true) {
    const found = await w.tx
      .selectFrom('observables')
      .select(observableColumns)
      .where(alsoOf(w.organization))
      .where('alert_id', '=', alertId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    const last = found.at(-1)
    if (last === undefined) return
    await copyInto(w, caseId, found, choosy)
    after = last.id
  }
}

async function copyInto(
  w: Writing,
  caseId: string,
  found: readonly ObservableRow[],
  choosy: readonly CaseShareRow[],
) {
  const copies = found.map((row) => ({
    ...row,
    ...newRow(w),
    case_id: caseId,
    alert_id: null,
  }))
  const made = await insertNew(w, { caseId }, copies)
  for (const row of made) notifyCreated(w, row)
  await notifyWatchers(w, made)
  const isNew = new Set(made.map(({ value_hash, data_type }) => `${data_type}\n${value_hash}`))
  for (const row of found) {
    const tags: string[] = JSON.parse(row.tags)
    if (isNew.has(`${row.data_type}\n${row.value_hash}`) || tags.length === 0) continue
    const existing = await w.tx
      .selectFrom('observables')
      .select(observableColumns)
      .where(alsoOf(w.organization))
      .where('case_id', '=', caseId)
      .where('data_type', '=', row.data_type)
      .where('value_hash', '=', row.value_hash)
      .executeTakeFirst()
    const lacksSome = existing && tags.some((tag) => !JSON.parse(existing.tags).includes(tag))
    if (lacksSome && !(await isChosen(w, choosy, 'observable', existing.id)))
      await updateObservable(w, existing, { addTags: tags })
  }
}

/** The case or alert is there, and stays until the rows are in. */
async function holdOwner(w: Writing, owner: ObservableOwner): Promise<void> {
  const [table, id] =
    'caseId' in owner ? (['cases', owner.caseId] as const) : (['alerts', owner.alertId] as const)
  const row = await w.dialect
    .holdRow(w.tx.selectFrom(table).select('id'))
    .where(ownedRow(w.organization, id))
    .executeTakeFirst()
  if (!row) throw table === 'cases' ? caseNotFound() : alertNotFound()
}

type NewRow = Insertable<ObservableTable> & { id: string }

/** Two equal ones at once: the unique index lets one in, the other waits and is skipped. */
const insertNew = (
  w: Writing,
  owner: ObservableOwner,
  rows: readonly NewRow[],
): Promise<ObservableRow[]> =>
  w.tx
    .insertInto('observables')
    .values(rows)
    .onConflict((conflict) => {
      const column = 'caseId' in owner ? 'case_id' : 'alert_id'
      return conflict
        .columns([column, 'data_type', 'value_hash'])
        .where(column, 'is not', null)
        .doNothing()
    })
    .returning(observableColumns)
    .execute()

function newObservable(w: Writing, owner: ObservableOwner, input: NewObservable): NewRow {
  const { file, data } = input
  return {
    ...newRow(w),
    case_id: 'caseId' in owner ? owner.caseId : null,
    alert_id: 'alertId' in owner ? owner.alertId : null,
    ...newColumns(observable, input, w.now),
    data: file ? null : (data ?? null),
    value_hash: file ? file.sha256 : textHash(data ?? ''),
    tags: JSON.stringify(mergedTags([], input.tags ?? [])),
    ...attachmentColumns(file),
  }
}

/** Of one batch. */
async function notifyWatchers(w: Writing, created: readonly ObservableRow[]): Promise<void> {
  const sightings = created.map(({ data_type: dataType, data, attachment_id: file, ...row }) => ({
    value_hash: valueKey(file === null ? { dataType, data: data ?? '' } : { dataType, hash: file }),
    case_id: row.case_id,
    alert_id: row.case_id === null ? row.alert_id : null,
  }))
  w.notifyWatchers(await notifyOfSightings(w.tx, w.organization, sightings, w.now))
}

const notifyCreated = (w: Writing, row: ObservableRow) =>
  w.record({
    operation: 'create',
    objectType: 'case_artifact',
    objectId: row.id,
    rootId: rootOf(row),
    details: {
      ...createdDetails(observable, row),
      ...(row.data === null
        ? { attachment: { name: row.attachment_name, id: row.attachment_id } }
        : { data: recordedText(row.data) }),
    },
  })

const alreadyExists = ({ dataType, data, file }: NewObservable): ObservableFailure => ({
  type: 'CreateError',
  message: 'Observable already exists',
  object: {
    dataType,
    ...(file === undefined
      ? { data }
      : { attachment: { name: file.name, contentType: file.contentType, id: file.sha256 } }),
  },
})
