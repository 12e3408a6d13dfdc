import type { StoryEntry, StoryValue } from '@assay/contract'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { defangSentence, defangText } from '../../../base/model/defang.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { said } from '../../../base/model/said.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { statusText } from '../case-marks.tsx'
import { fieldWords, levelWord } from '../story/entry-words.tsx'

const shown = ({ dataType, data, hash, filename }: StoryValue) =>
  filename ? defangText(filename) : shownValue({ dataType, data: data ?? hash ?? '' })

/** The same sentence as in the timeline, as plain text: for paper and for files. */
export function entryText(entry: StoryEntry): string {
  const { by = '', values = [], status = '' } = entry
  const title = defangText(entry.title ?? '')
  const [value] = values
  switch (entry.kind) {
    case 'comment':
      return text('cases.story.comment', { by })
    case 'log':
      return text('cases.story.log', { by, task: title })
    case 'task':
      return text(
        status === 'started'
          ? 'cases.story.taskStarted'
          : status === 'cancelled'
            ? 'cases.story.taskCancelled'
            : 'cases.story.taskDone',
        { task: title },
      )
    case 'alert':
      return text(status === 'opened' ? 'cases.story.alertOpened' : 'cases.story.alertMerged', {
        alert: title,
      })
    case 'value': {
      const more = (entry.count ?? values.length) - values.length
      const named = values.map(shown).join(', ')
      return text('cases.story.value', {
        by,
        values: more > 0 ? `${named} ${counted('cases.story.moreValues', more)}` : named,
      })
    }
    case 'verdict':
      return withReason(
        text(entry.before === undefined ? 'cases.story.verdict' : 'cases.story.verdictChanged', {
          value: value ? shown(value) : '',
          level: levelWord(status),
          before: levelWord(entry.before ?? ''),
        }),
        entry.reason ? said(entry.reason) : entry.message,
      )
    case 'action':
      return withReason(
        `${text('cases.story.action', {
          responder: analyzerName(entry.title ?? ''),
          on: value ? shown(value) : defangText(entry.object?.title ?? text('cases.story.onCase')),
        })} (${status})`,
        entry.message,
      )
    case 'technique':
      return text('cases.story.technique', {
        by,
        technique: `${title} (${entry.patternId ?? ''})`,
      })
    case 'event':
      return title
    case 'case':
      return text('cases.story.opened', { by })
    case 'change':
      if (status === 'Open') return text('cases.story.reopened', { by })
      return status === ''
        ? text('cases.story.changed', { by, fields: fieldWords(entry.fields ?? []) })
        : text('cases.story.closed', { by, status: statusText(status) })
  }
}

const withReason = (sentence: string, reason: string | undefined) =>
  reason ? `${sentence}: ${defangSentence(reason)}` : sentence

/** Words of people, which follow the sentence. */
export const bodyOf = ({ kind, message }: StoryEntry): string | undefined =>
  kind === 'comment' || kind === 'log' || kind === 'event' ? message : undefined
