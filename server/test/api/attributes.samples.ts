import { isDeepStrictEqual } from 'node:util'
import type { contract } from '@assay/contract'

// A value for every attribute, and how it shows; see `attributes.table.ts`.

export type Shown = Readonly<Record<string, unknown>>
export type EndpointName = keyof typeof contract

let count = 0
export const fresh = () => {
  count += 1
  return String(count)
}

/** A value other than the current one, and how it shows when the entity is read again. */
export interface Sample {
  /** A function makes a new one for every call, where values must be unique. */
  readonly send: unknown
  readonly shows: (thing: Shown, sent: unknown) => boolean
  /** What must be sent with it. */
  readonly beside?: Shown
}

/** It is read under its own name, or under another. */
export const as =
  (name: string) =>
  (thing: Shown, sent: unknown): boolean =>
    isDeepStrictEqual(thing[name] ?? null, sent ?? null)
export const sample = (send: unknown, name: string, beside?: Shown): Sample => ({
  send,
  shows: as(name),
  ...(beside && { beside }),
})
export const sampled = (values: Shown): Record<string, Sample> =>
  Object.fromEntries(Object.entries(values).map(([name, send]) => [name, sample(send, name)]))
export const holds =
  (name: string, text: string) =>
  (thing: Shown): boolean =>
    JSON.stringify(thing[name] ?? null).includes(text)

/** Names that are taken once they were given. */
const renamed = (prefix: string, name: string): Sample => ({
  send: () => `${prefix}${fresh()}`,
  shows: as(name),
})
export const unique = (names: Readonly<Record<string, string>>): Record<string, Sample> =>
  Object.fromEntries(Object.entries(names).map(([name, prefix]) => [name, renamed(prefix, name)]))

const day = 1_600_000_000_000
const inFuture = 4_000_000_000_000
export const tags: Record<string, Sample> = {
  tags: sample(['other'], 'tags'),
  addTags: { send: ['added'], shows: holds('tags', '"added"') },
  removeTags: { send: ['old'], shows: (thing) => !holds('tags', '"old"')(thing) },
}
const fields: Record<string, Sample> = {
  customFields: { send: { hours: { integer: 31 } }, shows: holds('customFields', '31') },
  customFieldValues: { send: { hours: 32 }, shows: holds('customFields', '32') },
  customFieldValue: { send: { hours: 33 }, shows: holds('customFields', '33') },
  'customFields.hours': { send: 34, shows: holds('customFields', '34') },
}
const marks: Record<string, Sample> = {
  ...sampled({ title: 'Another', description: 'Another', severity: 4, flag: true, tlp: 0, pap: 0 }),
  ...tags,
  ...fields,
}
const people = (name: string): Record<string, Sample> => ({
  owner: sample('ada', name),
  user: sample('ada', name),
  assignee: sample('ada', name),
})

