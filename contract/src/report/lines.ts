import type { Static } from 'typebox'
import { withoutPrefix, withoutVersion } from '../builtin-name.ts'
import { defang, defangSentence, defangText } from '../detect/index.ts'
import type { ReportSection } from '../platform/reports.ts'
import type { StoryEntry, StoryValue } from '../platform/timeline.ts'
import type { Told } from '../sentences.ts'
import { filled, type ReportTexts } from './texts.ts'

/** How a report is written: language, time zone, and what only the page can translate. */
export interface ReportWriting {
  readonly texts: ReportTexts
  readonly locale: string
  readonly timeZone: string
  typeName(dataType: string): string
  say(reason: Told): string
  /** Of an analyzer or a responder, as its reader knows it; else without prefix and version. */
  workerName?(name: string): string
}

export const shownValue = (dataType: string, value: string, isFile: boolean): string =>
  isFile ? defangText(value) : defangText(defang(dataType, value))

/** To the minute: seconds say nothing to the reader of a report. */
export const moment = (at: number, { locale, timeZone }: ReportWriting): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)

export const day = (at: number, { locale, timeZone }: ReportWriting): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at)

/** Identifies an entry of the timeline as long as it says the same. */
export const entryKey = ({ kind, id, at, status = '' }: StoryEntry): string =>
  `${kind} ${id} ${at} ${status}`

/** What a reader outside the team needs; words of colleagues and changed fields are chosen by hand. */
export const isShownAtFirst = ({ kind, status }: StoryEntry): boolean =>
  kind === 'change'
    ? status !== undefined
    : kind !== 'comment' && kind !== 'log' && kind !== 'report'

type Chosen = Static<typeof ReportSection>['lines']

export interface ReportLine {
  readonly key: string
  readonly at: number
  readonly text: string
  readonly isShown: boolean
  readonly isReworded: boolean
  readonly entry: StoryEntry
}

export function reportLines(
  timeline: readonly StoryEntry[],
  chosen: Chosen,
  writing: ReportWriting,
): ReportLine[] {
  const known = new Map(chosen.map((one) => [one.key, one]))
  return timeline.map((entry) => {
    const key = entryKey(entry)
    const own = known.get(key)
    return {
      key,
      at: entry.at,
      text: own?.text === undefined ? entryText(entry, writing) : defangSentence(own.text),
      isShown: own?.isShown ?? isShownAtFirst(entry),
      isReworded: own?.text !== undefined,
      entry,
    }
  })
}

const named = ({ dataType, data, hash, filename }: StoryValue) =>
  shownValue(dataType, filename ?? data ?? hash ?? '', filename !== undefined)

/** An entry of the timeline as one defanged sentence. */
export function entryText(entry: StoryEntry, writing: ReportWriting): string {
  const { texts } = writing
  const { by = '', values = [], status = '', fields = [] } = entry
  const title = defangSentence(entry.title ?? '')
  const [first] = values
  const say = (sentence: string, more: Readonly<Record<string, string | number>> = {}) =>
    filled(sentence, { by: defangText(by), title, ...more })
  switch (entry.kind) {
    case 'comment':
      return withWords(say(texts.comment), entry.message)
    case 'log':
      return withWords(say(texts.log), entry.message)
    case 'task':
      return say(
        status === 'started'
          ? texts.taskStarted
          : status === 'cancelled'
            ? texts.taskCancelled
            : texts.taskDone,
      )
    case 'alert':
      return say(status === 'opened' ? texts.alertOpened : texts.alertMerged)
    case 'value': {
      const shown = values.map(named).join(', ')
      const count = (entry.count ?? values.length) - values.length
      return say(texts.value, {
        values: count > 0 ? filled(texts.andMore, { values: shown, count }) : shown,
      })
    }
    case 'verdict':
      if (entry.decision)
        return withWords(
          say(texts[entry.decision], {
            value: first ? named(first) : '',
            level: levelText(status, texts),
          }),
          entry.message,
        )
      return withWords(
        say(entry.before === undefined ? texts.becomes : texts.becameFrom, {
          value: first ? named(first) : '',
          level: levelText(status, texts),
          before: levelText(entry.before ?? '', texts),
        }),
        entry.reason ? reasonText(entry.reason, writing) : entry.message,
      )
    case 'action':
      return withWords(
        say(texts.ran, {
          title: workerText(entry.title ?? '', writing),
          value: first ? named(first) : defangSentence(entry.object?.title ?? texts.onCase),
          status: wordOf(texts.action, status),
        }),
        entry.message,
      )
    case 'technique':
      return say(texts.technique, { title: `${entry.patternId ?? ''} ${title}`.trim() })
    case 'event':
      return withWords(title, entry.message)
    case 'case':
      return say(texts.opened)
    case 'report':
      return say(texts.stored)
    case 'change':
      if (status === '') return say(texts.changed, { fields: fields.join(', ') })
      return status === 'Open'
        ? say(texts.reopened)
        : say(texts.closed, { status: wordOf(texts.status, status) })
  }
}

const workerText = (name: string, { workerName }: ReportWriting): string =>
  defangSentence(
    workerName?.(name) ?? (withoutPrefix(withoutVersion(name)).replaceAll('_', ' ').trim() || name),
  )

/** What a YARA rule found says more to the reader of a report than its name. */
export function reasonText(reason: Told, writing: ReportWriting): string {
  const { id, parameters } = reason
  const found = id?.startsWith('yara.') ? parameters?.description : undefined
  return typeof found === 'string' && found !== ''
    ? `${defangSentence(found)} (YARA)`
    : writing.say(reason)
}

const longest = 500

function withWords(sentence: string, words: string | undefined): string {
  const one = defangSentence(words ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (one === '') return sentence
  return `${sentence}: ${one.length > longest ? `${one.slice(0, longest).toWellFormed()}…` : one}`
}

/** A status of the organization is its own word. */
export const wordOf = (words: Readonly<Record<string, string>>, status: string): string =>
  Object.hasOwn(words, status) ? (words[status] ?? status) : defangText(status)

const levels = ['malicious', 'suspicious', 'safe', 'none'] as const

export function levelText(level: string | null, texts: ReportTexts): string {
  const known = levels.find((one) => one === level)
  return texts[known ?? 'unasked']
}
