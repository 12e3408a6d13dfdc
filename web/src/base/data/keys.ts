import type { ObjectType } from '@assay/contract'

declare const branded: unique symbol
/** Only this file makes keys: a bare array does not compile as a `queryKey`. */
export type Key = readonly unknown[] & { readonly [branded]: true }

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key
  }
}

type WorkerKind = 'analyzer' | 'responder'
type Holder = 'case' | 'alert'
type Target = 'alert' | 'case' | 'case_task' | 'case_artifact'

/**
 * What the page keeps of the server's answers: the kind of answer, and what tells one from another
 * of its kind.
 */
interface Answers {
  // Jobs.
  job:
    | [id: string]
    | [id: string, 'report']
    | [id: string, 'artifacts', 'compare']
    | [id: string, 'diff', other: string]
  jobs:
    | [search: object]
    | ['count', query: object, known: number | undefined]
    | ['of-value', subject: object]
    | ['waits', ids: readonly string[]]
  jobStatus: [ids: readonly string[]]
  jobStatuses: []
  artifacts: [jobId: string]
  similarFiles: [jobId: string]
  summary: [jobId: string | undefined]
  summaries: [jobIds: readonly string[]]
  investigation: [id: string] | [id: string, 'relations']
  investigations: [search: object]
  value: [subject: object] | [subject: object, 'detail' | 'relations']
  search: [input: object]
  known: ['list' | 'timeline', input: object] | ['counts', filters: readonly object[]]
  listViews: []
  verdicts: [values: object]
  decisions: [input: object]
  overview:
    | ['jobs', period: unknown]
    | ['queue']
    | ['line']
    | ['any']
    | ['engine' | 'techniques' | 'due' | 'dueCases']
    | ['bad' | 'threats' | 'changes' | 'values', range: string]
    | ['waiting', login: string]
    | ['desk', period: object]

  // Workers.
  analyzers: ['of-platform'] | ['administered']
  analyzerSets: []
  responders: [type: Target, id: string] | ['administered']
  definitions: [WorkerKind] | [WorkerKind, 'names']
  configurations: [WorkerKind]
  catalogue: ['health', WorkerKind] | ['jobs', workerId: string]
  quota: []
  policy: [workerId: string]
  budgets: ['list']
  rules:
    | ['list' | 'automation' | 'presets']
    | ['one' | 'versions', id: string]
    | ['try', rule: object]
    | ['why', type: string, id: string]
  ruleRuns:
    | ['list', search: object]
    | ['one', id: string]
    | ['of', type: string, id: string]
    | ['objects', typed: string]
  protectedValues: ['list'] | ['check', values: readonly object[]]

  // Response. `alertList` stays as it was read; the list counts what is newer.
  alert: [id: string]
  alerts:
    | ['rows', ids: readonly string[]]
    | ['total', filter: object | undefined]
    | ['count', 'new' | 'unread']
    | ['count', 'mine', login: string]
  alertFacts: [ids: readonly string[]]
  alertList: [filter: object | undefined, sort: string, from: number, size: number]
  alertValues: [field: string]
  mergePreview: [caseId: string | undefined, alertIds: readonly string[]]
  case: [id: string] | [id: string, 'counts' | 'history' | 'gone' | 'clocks']
  story: [caseId: string, max: number]
  procedures: [caseId: string]
  caseReport: [caseId: string] | [caseId: string, 'facts' | 'draft' | 'copies']
  patterns: [wanted: string]
  cases: [search: object] | ['picker', search: object] | ['count', 'open']
  task: [id: string]
  tasks:
    | [search: object]
    | ['of-case', caseId: string]
    | ['groups', view: string, login: string]
    | ['waiting-count']
    | ['count', 'mine', login: string]
  logs: [taskId: string]
  observable: [id: string]
  observables: [Holder, id: string, search: object]
  similar:
    | ['observable' | 'alerts-of-alert' | 'list-of-alerts' | 'cases-of-case', id: string]
    | [entity: string, id: string, status: string, period: string | undefined]
  analyses: [observableId: string]
  actions: [Target, id: string] | ['of-jobs', state: readonly string[]]
  responses:
    | ['open']
    | ['list', state: string]
    | ['of-responder', responderId: string]
    | ['one', id: string]
  respondTo: [Target, ids: readonly string[]]

