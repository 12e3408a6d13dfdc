import type { Insertable } from 'kysely'
import { customFieldsOf } from '../../platform/render/definitions.ts'
import { rememberTags } from '../../platform/tags/store.ts'
import type { Db } from '../../storage/database.ts'
import type { TaskTable } from '../../storage/tables/platform.ts'
import { byDate } from './pages.ts'
import { openPosition, type Position } from './position.ts'
import { isAboutOneThing } from './remote.ts'
import { recorded } from './tenants.ts'
import { countNotes, type ReadyNotes, readNotes, storeNotes } from './thehive-notes.ts'
import {
  type HiveImport,
  namesOf,
  type Ready,
  type ReadyLog,
  type ReadyObservable,
  readLogs,
  readObservables,
  storeObservables,
  writingOf,
} from './thehive-objects.ts'
import { caseNumber, caseRow, isDeleted, tagsOf, taskRow } from './thehive-rows.ts'
import { createdAt, idOf, type Values } from './values.ts'

interface ReadyCase {
  readonly sourceId: string
  readonly id: string
  readonly isNew: boolean
  readonly thing: Values
  readonly tasks: readonly Ready<Insertable<TaskTable>>[]
  readonly logs: readonly ReadyLog[]
  readonly observables: readonly ReadyObservable[]
  readonly notes: ReadyNotes
}

/** Oldest first; each case with everything in it is one transaction. */
export async function importCases(hive: HiveImport): Promise<void> {
  const { context, source, organization } = hive
  const { options, state, onProgress } = context
  const position = await openPosition(context, organization, 'cases')
  const highest = options.dryRun ? 0 : await source.highestNumber()
  let read = 0
  for await (const page of byDate(source.since('case'), position.start)) {
    const known = await state.known(
      'case',
      page.rows.flatMap((thing) => idOf(thing) ?? []),
    )
    for (const thing of page.rows) {
      const sourceId = idOf(thing)
      if (isDeleted(thing)) continue
      if (sourceId === undefined) {
        context.left(organization, 'cases without an id', 'Look at them there')
        continue
      }
      const id = known.get(sourceId)
      if (id !== undefined) context.here(organization, 'cases')
      else if (options.dryRun) context.carried(organization, 'cases')
      if (options.dryRun || (id !== undefined && !options.refresh)) continue
      const ready = await readCase(hive, sourceId, id, thing, position)
      if (!ready) continue
      if (page.isOrdered) position.reached(createdAt(thing) ?? 0)
      await storeCase(hive, ready, position, highest)
    }
    if (page.isOrdered) position.reached(page.position)
    if (!options.dryRun) await context.database.db.transaction().execute((tx) => position.save(tx))
    read += page.rows.length
    onProgress(`${organization}: ${read} cases read`)
  }
}

/** Undefined when it could not be read, which is reported. */
async function readCase(
  hive: HiveImport,
  sourceId: string,
  known: string | undefined,
  thing: Values,
  position: Position,
): Promise<ReadyCase | undefined> {
  const { context, source, organization } = hive
  const id = known ?? hive.newId()
  const name = `case ${caseNumber(thing) ?? sourceId}`
  try {
    const tasks: Ready<Insertable<TaskTable>>[] = []
    const logs: ReadyLog[] = []
    const listed = (await source.children('tasks', sourceId)) ?? []
    const here = await context.state.known(
      'task',
      listed.flatMap((task) => idOf(task) ?? []),
    )
    for (const task of listed) {
      const taskName = idOf(task)
      if (taskName === undefined || isDeleted(task)) continue
      const taskId = here.get(taskName) ?? hive.newId()
      const owned = { id: taskId, organization, now: context.now() }
      const report = (what: string, advice: string) =>
        context.left(organization, what, advice, name)
      if (here.has(taskName)) context.here(organization, 'tasks')
      else {
        const row = { ...taskRow(owned, id, task, report), id: taskId }
        tasks.push({ sourceId: taskName, row })
      }
      const found = (await source.children('logs', taskName)) ?? []
      logs.push(...(await readLogs(hive, id, taskId, found)))
    }
    const found = (await source.children('caseObservables', sourceId)) ?? []
    const owner = { case_id: id, alert_id: null }
    const observables = await readObservables(hive, owner, found, name)
    const notes = await readNotes(hive, { kind: 'case', id }, sourceId, name)
    return { sourceId, id, isNew: known === undefined, thing, tasks, logs, observables, notes }
  } catch (error) {
    if (!isAboutOneThing(error)) throw error
    position.hold(createdAt(thing))
    context.later(organization, 'cases that could not be read', error.message, name)
    return undefined
  }
}

async function storeCase(
  hive: HiveImport,
  ready: ReadyCase,
  position: Position,
  highest: number,
): Promise<void> {
  const { context, organization } = hive
  const { state, now, database } = context
  const { sourceId, id, isNew, thing, tasks, logs, observables, notes } = ready
  const isThere = isNew || (await isHere(database.db, id))
  // Removed here since: its parts are not wanted either.
  if (!isThere) return
  await database.db.transaction().execute(async (tx) => {
    if (isNew) {
      const rules = await customFieldsOf(tx, organization)
      const number = await freeNumber(hive, tx, thing, highest)
      const report = (what: string, advice: string) =>
        context.left(organization, what, advice, `case ${number}`)
      const owned = { id, organization, now: now() }
      await tx
        .insertInto('cases')
        .values(caseRow(owned, number, thing, rules, report))
        .execute()
      await state.remember(tx, 'case', [{ sourceId, id }])
      await recorded(tx, now(), organization, 'case', id, { caseId: number })
    }
    for (const { row } of tasks) await tx.insertInto('tasks').values(row).execute()
    for (const { row } of logs) await tx.insertInto('task_logs').values(row).execute()
    await state.remember(tx, 'task', namesOf(tasks))
    await state.remember(tx, 'log', namesOf(logs))
    await storeObservables(hive, tx, observables)
    await storeNotes(hive, tx, notes)
    await rememberTags(writingOf(hive, tx), tagsOf(thing))
    await position.save(tx)
  })
  context.carried(organization, 'cases', Number(isNew))
  context.carried(organization, 'tasks', tasks.length)
  context.carried(organization, 'logs', logs.length)
  context.carried(organization, 'observables', observables.length)
  countNotes(hive, notes)
}

const isHere = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('cases').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/**
 * The number it has there, if it is free; creating cases here waits until then. A new one is above all
 * imported numbers, so it takes none of them.
 */
async function freeNumber(
  { context, organization }: HiveImport,
  tx: Db,
  thing: Values,
  highest: number,
) {
  const wanted = caseNumber(thing)
  await tx
    .insertInto('sequences')
    .values({ name: 'case', value: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('sequences.value') })),
    )
    .execute()
  const { value } = await tx
    .selectFrom('sequences')
    .select('value')
    .where('name', '=', 'case')
    .executeTakeFirstOrThrow()
  const isTaken =
    wanted === undefined ||
    (await tx.selectFrom('cases').select('id').where('number', '=', wanted).executeTakeFirst())
  const number = isTaken ? Math.max(value, highest) + 1 : wanted
  const last = Math.max(value, number)
  await tx.updateTable('sequences').set({ value: last }).where('name', '=', 'case').execute()
  if (isTaken)
    context.left(
      organization,
      'case numbers already in use here',
      'The cases got new numbers',
      `${wanted ?? 'none'} → ${number}`,
    )
  return number
}
