import { isDeepStrictEqual } from 'node:util'
import type { contract } from '@assay/contract'
import type { EngineApp } from '../engine/setup.ts'
import type { Person } from '../setup.ts'

// What becomes of every attribute that a call takes. `attributes.test.ts` reads the contract beside
// it: an attribute without a row here fails, as does a call that is in none of the lists.

export type Shown = Readonly<Record<string, unknown>>
export type EndpointName = keyof typeof contract

/** A value other than the present one, and how it shows when the thing is read again. */
export interface Sample {
  readonly send: unknown
  readonly shows: (thing: Shown, sent: unknown) => boolean
  /** What must be sent beside it. */
  readonly beside?: Shown
}

/** It is read under its own name, or under another. */
const as =
  (name: string) =>
  (thing: Shown, sent: unknown): boolean =>
    isDeepStrictEqual(thing[name] ?? null, sent ?? null)
const sample = (send: unknown, name: string, beside?: Shown): Sample => ({
  send,
  shows: as(name),
  ...(beside && { beside }),
})
const sampled = (values: Shown): Record<string, Sample> =>
  Object.fromEntries(Object.entries(values).map(([name, send]) => [name, sample(send, name)]))
const holds =
  (name: string, text: string) =>
  (thing: Shown): boolean =>
    JSON.stringify(thing[name] ?? null).includes(text)