  // Organizations and what they are set to.
  organization: [id: string]
  organizations: ['all']
  retention: [organization: string] | [organization: string, days: number | 'present']
  users: [organization: string, input: object] | ['colleagues']
  audit: [organization: string, input: object] | ['objects', wanted: object]
  feeds: []
  threatFeeds: []
  feedEntries: [feed: string] | [feed: string, range: string]
  caseTemplates: ['administered']
  caseStatuses: []
  clockPolicies: []
  reportTemplates: []
  shares: [caseId: string]
  organizationLinks: [organization: string]
  customFields: []
  observableTypes: ['administered']
  tags: ['names'] | ['administered', input: object]
  mispServers: []
  mailboxes: [mailboxId: string, 'messages', range: string]
  channels: [channelId: string, 'deliveries', range: string]
  webhooks: [webhookId: string, 'deliveries', range: string]
  resources: []
  health: ['sandbox']
  nodes: []
  tour: []

  // Of the reader alone.
  unread: []
  watches: ['list']
  watchNews: ['list', count: number]
  mentions: ['list', count: number]
  notices: ['list']
  noticeSettings: []
  outbox: [status: string, range: string]
  mailTexts: []
}

type Kind = keyof Answers
/** What events tell of, apart from jobs. */
export type Changed = ObjectType | 'investigation' | 'watch' | 'mention' | 'notice' | 'verdict'

/** With nothing but the kind it is the beginning of all keys of that kind. */
export const keyOf = <K extends Kind>(kind: K, ...which: Answers[K] | []): Key =>
  [kind, ...which] as unknown as Key

const changesOfCase = [
  'case',
  'case_task',
  'case_artifact',
  'case_artifact_job',
  'comment',
  'action',
  'procedure',
  'customEvent',
  'verdict',
  'caseReport',
] as const

/**
 * Changes of which things make the answers of a kind stale. Live events and the page's own changes
 * (`cache.ts`) both follow it. Jobs are missing on purpose: the rows of their lists must not move
 * under the cursor.
 */
const changedBy: Partial<Record<Kind, readonly Changed[]>> = {
  alert: ['alert', 'case_artifact'],
  alerts: ['alert', 'verdict'],
  alertFacts: ['alert', 'case', 'case_artifact', 'case_artifact_job'],
  case: ['case', 'case_task', 'case_artifact'],
  cases: ['case', 'verdict'],
  story: [...changesOfCase, 'case_task_log', 'alert'],
  caseReport: changesOfCase,
  reportTemplates: ['reportTemplate'],
  shares: ['share'],
  procedures: ['procedure'],
  task: ['case_task', 'case_task_log'],
  tasks: ['case_task'],
  logs: ['case_task_log'],
  observable: ['case_artifact'],
  observables: ['case_artifact'],
  mergePreview: ['alert', 'share', 'case_artifact'],
  similar: ['case', 'case_artifact'],
  value: ['case', 'alert', 'case_artifact', 'investigation', 'watch', 'verdict'],
  verdicts: ['case_artifact', 'case_artifact_job', 'verdict'],
  decisions: ['verdict'],
  investigation: ['investigation', 'case_artifact', 'verdict'],
  investigations: ['investigation', 'verdict'],
  search: ['verdict'],
  known: [
    'case',
    'alert',
    'case_artifact',
    'case_artifact_job',
    'investigation',
    'watch',
    'verdict',
  ],
  analyses: ['case_artifact_job'],
  actions: ['action'],
  caseTemplates: ['caseTemplate'],
  clockPolicies: ['clockPolicy'],
  caseStatuses: ['caseStatus'],
  customFields: ['customField'],
  observableTypes: ['observableType'],
  tags: ['tag'],
  mailboxes: ['mailbox'],
  webhooks: ['webhook'],
  unread: ['mention', 'notice', 'watch'],
  watches: ['watch'],
  watchNews: ['notice', 'watch'],
  // A notice may be of one of these, and is read with it.
  mentions: ['mention', 'notice'],
  notices: ['mention', 'notice', 'watch'],
}

/** Beginnings of all keys that a change of such things makes stale. */
export const staleAfter = (...types: readonly Changed[]): Key[] =>
  (Object.keys(changedBy) as Kind[])
    .filter((kind) => changedBy[kind]?.some((type) => types.includes(type)))
    .map((kind) => keyOf(kind))
