import {
  alerts,
  cases,
  customEvents,
  customFields,
  type EndpointName,
  fresh,
  holds,
  logs,
  observables,
  organisations,
  pages,
  procedures,
  sample,
  sampled,
  statuses,
  tasks,
  templates,
  unique,
  users,
  usersV0,
  usersV1,
  webhooks,
  workers,
} from './attributes.samples.ts'
import {
  created,
  inAlert,
  newAlert,
  newCase,
  newComment,
  newEvent,
  newField,
  newLog,
  newObservable,
  newOrganization,
  newPage,
  newPageTemplate,
  newProcedure,
  newStatus,
  newTask,
  newTemplate,
  newUser,
  newUserV0,
  newUserV1,
  newWebhook,
  ofAlert,
  ofCase,
  ofCasePage,
  ofComment,
  ofEvent,
  ofField,
  ofLog,
  ofObservable,
  ofOrganization,
  ofPage,
  ofPageTemplate,
  ofProcedure,
  ofStatus,
  ofTask,
  ofTemplate,
  ofUser,
  ofWebhook,
  ofWorker,
  type Subject,
} from './attributes.subjects.ts'

// What becomes of every attribute that a call takes. `attributes.test.ts` reads the contract beside
// it: an attribute without a row here fails, as does a call that is in none of the lists.

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

const filesOfLog = {
  attachment: { send: 'FILE', shows: holds('attachment', 'sent.txt') },
  attachments: { send: 'FILE', shows: holds('attachments', 'sent.txt') },
}

