import { Readable } from 'node:stream'
import { createAlert } from '../platform/alerts/create.ts'
import { mergeAlerts, promoteAlert } from '../platform/alerts/promote.ts'
import { updateAlert } from '../platform/alerts/update.ts'
import { createCase } from '../platform/cases/create.ts'
import { updateCase } from '../platform/cases/update.ts'
import { newRow } from '../platform/changes/entity-rows.ts'
import { createComment } from '../platform/comments/change.ts'
import { insertCustomField } from '../platform/custom-fields/store.ts'
import { insertObservableType } from '../platform/observable-types/store.ts'
import { addObservables, type NewObservable } from '../platform/observables/create.ts'
import { observableColumns } from '../platform/observables/store.ts'
import { updateObservable } from '../platform/observables/update.ts'
import { createProcedure } from '../platform/procedures/change.ts'
import type { AlertRow, CaseRow, ObservableRow } from '../platform/rows.ts'
import { createTask } from '../platform/tasks/create.ts'
import { createLog } from '../platform/tasks/logs.ts'
import { updateTask } from '../platform/tasks/update.ts'
import { runActions } from './actions.ts'
import { alertStories } from './alert-stories.ts'
import { analyzeAll } from './analyses.ts'
import { caseStories } from './case-stories.ts'
import { day, hour, minute } from './chance.ts'
import { isFile, named } from './observables.ts'
import { daysBefore, type Past } from './past.ts'
import type { AlertStory, CaseStory } from './stories.ts'
import { demoOrganization } from './users.ts'

/** Alerts and what people did with them, from the oldest to the newest. */
export async function makeInvestigations(past: Past): Promise<void> {
  await defineOwn(past)
  const alerts = new Map<number, AlertRow[]>()
  const inOrder = alertStories.toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const [index, story] of inOrder.entries()) {
    const alert = await makeAlert(past, story, index)
    if (typeof story.fate !== 'number') continue
    alerts.set(story.fate, [...(alerts.get(story.fate) ?? []), alert])
  }
  const oldestFirst = [...caseStories.entries()].toSorted(([, a], [, b]) => b.daysAgo - a.daysAgo)
  for (const [place, story] of oldestFirst) await makeCase(past, story, alerts.get(place) ?? [])
}

const fields = [
  ['business-unit', 'Business unit', 'string', ['Finance', 'Sales', 'IT', 'Shop', 'Research']],
  ['affected-hosts', 'Affected hosts', 'integer', []],
  ['reported-by-person', 'Reported by a user', 'boolean', []],
] as const

/** What this organization has in addition to the defaults. */
const defineOwn = ({ at, now }: Past) =>
  at(now - 31 * day, 'admin', async (w) => {
    for (const name of ['cve', 'jwt'])
      await insertObservableType(w.tx, {
        ...newRow(w),
        name,
        is_attachment: 0,
      })
    for (const [name, displayName, type, options] of fields)
      await insertCustomField(w.tx, {
        ...newRow(w),
        name,
        display_name: displayName,
        description: '',
        type,
        mandatory: 0,
        options: JSON.stringify(options),
      })
  })

async function makeAlert(past: Past, story: AlertStory, index: number): Promise<AlertRow> {
  const moment = daysBefore(past.now, story.daysAgo)
  const found = await newObservables(past, story.observables)
  const alert = await past.at(
    moment,
    'admin',
    (w) =>
      createAlert(w, {
        type: story.type,
        source: story.source,
        sourceRef: `${story.source.slice(0, 3)}-${1000 + index * 37}`,
        title: story.title,
        description: `${story.title}. Sample data for the demo.`,
        severity: story.severity,
        tlp: story.tlp ?? 2,
        tags: story.tags,
        customFields: [
          { name: 'business-unit', value: story.unit },
          { name: 'affected-hosts', value: story.hosts },
        ],
        observables: found,
      }),
    found,
  )
  if (story.fate === 'ignored')
    await past.at(moment + 3 * hour, 'analyst', (w) => updateAlert(w, alert, { read: true }))
  return alert
}

async function newObservables({ deps }: Past, names: readonly string[]): Promise<NewObservable[]> {
  const found: NewObservable[] = []
  for (const observable of names.map(named)) {
    if (!isFile(observable)) {
      found.push(observable)
      continue
    }
    const { dataType, name, contentType, content } = observable
    const staged = await deps.blobs.stage(Readable.from([Buffer.from(content)]))
    found.push({ dataType, file: { ...staged, name, contentType } })
  }
  return found
}