const day = 1_600_000_000_000
const tags: Record<string, Sample> = {
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

const cases: Record<string, Sample> = {
  ...marks,
  ...people('assignee'),
  ...sampled({ startDate: day, summary: 'Another' }),
  endDate: sample(day, 'endDate', { status: 'Resolved' }),
  status: sample('Resolved', 'status'),
  resolutionStatus: sample('TruePositive', 'resolutionStatus', { status: 'Resolved' }),
  impactStatus: sample('WithImpact', 'impactStatus', { status: 'Resolved' }),
  template: { send: 'Tall', shows: holds('title', 'TALL') },
  caseTemplate: { send: 'Tall', shows: holds('title', 'TALL') },
  tasks: { send: [{ title: 'Look' }], shows: holds('taskTitles', 'Look') },
}
const alerts: Record<string, Sample> = {
  ...marks,
  ...sampled({ type: 'other', source: 'other', sourceRef: 'other', externalLink: 'https://a.b' }),
  ...sampled({ date: day, lastSyncDate: day, read: true, follow: false, caseTemplate: 'Tall' }),
  artifacts: { send: [{ dataType: 'ip', data: '9.9.9.9' }], shows: holds('artifacts', '9.9.9.9') },
  observables: {
    send: [{ dataType: 'ip', data: '9.9.9.8' }],
    shows: holds('artifacts', '9.9.9.8'),
  },
}
const tasks: Record<string, Sample> = {
  ...sampled({ title: 'Another', description: 'Another', group: 'other', flag: true, order: 7 }),
  ...sampled({ startDate: day, endDate: day, dueDate: day }),
  status: sample('InProgress', 'status'),
  ...people('assignee'),
  caseId: { send: '1', shows: (thing) => thing.caseOfTask === 1 },
}
const templates: Record<string, Sample> = {
  ...marks,
  ...sampled({ name: 'Other', displayName: 'Other', titlePrefix: 'Other', summary: 'Other' }),
  tasks: { send: [{ title: 'Look' }], shows: holds('tasks', 'Look') },
}
const observables: Record<string, Sample> = {
  ...tags,
  ...sampled({ dataType: 'other', message: 'Another', tlp: 0, ioc: true, sighted: true }),
  ...sampled({ ignoreSimilarity: true, data: '9.9.9.9' }),
  attachment: {
    send: { id: 'STORED' },
    shows: holds('attachment', 'stored.txt'),
    beside: { dataType: 'file', data: null },
  },
}
const logs = sampled({ message: 'Another' })
const customFields: Record<string, Sample> = {
  name: sample('Another', 'displayName'),
  reference: sample('another', 'name'),
  ...sampled({ displayName: 'Another', description: 'Another', mandatory: true, options: [1, 2] }),
  type: { ...sample('integer', 'type'), beside: { options: [] } },
}
const workers: Record<string, Sample> = {
  ...sampled({ name: 'Another', rate: 5, rateUnit: 'Hour', jobCache: 7, jobTimeout: 8 }),
  dataTypeList: sample(['domain'], 'dataTypeList'),
  configuration: { send: { max_tlp: 1 }, shows: holds('configuration', '"max_tlp":1') },
}
const webhooks = {
  ...sampled({ name: 'Another', url: 'https://b.example/', objectTypes: ['case'], enabled: false }),
  secret: { send: 'another secret of 32 characters!', shows: as('storedSecret') },
}
const users: Record<string, Sample> = {
  ...sampled({
    name: 'Another',
    roles: ['read'],
    status: 'Locked',
    avatar: 'data:image/png;base64,AA==',
  }),
  organization: sample('beta', 'organization'),
  preferences: { send: '{"theme":"dark"}', shows: holds('preferences', 'dark') },
  password: { send: 'another-password-1', shows: (thing) => thing.hasPassword === true },
  key: { send: 'k'.repeat(40), shows: (thing) => thing.hasKey === true },
  login: sample('another', '_id'),
}

/** One of each kind, freshly made: its id, and how it is read with everything that is known of it. */
export interface Subject {
  readonly person?: Person
  readonly samples: Readonly<Record<string, Sample>>
  /** Parameters of the path; for a creation those of what it is created in. */
  make(app: EngineApp): Promise<Record<string, string>>
  /** `answer` is what a creation answered. */
  read(app: EngineApp, params: Record<string, string>, answer: Shown): Promise<Shown>
  /** The least that a creation needs. */
  readonly least?: (params: Record<string, string>) => Shown
}

let count = 0
const fresh = () => {
  count += 1
  return String(count)
}
const idOf = (answer: unknown) => String([answer].flat().map((one) => (one as Shown)._id)[0])

/** Both versions of it; version 1 shows more, version 0 has the older names. */
async function bothOf(v0: Promise<object>, v1: Promise<object>): Promise<Shown> {
  return { ...(await v0), ...(await v1) }
}

const ofCase: Omit<Subject, 'samples'> = {
  async make(app) {
    const made = await app
      .as('analyze')
      .createCase({ title: 'A case', description: 'd', tags: ['old'], owner: 'alan' })
    return { id: made._id }
  },
  async read(app, { id = '' }) {
    const client = app.as('read')
    const { rows } = await client.searchCaseTasks({ id }, { range: 'all' })
    const taskTitles = rows.map(({ title }) => title)
    return { ...(await bothOf(client.getCase({ id }, {}), client.getCaseV1({ id }))), taskTitles }
  },
}
const ofAlert: Omit<Subject, 'samples'> = {
  async make(app) {
    const made = await app.as('analyze').createAlert({
      type: 'internal',
      source: 'test',
      sourceRef: fresh(),
      title: 'An alert',
      description: 'd',
      tags: ['old'],
    })
    return { id: made._id }
  },
  async read(app, { id = '' }) {
    const client = app.as('read')
    const { flag, last_sync_date } = await app.deps.db
      .selectFrom('alerts')
      .select(['flag', 'last_sync_date'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const shown = await bothOf(client.getAlert({ id }, {}), client.getAlertV1({ id }))
    // Neither version shows these two; lists are searched and sorted by them.
    return { ...shown, flag: flag === 1, lastSyncDate: last_sync_date }
  },
}
const ofObservable: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofCase.make(app)
    const input = { dataType: 'ip', data: '1.1.1.1', tags: ['old'] }
    return { id: idOf(await app.as('analyze').createCaseObservable({ id }, input)) }
  },
  read: (app, { id = '' }) =>
    bothOf(app.as('read').getObservable({ id }), app.as('read').getObservableV1({ id })),
}
const ofTask: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofCase.make(app)
    return { id: (await app.as('analyze').createCaseTask({ id }, { title: 'A task' }))._id }
  },
  async read(app, { id = '' }) {
    const client = app.as('read')
    const shown = await bothOf(client.getTask({ id }), client.getTaskV1({ id }))
    const query = { _field: '_id', _value: id }
    const { rows } = await client.searchTasks({ query, nparent: 1 })
    return { ...shown, caseOfTask: rows[0]?.case?.caseId }
  },
}
const ofLog: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofTask.make(app)
    return { id: (await app.as('analyze').createTaskLog({ id }, { message: 'A log' }))._id }
  },
  read: (app, { id = '' }) =>
    bothOf(app.as('read').getTaskLog({ id }), app.as('read').getLogV1({ id })),
}
const ofTemplate: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  async make(app) {
    return { id: (await app.as('orgadmin').createCaseTemplate({ name: `T${fresh()}` }))._id }
  },
  read: (app, { id = '' }) =>
    bothOf(app.as('read').getCaseTemplate({ id }), app.as('read').getCaseTemplateV1({ id })),
}
const ofField: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  async make(app) {
    const made = await app
      .as('orgadmin')
      .createCustomField({ name: `field${fresh()}`, type: 'integer' })
    return { id: made._id }
  },
  read: (app, { id = '' }) =>
    bothOf(app.as('read').getCustomField({ id }), app.as('read').getCustomFieldV1({ id })),
}
const ofWebhook: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  async make(app) {
    const input = { name: 'A hook', url: 'https://a.example/' }
    return { id: (await app.as('orgadmin').createWebhook(input))._id }
  },
  async read(app, { id = '' }) {
    const { secret_sealed } = await app.deps.db
      .selectFrom('webhooks')
      .select('secret_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const storedSecret = app.deps.secrets.open(`webhook:${id}`, secret_sealed)
    return { ...(await app.as('orgadmin').getWebhook({ id })), storedSecret }
  },
}
const ofUser: Omit<Subject, 'samples'> = {
  person: 'root',
  async make(app) {
    const input = { login: `user${fresh()}`, name: 'A user', organization: 'alpha' }
    return { login: (await app.as('root').createUser({ ...input, roles: ['read', 'analyze'] })).id }
  },
  async read(app, { login = '' }) {
    // Shown to the person alone, under /user/current.
    const { preferences } = await app.deps.db
      .selectFrom('users')
      .select('preferences')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    return { ...(await app.as('root').getUser({ login })), preferences }
  },
}
const ofOrganization: Omit<Subject, 'samples'> = {
  person: 'root',
  async make(app) {
    const input = { name: `team${fresh()}`, description: 'A team' }
    return { id: (await app.as('root').createOrganization(input)).id }
  },
  async read(app, { id = '' }) {
    const workers = await app.deps.db
      .selectFrom('workers')
      .select('id')
      .where('organization', '=', id)
      .execute()
    return { ...(await app.as('root').getOrganization({ id })), workerCount: workers.length }
  },
}
const ofWorker = (kind: 'analyzer' | 'responder'): Omit<Subject, 'samples'> => ({
  person: 'orgadmin',
  async make(app) {
    const name = kind === 'analyzer' ? 'Echo' : 'Block'
    const made = await app.enable('orgadmin', name, { name: `${name}${fresh()}` })
    return { id: made.id }
  },
  async read(app, { id = '' }) {
    const client = app.as('orgadmin')
    const worker = kind === 'analyzer' ? client.getAnalyzer({ id }) : client.getResponder({ id })
    return { ...(await worker) }
  },
})