/** With the technique comes the tactic that it serves. */
const newProcedures = {
  ...procedures,
  patternId: sample('T1566', 'patternId', { tactic: 'initial-access' }),
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
  createCaseComment: { ...newComment, samples: logs },
  createAlertComment: { ...newComment, make: inAlert, samples: logs },
  updateComment: { ...ofComment, samples: logs },
  createCustomEvent: { ...newEvent, samples: customEvents },
  updateCustomEvent: { ...ofEvent, samples: customEvents },
  createCasePage: { ...newPage, make: ofCase.make, samples: pages },
  updateCasePage: { ...ofCasePage, samples: pages },
  createPageTemplate: { ...newPageTemplate, samples: pages },
  updatePageTemplate: { ...ofPageTemplate, samples: pages },
  createPage: { ...newPage, samples: pages },
  updatePage: { ...ofPage, samples: pages },
  createCaseStatus: { ...newStatus('case'), samples: statuses },
  updateCaseStatus: { ...ofStatus('case'), samples: statuses },
  createAlertStatus: { ...newStatus('alert'), samples: statuses },
  updateAlertStatus: { ...ofStatus('alert'), samples: statuses },
  createCaseProcedure: { ...newProcedure, samples: newProcedures },
  createAlertProcedure: { ...newProcedure, make: inAlert, samples: newProcedures },
  createProcedure: {
    ...newProcedure,
    least: ({ id }) => ({ patternId: 'T1053', tactic: 'execution', caseId: id }),
    samples: newProcedures,
  },
  updateProcedure: { ...ofProcedure, samples: procedures },
  updateTaskLog: { ...ofLog, samples: logs },
  updateLogV1: { ...ofLog, samples: logs },
  createTaskLog: {
    ...newLog,
    samples: { ...logs, ...filesOfLog },
  },
  createTaskLogV1: {
    ...newLog,
    samples: { ...logs, ...filesOfLog },
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
  updateUserV0: { ...ofUser, samples: usersV0 },
  createUserV0: { ...newUserV0, samples: usersV0 },
  updateUserV1: { ...ofUser, samples: usersV1 },
  createUserV1: { ...newUserV1, samples: usersV1 },
  updateOrganisation: { ...ofOrganization, samples: organisations },
  updateOrganisationV1: { ...ofOrganization, samples: organisations },
  createOrganisation: { ...newOrganization, samples: organisations },
  createOrganisationV1: { ...newOrganization, samples: organisations },
  updateUser: { ...ofUser, samples: users },
  createUser: { ...newUser, samples: users },
  updateOrganization: {
    ...ofOrganization,
    samples: sampled({ description: 'Another', status: 'Locked', secondFactor: 'required' }),
  },
  createOrganization: {
    ...newOrganization,
    samples: {
      ...unique({ name: 'another' }),
      ...sampled({ description: 'Another', status: 'Locked' }),
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
    samples: { ...unique({ name: 'another-type' }), ...sampled({ isAttachment: true }) },
  },
}
subjects.createObservableTypeV1 = subjects.createObservableType as Subject

const reads = 'it reads; searches and their attributes have tests of their own'
const credentials = 'its effect is a credential: passwords.test, user-keys.test, sessions.test'
const secondFactors = 'sign-in/second-factor.test, sign-in/passkeys.test'
const profiles = 'profiles are fixed, and changes refused: administration.test of the platform'
const sharing = 'shares.test: what the other organization sees'
const connector = 'what reaches the engine is looked at in actions.test and analyses.test'

/** Calls that change nothing which could be read back under the names of their attributes. */
export const elsewhere: Partial<Record<EndpointName, string>> = {
  login: credentials,
  ssoLoginByPost: 'the way to a provider and back: oidc.test.ts',
  createApiKey: 'named keys: api-keys.test.ts',
  loginSecondStep: secondFactors,
  passkeyLogin: secondFactors,
  startTotp: secondFactors,
  confirmTotp: secondFactors,
  removeTotp: secondFactors,
  startPasskey: secondFactors,
  addPasskey: secondFactors,
  removePasskey: secondFactors,
  renewRecoveryCodes: secondFactors,
  setSecondFactorRule: secondFactors,
  changePassword: credentials,
  setPassword: credentials,
  setKey: credentials,
  setUp: 'set-up.test',
  runAnalyzer: 'submission.test',
  runResponder: 'submission.test, responders.test',
  jobStatus: reads,
  queryMispModule: 'misp.test',
  jobSummaries: reads,
  valueVerdicts: reads,
  getValue: reads,
  valueRelations: reads,
  valueStats: reads,
  searchEverything: reads,
  createInvestigation: 'investigations.test',
  updateInvestigation: 'investigations.test',
  addToInvestigation: 'investigations.test',
  removeFeedEntry: 'feeds.test',
  uploadResource: 'resources.test',
  updateRetention: 'organization-retention.test',
  updateAnalyzerConfig: 'shared-configs.test',
  updateResponderConfig: 'shared-configs.test',
  importPatterns: 'procedures.test',
  addCaseAttachments: 'attachments.test',
  addAlertAttachments: 'attachments.test',
  addLogAttachments: 'log-attachments.test',
  importCase: 'case-archives.test',
  shareCase: sharing,
  shareCaseV1: sharing,
  updateShare: sharing,
  updateShareV1: sharing,
  shareTask: sharing,
  shareTaskV1: sharing,
  shareObservable: sharing,
  shareObservableV1: sharing,
  deleteAlerts: 'alert-changes.test',
  deleteAlertsV1: 'alert-changes.test',
  mergeAlerts: 'promote.test',
  mergeAlertsV1: 'promote.test',
  promoteAlert: 'promote.test',
  promoteAlertV1: 'promote.test',
  runCortexAction: connector,
  runEngineAction: connector,
  runCortexAnalysis: connector,
  runEngineAnalysis: connector,
  runCortexAnalyses: connector,
  addToList: 'named-lists.test',
  updateInList: 'named-lists.test',
  isInList: reads,
  createProfile: profiles,
  createProfileV1: profiles,
  updateProfile: profiles,
  updateProfileV1: profiles,
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
  comment: { isEdited: computed },
  procedure: { patternName: computed, tacticLabel: computed },
  case: { stage: computed, extendedStatus: computed },
  alert: { stage: computed },
  page: { slug: computed },
  share: {
    caseId: identity,
    profileName: 'it is sent as profile',
    organisationName: identity,
    owner: computed,
  },
  pageTemplate: { slug: computed },
  profile: { editable: 'a word that never changes', isAdmin: computed },
  user: { hasKey: computed, hasPassword: computed, hasMFA: 'a word that never changes' },
}
