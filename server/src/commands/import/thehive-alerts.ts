import { customFieldsOf } from '../../platform/render/definitions.ts'
import { rememberTags } from '../../platform/tags/store.ts'
import { byDate } from './pages.ts'
import { openPosition, type Position } from './position.ts'
import { isAboutOneThing } from './remote.ts'
import { recorded } from './tenants.ts'
import { countNotes, type ReadyNotes, readNotes, storeNotes } from './thehive-notes.ts'
import {
  type HiveImport,
  type ReadyObservable,
  readObservables,
  storeObservables,
  writingOf,
} from './thehive-objects.ts'
import { alertRow, isDeleted, tagsOf } from './thehive-rows.ts'
import { asObjects, asText, createdAt, idOf, type Values } from './values.ts'

interface ReadyAlert {
  readonly sourceId: string
  readonly id: string
  readonly isNew: boolean
  readonly thing: Values
  readonly observables: readonly ReadyObservable[]
  readonly notes: ReadyNotes
}

/** After the cases, to which they may lead; each with its observables is one transaction. */
export async function importAlerts(hive: HiveImport): Promise<void> {
  const { context, source, organization } = hive
  const { options, state, onProgress } = context
  const position = await openPosition(context, organization, 'alerts')
  let read = 0
  for await (const page of byDate(source.since('alert'), position.start)) {
    const known = await state.known(
      'alert',
      page.rows.flatMap((thing) => idOf(thing) ?? []),
    )
    for (const thing of page.rows) {
      const sourceId = idOf(thing)
      if (sourceId === undefined || isDeleted(thing)) continue
      const id = known.get(sourceId)
      if (id !== undefined) context.here(organization, 'alerts')
      else if (options.dryRun) context.carried(organization, 'alerts')
      if (options.dryRun || (id !== undefined && !options.refresh)) continue
      const ready = await readAlert(hive, sourceId, id, thing, position)
      if (!ready) continue
      if (page.isOrdered) position.reached(createdAt(thing) ?? 0)
      await storeAlert(hive, ready, position)
    }
    if (page.isOrdered) position.reached(page.position)
    if (!options.dryRun) await context.database.db.transaction().execute((tx) => position.save(tx))
    read += page.rows.length
    onProgress(`${organization}: ${read} alerts read`)
  }
}

async function readAlert(
  hive: HiveImport,
  sourceId: string,
  known: string | undefined,
  thing: Values,
  position: Position,
): Promise<ReadyAlert | undefined> {
  const { context, source, organization } = hive
  const id = known ?? hive.newId()
  const name = `alert ${nameOf(thing)}`
  try {
    const found =
      (await source.children('alertObservables', sourceId)) ?? asObjects(thing.artifacts)
    const owner = { case_id: null, alert_id: id }
    const observables = await readObservables(hive, owner, found, name)
    const notes = await readNotes(hive, { kind: 'alert', id }, sourceId, name)
    return { sourceId, id, isNew: known === undefined, thing, observables, notes }
  } catch (error) {
    if (!isAboutOneThing(error)) throw error
    position.hold(createdAt(thing))
    context.later(organization, 'alerts that could not be read', error.message, name)
    return undefined
  }
}

const nameOf = ({ type, source, sourceRef }: Values): string =>
  [type, source, sourceRef].map((part) => asText(part) ?? '').join(';')

async function storeAlert(hive: HiveImport, ready: ReadyAlert, position: Position): Promise<void> {
  const { context, organization } = hive
  const { state, now, database } = context
  const { sourceId, id, isNew, thing, observables, notes } = ready
  const name = nameOf(thing)
  const outcome = await database.db.transaction().execute(async (tx) => {
    if (isNew) {
      const report = (what: string, advice: string) =>
        context.left(organization, what, advice, name)
      const caseId = await linkedCase(hive, thing, name)
      const rules = await customFieldsOf(tx, organization)
      const row = alertRow({ id, organization, now: now() }, caseId, thing, rules, report)
      if (!row) return 'nameless'
      const made = await tx
        .insertInto('alerts')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) return 'taken'
      await state.remember(tx, 'alert', [{ sourceId, id }])
      await recorded(tx, now(), organization, 'alert', id)
    } else {
      const alert = tx.selectFrom('alerts').select('id').where('id', '=', id)
      if (!(await alert.executeTakeFirst())) return 'removed'
    }
    await storeObservables(hive, tx, observables)
    await storeNotes(hive, tx, notes)
    await rememberTags(writingOf(hive, tx), tagsOf(thing))
    await position.save(tx)
    return 'stored'
  })
  if (outcome === 'nameless')
    context.left(
      organization,
      'alerts without a type, source or reference, or with one that is too long',
      'Look at them there',
      name,
    )
  if (outcome === 'taken')
    context.left(
      organization,
      'alerts that are here already, from elsewhere',
      'They are left as they are here',
      name,
    )
  if (outcome !== 'stored') return
  context.carried(organization, 'alerts', Number(isNew))
  context.carried(organization, 'observables', observables.length)
  countNotes(hive, notes)
}

/** The case that it was promoted to or merged into, if that was imported. */
async function linkedCase(
  { context, organization }: HiveImport,
  thing: Values,
  name: string,
): Promise<string | undefined> {
  const given = asText(thing.caseId) ?? asText(thing.case)
  if (given === undefined) return undefined
  const id = (await context.state.known('case', [given])).get(given)
  const here =
    id !== undefined &&
    (await context.database.db
      .selectFrom('cases')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst())
  if (here) return id
  context.left(
    organization,
    'links of alerts to cases that are not here',
    'The alerts are imported without the link; import the cases first, without --since',
    name,
  )
  return undefined
}