/** Reads what a creation answered by its id. */
const created = (
  of: Omit<Subject, 'samples'>,
  least: NonNullable<Subject['least']>,
  make: Subject['make'] = async () => ({}),
) => ({
  ...of,
  make,
  least,
  read: (app: EngineApp, _: Record<string, string>, answer: Shown) => {
    const id = idOf(answer)
    return of.read(app, { id, login: id }, answer)
  },
})

const inAlert = ofAlert.make
const newCase = created(ofCase, () => ({ title: 'A case', description: 'd' }))
const newAlert = created(ofAlert, () => ({
  type: 'internal',
  source: 'test',
  sourceRef: fresh(),
  title: 'An alert',
  description: 'd',
}))
const newObservable = created(
  ofObservable,
  () => ({ dataType: 'ip', data: '1.1.1.1' }),
  ofCase.make,
)
const newTask = created(ofTask, () => ({ title: 'A task' }), ofCase.make)
const newLog = created(ofLog, () => ({ message: 'A log' }), ofTask.make)
const newTemplate = created(ofTemplate, () => ({ name: `T${fresh()}` }))
const newField = created(ofField, () => ({ name: `field${fresh()}`, type: 'integer' }))
const newWebhook = created(ofWebhook, () => ({ name: 'A hook', url: 'https://a.example/' }))
const newUser = created(ofUser, () => ({
  login: `user${fresh()}`,
  name: 'A user',
  organization: 'alpha',
}))
const newOrganization = created(ofOrganization, () => ({
  name: `team${fresh()}`,
  description: 'A team',
}))
const enabled = (kind: 'analyzer' | 'responder') =>
  created(
    ofWorker(kind),
    () => ({ name: `Worker${fresh()}` }),
    async () => ({ id: kind === 'analyzer' ? 'Echo_1_0' : 'Block_1_0' }),
  )

