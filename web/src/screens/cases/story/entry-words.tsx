import type { StoryEntry, StoryValue } from '@assay/contract'
import type { ReactNode } from 'react'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { defangText } from '../../../base/model/defang.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { said } from '../../../base/model/said.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { counted, type TextKey, text } from '../../../base/texts/index.ts'
import { Names } from '../../../base/ui/names.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import { Sentence } from '../../../base/ui/sentence.tsx'
import { statusText } from '../case-marks.tsx'

/** A value of the case: harmless, and the way to all that is known of it. */
export function ValueLink({ value }: { value: StoryValue }) {
  const { dataType, data, hash, filename } = value
  const shown = filename ? defangText(filename) : shownValue({ dataType, data: data ?? hash ?? '' })
  const isKnown = data !== undefined || hash !== undefined
  return isKnown ? (
    <Link className="value" to={valuePath({ dataType, data, hash })}>
      {shown.length > 80 ? `${shown.slice(0, 79)}…` : shown}
    </Link>
  ) : (
    <span className="value">{shown}</span>
  )
}

const Person = ({ name }: { name: string }) => <strong>{name}</strong>

interface EntryWordsProps {
  entry: StoryEntry
  caseId: string
  /** The display name for this login. */
  nameOf: (login: string) => string
}

/** What happened, in one sentence. */
export function EntryWords({ entry, caseId, nameOf }: EntryWordsProps): ReactNode {
  const by = <Person name={entry.by === undefined ? '' : nameOf(entry.by)} />
  const title = defangText(entry.title ?? '')
  switch (entry.kind) {
    case 'comment':
      return (
        <>
          <Sentence of="cases.story.comment" parts={{ by }} />
          {entry.isEdited && <span className="muted"> {text('cases.story.edited')}</span>}
        </>
      )
    case 'log':
      return (
        <Sentence
          of="cases.story.log"
          parts={{ by, task: <TaskLink entry={entry} caseId={caseId} /> }}
        />
      )
    case 'task':
      return (
        <>
          <Sentence
            of={taskKey(entry.status)}
            parts={{ task: <TaskLink entry={entry} caseId={caseId} /> }}
          />
          {entry.by !== undefined && <span className="muted"> · {nameOf(entry.by)}</span>}
        </>
      )
    case 'alert':
      return (
        <Sentence
          of={entry.status === 'opened' ? 'cases.story.alertOpened' : 'cases.story.alertMerged'}
          parts={{ alert: <Link to={path`/alerts/${entry.id}`}>{title}</Link> }}
        />
      )
    case 'value':
      return <Sentence of="cases.story.value" parts={{ by, values: <Values entry={entry} /> }} />
    case 'verdict':
      return entry.decision ? (
        <DecisionWords entry={entry} by={by} />
      ) : (
        <VerdictWords entry={entry} />
      )
    case 'action':
      return <ActionWords entry={entry} caseId={caseId} nameOf={nameOf} />
    case 'technique':
      return (
        <Sentence
          of="cases.story.technique"
          parts={{ by, technique: `${title} (${entry.patternId ?? ''})` }}
        />
      )
    case 'event':
      return <strong>{title}</strong>
    case 'case':
      return <Sentence of="cases.story.opened" parts={{ by }} />
    case 'report':
      return <Sentence of="cases.story.report" parts={{ by, version: title }} />
    case 'change':
      return <ChangeWords entry={entry} by={by} />
  }
}

const taskKey = (status: string | undefined): TextKey =>
  status === 'started'
    ? 'cases.story.taskStarted'
    : status === 'cancelled'
      ? 'cases.story.taskCancelled'
      : 'cases.story.taskDone'

const TaskLink = ({ entry, caseId }: { entry: StoryEntry; caseId: string }) => (
  <Link to={path`/cases/${caseId}/tasks/${entry.taskId ?? entry.id}`}>
    {defangText(entry.title ?? '')}
  </Link>
)