export const cases: Record<string, Sample> = {
  ...marks,
  ...people('assignee'),
  ...sampled({ startDate: day, summary: 'Another' }),
  endDate: sample(day, 'endDate', { status: 'Resolved' }),
  dueDate: sample(inFuture, 'dueDate', { dueReason: 'The law' }),
  dueReason: sample('The law', 'dueReason', { dueDate: inFuture }),
  status: sample('Resolved', 'status'),
  resolutionStatus: sample('TruePositive', 'resolutionStatus', { status: 'Resolved' }),
  impactStatus: sample('WithImpact', 'impactStatus', { status: 'Resolved' }),
  template: { send: 'Tall', shows: holds('title', 'TALL') },
  caseTemplate: { send: 'Tall', shows: holds('title', 'TALL') },
  tasks: { send: [{ title: 'Look' }], shows: holds('taskTitles', 'Look') },
  pages: { send: [{ title: 'Notes', content: 'Text' }], shows: holds('pageTitles', 'Notes') },
}
export const alerts: Record<string, Sample> = {
  ...marks,
  ...sampled({ type: 'other', source: 'other', externalLink: 'https://a.b' }),
  ...unique({ sourceRef: 'other' }),
  ...sampled({ date: day, lastSyncDate: day, read: true, follow: false, caseTemplate: 'Tall' }),
  status: { send: 'InProgress', shows: ({ stage }) => stage === 'InProgress' },
  assignee: sample('ada', 'assignee'),
  dismissal: sample('duplicate', 'dismissal'),
  artifacts: { send: [{ dataType: 'ip', data: '9.9.9.9' }], shows: holds('artifacts', '9.9.9.9') },
  observables: {
    send: [{ dataType: 'ip', data: '9.9.9.8' }],
    shows: holds('artifacts', '9.9.9.8'),
  },
  files: {
    send: 'FILE',
    shows: holds('artifacts', 'sent.txt'),
    beside: { observables: [{ dataType: 'file', attachment: 'sent.txt' }] },
  },
}
export const tasks: Record<string, Sample> = {
  ...sampled({ title: 'Another', description: 'Another', group: 'other', flag: true, order: 7 }),
  mandatory: sample(true, 'mandatory'),
  ...sampled({ startDate: day, endDate: day, dueDate: day }),
  status: sample('InProgress', 'status'),
  ...people('assignee'),
  caseId: { send: '1', shows: (thing) => thing.caseOfTask === 1 },
}
export const templates: Record<string, Sample> = {
  ...marks,
  ...unique({ name: 'Other' }),
  ...sampled({ displayName: 'Other', titlePrefix: 'Other', summary: 'Other' }),
  tasks: { send: [{ title: 'Look' }], shows: holds('tasks', 'Look') },
}
export const observables: Record<string, Sample> = {
  ...tags,
  ...sampled({ dataType: 'other', message: 'Another', tlp: 0, ioc: true, sighted: true }),
  ...sampled({ ignoreSimilarity: true, data: '9.9.9.9' }),
  attachment: {
    send: { id: 'STORED' },
    shows: holds('attachment', 'stored.txt'),
    beside: { dataType: 'file', data: null },
  },
}
export const logs = sampled({ message: 'Another' })
export const customEvents: Record<string, Sample> = {
  ...sampled({ date: day, title: 'Another', description: 'Another' }),
  endDate: sample(day + 1, 'endDate', { date: day }),
}
export const pages: Record<string, Sample> = sampled({
  title: 'Another',
  content: 'Another',
  category: 'other',
  order: 7,
})
export const reportTemplates: Record<string, Sample> = {
  ...unique({ name: 'Another' }),
  ...sampled({ language: 'fr', body: 'Another', logo: 'data:image/png;base64,iVBORw0KGgo=' }),
}
export const analyzerTemplates: Record<string, Sample> = {
  ...unique({ analyzerId: 'Another_1_' }),
  ...sampled({ content: 'Another', reportType: 'short' }),
}
export const dashboards: Record<string, Sample> = sampled({
  title: 'Another',
  description: 'Another',
  status: 'Shared',
  definition: '{"period":"last3Months"}',
})
export const coloured: Record<string, Sample> = sampled({
  colour: '#123456',
  description: 'Another',
})
export const statuses: Record<string, Sample> = {
  ...unique({ value: 'Another' }),
  ...sampled({ stage: 'Closed', order: 7 }),
}
export const caseStatuses: Record<string, Sample> = { ...statuses, ...sampled({ pauses: true }) }
export const procedures: Record<string, Sample> = {
  ...sampled({ description: 'Another', occurDate: day }),
  patternId: sample('T1566', 'patternId'),
  tactic: sample('persistence', 'tactic'),
  caseId: { send: '1', shows: ({ caseNumber }) => caseNumber === 1 },
}
export const customFields: Record<string, Sample> = {
  name: renamed('Another', 'displayName'),
  reference: renamed('another', 'name'),
  ...sampled({ displayName: 'Another', description: 'Another', mandatory: true, options: [1, 2] }),
  type: { ...sample('integer', 'type'), beside: { options: [] } },
}
export const workers: Record<string, Sample> = {
  ...unique({ name: 'Another' }),
  ...sampled({ rate: 5, rateUnit: 'Hour', jobCache: 7, jobTimeout: 8 }),
  ...sampled({ maxConcurrent: 3, pool: 'gpu' }),
  ...sampled({ budget: 'a-budget', budgetCost: 3, whenFull: 'wait' }),
  dataTypeList: sample(['domain'], 'dataTypeList'),
  configuration: { send: { max_tlp: 1 }, shows: holds('configuration', '"max_tlp":1') },
}
export const webhooks = {
  ...sampled({ name: 'Another', url: 'https://b.example/', objectTypes: ['case'], enabled: false }),
  secret: { send: 'another secret of 32 characters!', shows: as('storedSecret') },
}
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64')
export const usersV1: Record<string, Sample> = {
  name: sample('Another', 'name'),
  login: renamed('another', '_id'),
  profile: { send: 'read-only', shows: (thing) => isDeepStrictEqual(thing.roles, ['read']) },
  organisation: sample('beta', 'organization'),
  locked: { send: true, shows: (thing) => thing.status === 'Locked' },
  avatar: { send: picture, shows: holds('avatar', `data:image/png;base64,${picture}`) },
  email: sample('new@example.org', 'email'),
  password: { send: 'another-password-1', shows: (thing) => thing.hasPassword === true },
}
export const usersV0: Record<string, Sample> = {
  name: sample('Another', 'name'),
  login: renamed('another', '_id'),
  roles: { send: ['read'], shows: (thing) => isDeepStrictEqual(thing.roles, ['read']) },
  organisation: sample('beta', 'organization'),
  status: { send: 'Locked', shows: (thing) => thing.status === 'Locked' },
  password: { send: 'another-password-1', shows: (thing) => thing.hasPassword === true },
}
export const organisations: Record<string, Sample> = {
  ...unique({ name: 'another' }),
  ...sampled({ description: 'Another' }),
  locked: { send: true, shows: (thing) => thing.status === 'Locked' },
}
export const users: Record<string, Sample> = {
  ...sampled({
    name: 'Another',
    roles: ['read'],
    status: 'Locked',
    avatar: 'data:image/png;base64,AA==',
    email: 'new@example.org',
  }),
  organization: sample('beta', 'organization'),
  preferences: { send: '{"theme":"dark"}', shows: holds('preferences', 'dark') },
  password: { send: 'another-password-1', shows: (thing) => thing.hasPassword === true },
  key: { send: () => fresh().padStart(40, 'k'), shows: (thing) => thing.hasKey === true },
  login: renamed('another', '_id'),
}