/** The files of observables and logs that the organization has: named by its SHA-256. */
const file = {
  attachment: {
    send: 'FILE',
    shows: holds('attachment', 'sent.txt'),
    beside: { dataType: 'file', data: null },
  },
}
const archive = {
  isZip: {
    send: true,
    shows: holds('attachment', 'inside.txt'),
    beside: { dataType: 'file', data: null, attachment: 'ARCHIVE', zipPassword: 'word' },
  },
  zipPassword: {
    send: 'word',
    shows: holds('attachment', 'inside.txt'),
    beside: { dataType: 'file', data: null, attachment: 'ARCHIVE', isZip: true },
  },
}

export const subjects: Partial<Record<EndpointName, Subject>> = {
  updateCase: { ...ofCase, samples: cases },
  updateCaseV1: { ...ofCase, samples: cases },
  updateCases: { ...ofCase, samples: cases },
  updateCasesV1: { ...ofCase, samples: cases },
  createCase: { ...newCase, samples: cases },
  createCaseV1: { ...newCase, samples: cases },
  updateAlert: { ...ofAlert, samples: alerts },
  updateAlertV1: { ...ofAlert, samples: alerts },
  updateAlerts: { ...ofAlert, samples: alerts },
  updateAlertsV1: { ...ofAlert, samples: alerts },
  createAlert: { ...newAlert, samples: alerts },
  createAlertV1: { ...newAlert, samples: alerts },
  updateObservable: { ...ofObservable, samples: observables },
  updateObservableV1: { ...ofObservable, samples: observables },
  updateObservables: { ...ofObservable, samples: observables },
  updateObservablesV1: { ...ofObservable, samples: observables },
  createCaseObservable: { ...newObservable, samples: { ...observables, ...file, ...archive } },
  createCaseObservableV1: { ...newObservable, samples: { ...observables, ...file, ...archive } },
  createAlertObservable: {
    ...newObservable,
    make: inAlert,
    samples: { ...observables, ...file, ...archive },
  },
  createAlertObservableV1: {
    ...newObservable,
    make: inAlert,
    samples: { ...observables, ...file, ...archive },
  },
  updateTask: { ...ofTask, samples: tasks },
  updateTaskV1: { ...ofTask, samples: tasks },
  updateTasksV1: { ...ofTask, samples: tasks },
  createCaseTask: { ...newTask, samples: tasks },
  createCaseTaskV1: { ...newTask, samples: tasks },
  createTaskV1: {
    ...newTask,
    least: ({ id }) => ({ title: 'A task', caseId: id }),
    samples: tasks,
  },
  updateTaskLog: { ...ofLog, samples: logs },
  updateLogV1: { ...ofLog, samples: logs },
  createTaskLog: {
    ...newLog,
    samples: { ...logs, attachment: { send: 'FILE', shows: holds('attachment', 'sent.txt') } },
  },
  createTaskLogV1: {
    ...newLog,
    samples: { ...logs, attachment: { send: 'FILE', shows: holds('attachment', 'sent.txt') } },
  },
  updateCaseTemplate: { ...ofTemplate, samples: templates },
  updateCaseTemplateV1: { ...ofTemplate, samples: templates },
  createCaseTemplate: { ...newTemplate, samples: templates },
  createCaseTemplateV1: { ...newTemplate, samples: templates },
  updateCustomField: { ...ofField, samples: customFields },
  updateCustomFieldV1: { ...ofField, samples: customFields },
  createCustomField: { ...newField, samples: { ...customFields, type: sample('date', 'type') } },
  createCustomFieldV1: { ...newField, samples: { ...customFields, type: sample('date', 'type') } },
  updateWebhook: { ...ofWebhook, samples: webhooks },
  createWebhook: { ...newWebhook, samples: webhooks },
  updateUser: { ...ofUser, samples: users },
  createUser: { ...newUser, samples: users },
  updateOrganization: {
    ...ofOrganization,
    samples: sampled({ description: 'Another', status: 'Locked' }),
  },
  createOrganization: {
    ...newOrganization,
    samples: {
      ...sampled({ name: 'another', description: 'Another', status: 'Locked' }),
      enableBuiltin: { send: true, shows: ({ workerCount }) => Number(workerCount) > 5 },
    },
  },
  updateAnalyzer: {
    ...ofWorker('analyzer'),
    samples: {
      ...workers,
      dockerImage: sample('example/other:1', 'dockerImage'),
      workerDefinitionId: sample('Echo_2_0', 'workerDefinitionId'),
    },
  },
  updateResponder: {
    ...ofWorker('responder'),
    samples: {
      ...workers,
      dockerImage: sample('example/other:1', 'dockerImage'),
      workerDefinitionId: sample('Block_2_0', 'workerDefinitionId'),
      dataTypeList: sample(['thehive:case'], 'dataTypeList'),
    },
  },
  enableAnalyzer: { ...enabled('analyzer'), samples: workers },
  enableResponder: {
    ...enabled('responder'),
    samples: { ...workers, dataTypeList: sample(['thehive:case'], 'dataTypeList') },
  },
  createObservableType: {
    ...created(
      {
        person: 'orgadmin',
        make: async () => ({}),
        read: async (app, { id = '' }) => ({ ...(await app.as('read').getObservableType({ id })) }),
      },
      () => ({ name: `type${fresh()}` }),
    ),
    samples: sampled({ name: 'another-type', isAttachment: true }),
  },
}
subjects.createObservableTypeV1 = subjects.createObservableType as Subject

