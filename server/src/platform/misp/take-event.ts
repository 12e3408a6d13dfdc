import { hash } from 'node:crypto'
import { actors } from '../../domain/actors.ts'
import { AppError } from '../../domain/errors.ts'
import { caseOfEvent, type MispCase } from '../../domain/response/misp-event.ts'
import { mergedTags, textHash } from '../../domain/response/observable-values.ts'
import { createAlert } from '../alerts/create.ts'
import { updateAlert } from '../alerts/update.ts'
import { type Writing, write } from '../changes/write.ts'
import { createComment } from '../comments/change.ts'
import type { PlatformDeps } from '../deps.ts'
import { observableTypesOf } from '../observable-types/store.ts'
import { addObservables } from '../observables/create.ts'
import { updateObservable } from '../observables/update.ts'
import { findAlert } from '../parents/alert.ts'
import type { AlertRow } from '../rows.ts'
import type { Published } from './published.ts'
import { findEvent, longestReason, type Source, saveEvent } from './pull-store.ts'

export const maxPulledObservables = 2_000
const shownValues = 20

/** In the audit trail. */
const nowhere = { address: 'server', requestId: 'misp' }

/** What one publication of an event becomes: the alert and the row that says so, together. */
export async function takeEvent(
  deps: PlatformDeps,
  source: Source,
  published: Published,
  json: unknown,
): Promise<void> {
  const { organization } = source.import
  await write(deps, { login: actors.misp, organization, ...nowhere }, async (w) => {
    const types = await observableTypesOf(w.tx, organization)
    const isType = (name: string) => types.get(name)?.is_attachment === 0
    const read = readable(json ?? published.head, isType)
    const known = await findEvent(w.tx, organization, source.name, published.event)
    const row = { ...{ organization, server: source.name }, event: published.event }
    if ('problem' in read) {
      const state = 'failed' as const
      await saveEvent(w.tx, {
        ...row,
        ...{ published: published.at, alert_id: known?.alert_id ?? null, state },
        ...{ failed_at: w.now, reason: read.problem.slice(0, longestReason).toWellFormed() },
      })
      return
    }
    const event = json === undefined ? { ...read, description: tooLarge(read) } : read
    const content = hash('sha256', JSON.stringify(event))
    const alert = await findAlert(w.tx, organization, `misp;${source.name};${published.event}`)
    // Deleted since, or read for the first time.
    const alertId = alert
      ? await bringUpToDate(w, alert, event, known?.content_hash === content)
      : await newAlert(w, source, published, event)
    await saveEvent(w.tx, {
      ...{ ...row, published: published.at, alert_id: alertId },
      ...{ content_hash: content, state: 'alert' as const },
    })
  })
}

function readable(
  json: unknown,
  isType: (name: string) => boolean,
): MispCase | { readonly problem: string } {
  try {
    return caseOfEvent(json, isType, { maxObservables: maxPulledObservables })
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    throw error
  }
}

const tooLarge = ({ description }: MispCase) =>
  `${description}\n\nNo attribute was imported: the event is larger than 8 MiB`

async function newAlert(
  w: Writing,
  { name, url }: Source,
  { event: sourceRef }: Published,
  { startDate, tags, observables, ...event }: MispCase,
): Promise<string> {
  const { id } = await createAlert(w, {
    ...event,
    ...{ type: 'misp', source: name, sourceRef, tags },
    externalLink: `${url.replace(/\/+$/, '')}/events/view/${sourceRef}`,
    date: startDate,
    observables: observables.map((one) => asObservable(one, event.tlp)),
  })
  return id
}

const asObservable = ({ tags, ...one }: MispCase['observables'][number], tlp?: number) => ({
  ...(tlp !== undefined && { tlp }),
  ...one,
  tags: [...tags],
})

/** Where users follow it; what it lost in MISP stays here, as evidence. */
async function bringUpToDate(
  w: Writing,
  alert: AlertRow,
  event: MispCase,
  isSame: boolean,
): Promise<string> {
  // guard: server/test/platform/misp-pull.test.ts
  if (isSame || alert.follow === 0) return alert.id
  if (alert.case_id !== null) {
    await commentOnCase(w, alert, alert.case_id, event)
    return alert.id
  }
  const added = await addValues(w, alert, event)
  await updateAlert(w, alert, {
    title: event.title,
    description: event.description,
    severity: event.severity,
    addTags: [...event.tags],
    // Never below what users or the first publication said.
    ...(event.tlp !== undefined && event.tlp > alert.tlp && { tlp: event.tlp }),
    ...(event.pap !== undefined && event.pap > alert.pap && { pap: event.pap }),
    lastSyncDate: w.now,
    // Read, but with values that its reader has not seen; what was decided stays decided.
    ...(added && alert.read === 1 && alert.dismissal === null && alert.extended_status === null
      ? { read: false }
      : {}),
  })
  return alert.id
}

/** Answers whether there are new ones. */
async function addValues(w: Writing, { id }: AlertRow, event: MispCase): Promise<boolean> {
  const inputs = event.observables.map((one) => asObservable(one, event.tlp))
  const { created } = await addObservables(w, { alertId: id }, inputs)
  const isNew = new Set(created.map(({ id: made }) => made))
  const rows = await w.tx
    .selectFrom('observables')
    .select(['id', 'data_type', 'value_hash', 'ioc', 'tags', 'tlp'])
    .where('organization', '=', w.organization)
    .where('alert_id', '=', id)
    .execute()
  const present = new Map(rows.map((row) => [`${row.data_type}\n${row.value_hash}`, row]))
  const seen = new Set<string>()
  for (const one of inputs) {
    const key = `${one.dataType}\n${textHash(one.data)}`
    const row = present.get(key)
    if (!row || seen.has(key) || isNew.has(row.id)) continue
    seen.add(key)
    const tags: string[] = JSON.parse(row.tags)
    const change = {
      ...(one.ioc && row.ioc === 0 && { ioc: true }),
      ...(one.tlp !== undefined && one.tlp > row.tlp && { tlp: one.tlp }),
      ...(mergedTags(tags, one.tags).length > tags.length && { addTags: one.tags }),
    }
    if (Object.keys(change).length > 0) await updateObservable(w, row, change)
  }
  return created.length > 0
}

async function commentOnCase(w: Writing, alert: AlertRow, caseId: string, event: MispCase) {
  const rows = await w.tx
    .selectFrom('observables')
    .select(['data_type', 'value_hash'])
    .where('organization', '=', w.organization)
    .where('case_id', '=', caseId)
    .execute()
  const present = new Set(rows.map((row) => `${row.data_type}\n${row.value_hash}`))
  const missing = new Map(
    event.observables
      .map((one) => [`${one.dataType}\n${textHash(one.data)}`, one] as const)
      .filter(([key]) => !present.has(key)),
  )
  if (missing.size === 0) return
  const shown = [...missing.values()].slice(0, shownValues)
  const more = missing.size - shown.length
  await createComment(
    w,
    { kind: 'case', id: caseId },
    [
      `MISP event \`${alert.source_ref}\` was published again. Values that this case does not have: ${missing.size}`,
      shown.map(({ dataType, data }) => `- ${dataType} \`${oneLine(data)}\``).join('\n'),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join('\n\n'),
  )
}

const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}`]+/gu, ' ')
    .slice(0, 300)
    .toWellFormed()
