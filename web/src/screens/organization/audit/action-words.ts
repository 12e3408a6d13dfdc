import { type TextKey, text } from '../../../base/texts/index.ts'

/** An action on a type of entity: `case.create` is "Created a case". */
const verbs = [
  'create',
  'update',
  'delete',
  'add',
  'change',
  'drain',
  'disable',
  'enable',
  'export',
  'import',
  'lock',
  'publish',
  'refresh',
  'replace',
  'resume',
  'upload',
  'withdraw',
] as const

const objects = [
  'action',
  'alert',
  'alertStatus',
  'analyzer',
  'analyzerSet',
  'analyzerTemplate',
  'attachment',
  'budget',
  'case',
  'caseReport',
  'caseStatus',
  'caseTemplate',
  'channel',
  'case_artifact',
  'case_artifact_job',
  'case_task',
  'case_task_log',
  'clockPolicy',
  'comment',
  'customEvent',
  'customField',
  'dashboard',
  'feed',
  'investigation',
  'job',
  'mailbox',
  'node',
  'observableType',
  'organization',
  'page',
  'pageTemplate',
  'pattern',
  'procedure',
  'reportTemplate',
  'resource',
  'responder',
  'share',
  'tag',
  'threatFeed',
  'user',
  'verdict',
  'watch',
  'webhook',
] as const

/** Those other than a verb and its object. */
const whole = [
  'action.create',
  'analyzer.config',
  'budget.hold',
  'budget.pause',
  'budget.recover',
  'budget.refuse',
  'case.overdue',
  'caseReport.export',
  'caseReport.read',
  'case_artifact_job.create',
  'feed.removeEntry',
  'key.rotate',
  'mail-texts.update',
  'organization.link',
  'outbox.retry',
  'responder.config',
  'retention.run',
  'retention.update',
  'session.close',
  'session.open',
  'session.refuse',
  'user.addressReturned',
  'user.confirmAddress',
  'user.identity.link',
  'user.key.create',
  'user.key.remove',
  'user.key.revoke',
  'user.key.set',
  'user.leave',
  'user.password.set',
  'user.resetAttempts',
  'user.secondFactor.add',
  'user.secondFactor.remove',
  'user.secondFactor.renewRecoveryCodes',
  'user.secondFactor.reset',
  'verdict.end',
  'verdict.expire',
  'verdict.mark',
] as const

/** What an entry says that was done, as a colleague would say it. */
export function actionWords(action: string): string {
  const said = whole.find((one) => one === action)
  if (said) return text(`audit.did.${said}`)
  const at = action.lastIndexOf('.')
  const verb = verbs.find((one) => one === action.slice(at + 1))
  const object = objects.find((one) => one === action.slice(0, at))
  return verb && object
    ? text(`audit.verb.${verb}`, { object: text(`audit.object.${object}`) })
    : inWords(action)
}

/** `case_artifact` is a value: what the type of an object is called. */
export function objectTypeWords(type: string): string {
  const known = objects.find((one) => one === type)
  return known ? text(`audit.type.${known}` satisfies TextKey) : inWords(type)
}

/** Of versions that are newer than this page. */
const inWords = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]+/g, ' ')
    .toLowerCase()

/** A search for words means the actions that they describe. */
export function actionsSaid(wanted: string): string[] {
  const part = wanted.trim().toLowerCase()
  if (part === '') return []
  const all = [...whole, ...objects.flatMap((object) => verbs.map((verb) => `${object}.${verb}`))]
  return all.filter((action) => actionWords(action).toLowerCase().includes(part)).slice(0, maxSaid)
}

const maxSaid = 100