const reads = 'it reads; searches and their attributes have tests of their own'
const credentials = 'its effect is a credential: passwords.test, user-keys.test, sessions.test'
const connector = 'what reaches the engine is looked at in actions.test and analyses.test'

/** Calls that change nothing which could be read back under the names of their attributes. */
export const elsewhere: Partial<Record<EndpointName, string>> = {
  login: credentials,
  changePassword: credentials,
  setPassword: credentials,
  setKey: credentials,
  runAnalyzer: 'submission.test',
  runResponder: 'submission.test, responders.test',
  jobStatus: reads,
  jobSummaries: reads,
  removeFeedEntry: 'feeds.test',
  uploadResource: 'resources.test',
  updateAnalyzerConfig: 'shared-configs.test',
  updateResponderConfig: 'shared-configs.test',
  deleteAlerts: 'alerts.test',
  deleteAlertsV1: 'alerts.test',
  mergeAlerts: 'promote.test',
  mergeAlertsV1: 'promote.test',
  promoteAlert: 'promote.test',
  promoteAlertV1: 'promote.test',
  runCortexAction: connector,
  runEngineAction: connector,
  runCortexAnalysis: connector,
  runEngineAnalysis: connector,
  runCortexAnalyses: connector,
  queryV0: reads,
  queryV1: reads,
}

const identity = 'it says which object this is; clients send whole objects back'
const computed = 'it is computed for whoever reads, and follows from other things'
const legacy = 'today’s clients send it with every change, and today’s platform passes it over'

/** Attributes that an object shows, that a change may carry and that are passed over. */
export const passedOver: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['_id', 'id', '_type', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'].map((name) => [
      name,
      identity,
    ]),
  ),
  ...Object.fromEntries(
    ['_createdAt', '_createdBy', '_updatedAt', '_updatedBy'].map((name) => [name, identity]),
  ),
  extraData: computed,
  stats: computed,
  permissions: computed,
  similarCases: computed,
  observableCount: computed,
  reports: computed,
  seen: computed,
  case_task: 'the task around it, shown on request',
  artifacts: legacy,
  metrics: legacy,
}

/** The same for one resource, where another has an attribute of this name that counts. */
export const passedOverOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  task: { case: 'the case around it, shown on request' },
  observable: {
    case: 'the case around it, shown on request',
    alert: 'the alert around it, shown on request',
  },
  caseTemplate: { status: 'a word that never changes' },
  log: { status: 'a word that never changes' },
}
