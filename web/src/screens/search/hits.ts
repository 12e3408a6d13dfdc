import { defang, type SearchResult, type VerdictLevel } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangText } from '../../base/model/defang.ts'
import { said } from '../../base/model/said.ts'
import { path } from '../../base/routing/match.ts'
import { counted, labeled, type TextKey, text } from '../../base/texts/index.ts'
import type { IconName } from '../../base/ui/icons.tsx'
import { valuePath } from '../../base/ui/observable.tsx'

/** In the order in which they are shown. */
export const hitKinds = ['values', 'cases', 'alerts', 'tasks', 'investigations', 'jobs'] as const
export type HitKind = (typeof hitKinds)[number]

/** A search result, as any list shows it. Its words are text from any author. */
export interface Hit {
  readonly id: string
  readonly kind: HitKind
  readonly label: string
  readonly note: string
  readonly icon: IconName
  /** Of a value. */
  readonly level?: VerdictLevel | null
  /** When it was made; of a value, when its verdict last changed. */
  readonly at?: number
  readonly to: string
}

export interface HitGroup {
  readonly kind: HitKind
  readonly total: number
  readonly hits: readonly Hit[]
}

/** Of each kind that has any; a kind of which something is named exactly comes first. */
export function hitGroups(found: SearchResult, typed = ''): HitGroup[] {
  const exact = exactKind(found, typed.trim().toLowerCase())
  return hitKinds
    .toSorted((a, b) => Number(b === exact) - Number(a === exact))
    .flatMap((kind) => {
      const total = found[kind]?.total ?? 0
      const hits = hitsOf(found, kind)
      return hits.length === 0 ? [] : [{ kind, total, hits }]
    })
}

/** `#9`, the reference of an alert and the id of a job are unambiguous. */
function exactKind({ cases, alerts, jobs }: SearchResult, typed: string): HitKind | undefined {
  if (cases?.hits.some(({ number }) => `#${number}` === typed)) return 'cases'
  if (alerts?.hits.some(({ sourceRef }) => sourceRef.toLowerCase() === typed)) return 'alerts'
  return jobs?.hits.some(({ id }) => id.toLowerCase() === typed) ? 'jobs' : undefined
}

function hitsOf(found: SearchResult, kind: HitKind): Hit[] {
  switch (kind) {
    case 'values':
      return (found.values?.hits ?? []).map((value) => ({
        id: `${kind} ${value.dataType} ${value.hash ?? value.data}`,
        kind,
        label: shownValue(value),
        note: [value.reasons[0] && said(value.reasons[0]), whereHeld(value)]
          .filter(Boolean)
          .join(' · '),
        icon: 'observable',
        level: value.level,
        at: value.changedAt,
        to: valuePath(value),
      }))
    case 'cases':
      return (found.cases?.hits ?? []).map(({ id, number, title, createdAt, status }) => ({
        id: `${kind} ${id}`,
        kind,
        label: `#${number} ${defangText(title)}`,
        note: status === 'Open' ? text('search.open') : text('search.closed'),
        at: createdAt,
        icon: 'case',
        to: path`/cases/${id}`,
      }))
    case 'alerts':
      return (found.alerts?.hits ?? []).map(({ id, title, source, isRead, date }) => ({
        id: `${kind} ${id}`,
        kind,
        label: defangText(title),
        note: `${text(isRead ? 'search.read' : 'search.new')}, ${defangText(source)}`,
        at: date,
        icon: 'bell',
        to: path`/alerts/${id}`,
      }))
    case 'tasks':
      return (found.tasks?.hits ?? []).map(({ id, title, caseId, status }) => ({
        id: `${kind} ${id}`,
        kind,
        label: defangText(title),
        note: taskStatus(status),
        icon: 'task',
        to: path`/cases/${caseId}/tasks/${id}`,
      }))
    case 'investigations':
      return (found.investigations?.hits ?? []).map(
        ({ id, name, createdBy, createdAt, values }) => ({
          id: `${kind} ${id}`,
          kind,
          label: defangText(name),
          note: `${counted('search.values', values)}, ${createdBy}`,
          at: createdAt,
          icon: 'folder',
          to: path`/investigations/${id}`,
        }),
      )
    case 'jobs':
      return (found.jobs?.hits ?? []).map((job) => ({
        id: `${kind} ${job.id}`,
        kind,
        label: labeled(analyzerName(job.analyzer), shownValue(job)),
        note: text(`status.${job.status}` as TextKey),
        at: job.createdAt,
        icon: 'jobs',
        to: path`/jobs/${job.id}`,
      }))
  }
}

const taskStatus = (status: string) =>
  text(`search.task.${taskStatuses.find((one) => one === status) ?? 'Waiting'}`)
const taskStatuses = ['Waiting', 'InProgress', 'Completed', 'Cancel'] as const

interface Named {
  readonly dataType: string
  readonly data?: string
  readonly hash?: string
  readonly filename?: string
}
const shownValue = ({ dataType, data, hash, filename }: Named) =>
  data === undefined ? defangText(filename ?? hash ?? '') : defangText(defang(dataType, data))

const whereHeld = ({ cases, alerts }: { cases: readonly { number: number }[]; alerts: number }) =>
  [
    cases.length > 0 &&
      text('search.inCase', { numbers: cases.map(({ number }) => `#${number}`).join(', ') }),
    alerts > 0 && counted('search.inAlerts', alerts),
  ]
    .filter(Boolean)
    .join(', ')

/** The parts of a label, those that fit what was typed apart. */
export function markedParts(label: string, typed: string): { text: string; isMatch: boolean }[] {
  const needle = typed.trim().replace(/^#/, '')
  const at = needle.length < 2 ? -1 : label.toLowerCase().indexOf(needle.toLowerCase())
  if (at < 0) return [{ text: label, isMatch: false }]
  return [
    { text: label.slice(0, at), isMatch: false },
    { text: label.slice(at, at + needle.length), isMatch: true },
    { text: label.slice(at + needle.length), isMatch: false },
  ].filter(({ text: part }) => part !== '')
}
