import { type TextKey, text } from '../texts/index.ts'
import { defangSentence, defangText } from './defang.ts'
import { asText, isRecord } from './levels.ts'
import { type Observed, plainValue, shownValue } from './observable.ts'

const known: Readonly<Record<string, TextKey>> = {
  AddTagToCase: 'activity.did.tag',
  AddTagToArtifact: 'activity.did.tag',
  AddTagToAlert: 'activity.did.tag',
  CreateTask: 'activity.did.createTask',
  CloseTask: 'activity.did.closeTask',
  AddCustomFields: 'activity.did.field',
  MarkAlertAsRead: 'activity.did.read',
  AddLogToTask: 'activity.did.log',
  AddCommentToCase: 'activity.did.comment',
  AddArtifactToCase: 'activity.did.value',
  AssignCase: 'activity.did.assign',
}

const maxSaid = 3
const longest = 300

/** "tag “blocked” added": a responder's operation, in the reader's words. */
function operationWords(operation: Record<string, unknown>): string {
  const type = asText(operation.type)
  const key = known[type]
  const what = asText(operation.tag) || asText(operation.title) || asText(operation.owner)
  if (key) return text(key, { what: defangText(what) })
  return type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** The value that it is about is known, whatever its form. */
function defanged(said: string, value: Observed | undefined): string {
  const plain = value && plainValue(value)
  return defangSentence(plain ? said.replaceAll(plain, shownValue(value)) : said)
}

/** The message of a responder, or what it did; both are written by programs of others. */
export function responseWords(message: unknown, operations: unknown, value?: Observed): string {
  const said = asText(message).trim()
  if (said && !/^[[{]/.test(said)) return defanged(said.slice(0, longest), value)
  const list = Array.isArray(operations) ? operations.filter(isRecord) : []
  const words = list.slice(0, maxSaid).map(operationWords).filter(Boolean)
  return words.length > 0 ? words.join(', ') : text('activity.done')
}