function Values({ entry: { values = [], count = values.length } }: { entry: StoryEntry }) {
  const shown = values.slice(0, 3)
  return (
    <>
      {shown.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same entry has the same values
        <span key={index}>
          {index > 0 && ', '}
          <ValueLink value={value} />
        </span>
      ))}
      {count > shown.length && ` ${counted('cases.story.moreValues', count - shown.length)}`}
    </>
  )
}

function VerdictWords({ entry }: { entry: StoryEntry }) {
  const { status = 'none', before, values = [], message = '', reason, by } = entry
  const why = said(reason ?? { text: message })
  const level = levelWord(status)
  const [value] = values
  return (
    <>
      <Sentence
        of={before === undefined ? 'cases.story.verdict' : 'cases.story.verdictChanged'}
        parts={{
          value: value && <ValueLink value={value} />,
          level: (
            <strong className="story-level" data-verdict={status}>
              {level}
            </strong>
          ),
          before: before === undefined ? '' : levelWord(before),
        }}
      />
      {why && (
        <>
          : <Names in={why} />
        </>
      )}
      {by !== undefined && <span className="muted"> · {analyzerName(by)}</span>}
    </>
  )
}

export const decisionKeys = {
  marked: 'cases.story.marked',
  ended: 'cases.story.markEnded',
  expired: 'cases.story.markExpired',
} as const

function DecisionWords({ entry, by }: { entry: StoryEntry; by: ReactNode }) {
  const { status = 'none', values = [], message = '', decision = 'marked' } = entry
  const [value] = values
  return (
    <>
      <Sentence
        of={decisionKeys[decision]}
        parts={{
          by,
          value: value && <ValueLink value={value} />,
          level: (
            <strong className="story-level" data-verdict={status}>
              {levelWord(status)}
            </strong>
          ),
        }}
      />
      : {defangText(message)}
    </>
  )
}

const levels = ['malicious', 'suspicious', 'safe', 'none'] as const
export const levelWord = (status: string) => {
  const level = levels.find((one) => one === status)
  return level ? text(`verdict.${level}`).toLowerCase() : status
}

function ActionWords({ entry, caseId, nameOf }: EntryWordsProps) {
  const { object, values = [], by } = entry
  const [value] = values
  const on = value ? (
    <ValueLink value={value} />
  ) : object?.type === 'Alert' ? (
    <Link to={path`/alerts/${object.id}`}>{defangText(object.title ?? text('cases.alert'))}</Link>
  ) : object?.type === 'Task' ? (
    <Link to={path`/cases/${caseId}/tasks/${object.id}`}>
      {defangText(object.title ?? text('cases.task'))}
    </Link>
  ) : (
    text(object?.type === 'Log' ? 'cases.story.onLog' : 'cases.story.onCase')
  )
  return (
    <>
      <Sentence
        of="cases.story.action"
        parts={{ responder: <strong>{analyzerName(entry.title ?? '')}</strong>, on }}
      />
      {by !== undefined && <span className="muted"> · {nameOf(by)}</span>}
    </>
  )
}

function ChangeWords({ entry, by }: { entry: StoryEntry; by: ReactNode }) {
  const { status, fields = [] } = entry
  if (status !== undefined) {
    if (status === 'Open') return <Sentence of="cases.story.reopened" parts={{ by }} />
    return <Sentence of="cases.story.closed" parts={{ by, status: statusText(status) }} />
  }
  return <Sentence of="cases.story.changed" parts={{ by, fields: fieldWords(fields) }} />
}

/** `severity and tags`; what has no word of its own stays as it is called in the API. */
export function fieldWords(fields: readonly string[]): string {
  const named = [...new Set(fields.map(fieldWord))]
  const last = named.pop() ?? ''
  return named.length === 0 ? last : text('cases.story.and', { first: named.join(', '), last })
}

const knownFields = [
  'title',
  'description',
  'severity',
  'tags',
  'flag',
  'tlp',
  'pap',
  'summary',
  'owner',
  'customFields',
  'startDate',
  'endDate',
  'resolutionStatus',
  'impactStatus',
] as const

function fieldWord(field: string): string {
  const plain = field.replace(/^customFields\..*/, 'customFields')
  const known = knownFields.find((one) => one === plain)
  return known ? text(`cases.field.${known}`) : field
}