async function makeCase(past: Past, story: CaseStory, alerts: readonly AlertRow[]): Promise<void> {
  const begin = daysBefore(past.now, story.daysAgo)
  const { assignee } = story
  const row = await openCase(past, story, alerts, begin)
  const extra = await newObservables(past, story.observables)
  await past.at(
    begin + 4 * minute,
    assignee,
    (w) => addObservables(w, { caseId: row.id }, extra),
    extra,
  )
  const rows = await observablesOf(past, row)
  await past.at(begin + 6 * minute, assignee, async (w) => {
    for (const observable of rows)
      if (story.iocs.includes(observable.data ?? ''))
        await updateObservable(w, observable, { ioc: true, sighted: true, addTags: ['ioc'] })
  })
  for (const [place, observable] of rows.entries())
    await analyzeAll(past, story, observable, begin + (8 + place) * minute)
  await runActions(past, story, row, rows, begin + hour)
  await doTasks(past, story, row, begin + 10 * minute)
  await tell(past, story, row, begin)
  if (!story.resolved) return
  const { daysAgo, ...resolution } = story.resolved
  await past.at(daysBefore(past.now, daysAgo), assignee, (w) =>
    updateCase(w, row, { status: 'Resolved', ...resolution }),
  )
}

/** Comments, and the techniques they saw. */
async function tell({ at }: Past, story: CaseStory, { id }: CaseRow, begin: number): Promise<void> {
  const owner = { kind: 'case', id } as const
  for (const { by, hours, message } of story.comments ?? [])
    await at(begin + hours * hour, by, (w) => createComment(w, owner, message))
  for (const { technique, tactic, hours, description } of story.techniques ?? []) {
    const moment = begin + hours * hour
    await at(moment, story.assignee, (w) =>
      createProcedure(w, owner, { patternId: technique, tactic, occurDate: moment, description }),
    )
  }
}

/** From the first alert; further ones join. Those without alerts were opened by hand. */
async function openCase(
  { at }: Past,
  story: CaseStory,
  [first, ...more]: readonly AlertRow[],
  begin: number,
): Promise<CaseRow> {
  const { title, description, severity, tags, assignee } = story
  const flag = story.flag === true
  if (!first)
    return await at(begin, assignee, (w) =>
      createCase(w, { title, description, severity, tags, flag, assignee }),
    )
  const opened = await at(begin, assignee, async (w) => {
    const row = await promoteAlert(w, first, undefined)
    return await updateCase(w, row, { title, description, severity, flag, addTags: [...tags] })
  })
  if (more.length === 0) return opened
  const ids = more.map(({ id }) => id)
  return await at(begin + 2 * minute, assignee, (w) => mergeAlerts(w, ids, opened))
}

const observablesOf = ({ deps }: Past, { id }: CaseRow): Promise<ObservableRow[]> =>
  deps.db
    .selectFrom('observables')
    .select(observableColumns)
    .where('organization', '=', demoOrganization)
    .where('case_id', '=', id)
    .orderBy('id')
    .execute()

async function doTasks(past: Past, story: CaseStory, row: CaseRow, begin: number): Promise<void> {
  for (const [place, task] of story.tasks.entries()) {
    const start = begin + place * minute
    const { title, group, assignee, dueInDays } = task
    const made = await past.at(start, story.assignee, (w) =>
      createTask(w, row, {
        title,
        group,
        order: place,
        ...(assignee === undefined ? {} : { assignee }),
        ...(dueInDays === undefined ? {} : { dueDate: daysBefore(past.now, -dueInDays) }),
      }),
    )
    const who = assignee ?? story.assignee
    if (task.status !== 'Waiting')
      await past.at(start + 20 * minute, who, (w) => updateTask(w, made, { status: 'InProgress' }))
    for (const [number, message] of (task.logs ?? []).entries())
      await past.at(start + (30 + 45 * number) * minute, who, (w) =>
        createLog(w, made, { message }),
      )
    if (task.status === 'Completed')
      await past.at(start + 2 * hour, who, (w) => updateTask(w, made, { status: 'Completed' }))
  }
}
