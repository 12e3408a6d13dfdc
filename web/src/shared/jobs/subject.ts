import type { Job } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { asText, isRecord } from '../../base/model/levels.ts'
import type { Observed } from '../../base/model/observable.ts'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'

/** What a responder was run on, in words that a person would use. */
export interface Subject {
  readonly words: string
  /** A value is shown as one, with its type. */
  readonly value?: Observed
  /** The screen of the object. */
  readonly to?: string
}

const longestTitle = 200

const titleIn = (data: Record<string, unknown>) =>
  defangText(asText(data.title)).replace(/\s+/g, ' ').trim().slice(0, longestTitle)

/** Never the JSON itself: the sender of the job decides what is in there. */
export function subjectOf({ dataType, data }: Pick<Job, 'dataType' | 'data'>): Subject {
  const fields = readObject(data)
  const title = titleIn(fields)
  const id = asText(fields._id) || asText(fields.id)
  const named = (key: 'alert' | 'task') =>
    title ? text(`activity.${key}`, { title }) : text(`activity.some.${key}`)
  switch (dataType.toLowerCase()) {
    case 'thehive:case': {
      const number = Number(fields.caseId ?? fields.number)
      const words = Number.isSafeInteger(number)
        ? text('activity.case', { number: String(number), title })
        : text('activity.some.case')
      return { words: words.trim(), ...(id && { to: path`/cases/${id}` }) }
    }
    case 'thehive:alert':
      return { words: named('alert'), ...(id && { to: path`/alerts/${id}` }) }
    case 'thehive:case_task':
      return { words: named('task') }
    case 'thehive:case_task_log':
      return { words: text('activity.some.log') }
    case 'thehive:case_artifact': {
      const value = valueIn(fields)
      return { words: text('activity.some.value'), ...(value && { value }) }
    }
    default:
      return { words: text('activity.object', { type: dataType.replace(/^thehive:/i, '') }) }
  }
}

/** The object itself, or its text; lists leave very long ones out. */
function readObject(data: unknown): Record<string, unknown> {
  if (isRecord(data)) return data
  if (typeof data !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(data)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

function valueIn({ dataType, data, attachment }: Record<string, unknown>): Observed | undefined {
  if (typeof dataType !== 'string') return undefined
  if (isRecord(attachment) && typeof attachment.name === 'string')
    return {
      dataType,
      attachment: {
        id: asText(attachment.id),
        name: attachment.name,
        size: Number(attachment.size) || 0,
      },
    }
  return typeof data === 'string' ? { dataType, data } : undefined
}
