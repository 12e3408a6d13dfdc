import type { contract } from '@assay/contract'
import { hashOf, secrets, type World } from './shared-case.ts'

type Name = keyof typeof contract
interface Attempt {
  readonly params?: Record<string, string>
  readonly input?: Record<string, unknown>
}
type Ids = World['ids']

/** What an administrator of another organization is answered, by the state of the share. */
export const patterns = {
  //          not linked, not shared, shared, to read, rules, work on, taken back
  never: [404, 404, 404, 404, 404, 404, 404],
  forbidden: [403, 403, 403, 403, 403, 403, 403],
  own: [200, 200, 200, 200, 200, 200, 200],
  case: [404, 404, 200, 200, 200, 200, 404],
  item: [404, 404, 404, 200, 200, 200, 404],
  hidden: [404, 404, 404, 200, 404, 200, 404],
  changed: [404, 404, 404, 403, 200, 200, 404],
  changedV1: [404, 404, 404, 403, 204, 204, 404],
  added: [404, 404, 404, 403, 201, 201, 404],
  hiddenChanged: [404, 404, 404, 403, 404, 200, 404],
  hiddenChangedV1: [404, 404, 404, 403, 404, 204, 404],
  hiddenAdded: [404, 404, 404, 403, 404, 201, 404],
  /** Clients expect a refusal for a case that is not there, too. */
  observables: [403, 403, 403, 403, 403, 201, 403],
} as const satisfies Record<string, readonly number[]>

export interface Row {
  readonly name: Name
  readonly expected: readonly number[]
  readonly attempt: (ids: Ids) => Attempt
}

const rows = (pattern: keyof typeof patterns, names: string, attempt: Row['attempt']): Row[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name: name as Name, expected: patterns[pattern], attempt }))

const withBeta = { organisations: ['beta'] }
const share = { shares: [{ organisationName: 'beta', profile: 'analyst', tasks: 'all' }] }
const words = { title: 'Mine', content: 'Mine' }
const dashboard = { title: 'Mine', definition: '{"mine":true}' }
const files = { attachments: 'a file' }

export const table: readonly Row[] = [
  ...rows('never', 'shareCase shareCaseV1 setCaseShares', ({ case: id }) => ({
    params: { id },
    input: share,
  })),
  ...rows('never', 'listCaseShares listCaseSharesV1', ({ case: id }) => ({ params: { id } })),
  ...rows('never', 'unshareCase unshareCaseV1', ({ case: id }) => ({
    params: { id },
    input: withBeta,
  })),
  ...rows('never', 'deleteShare deleteShareV1', ({ share: id }) => ({ params: { id } })),
  ...rows('never', 'deleteShares deleteSharesV1', ({ share: id }) => ({ input: { ids: [id] } })),
  ...rows('never', 'updateShare updateShareV1', ({ share: id }) => ({
    params: { id },
    input: { profile: 'analyst', tasks: 'all', observables: 'all' },
  })),
  ...rows('never', 'shareTask shareTaskV1 unshareTask unshareTaskV1', ({ task: id }) => ({
    params: { id },
    input: withBeta,
  })),
  ...rows(
    'never',
    'shareObservable shareObservableV1 unshareObservable unshareObservableV1',
    ({ otherObservable: id }) => ({ params: { id }, input: withBeta }),
  ),
  ...rows('never', 'listSharesOfTask', ({ task: id }) => ({ params: { id } })),
  ...rows('never', 'listTaskShares listTaskSharesV1', ({ case: id, task }) => ({
    params: { id, itemId: task },
  })),
  ...rows('never', 'listObservableShares listObservableSharesV1', ({ case: id, observable }) => ({
    params: { id, itemId: observable },
  })),
  ...rows('own', 'listSharingProfiles', () => ({})),
  ...rows('never', 'listLinks listLinksV1', () => ({ params: { id: 'alpha' } })),
  ...rows(
    'forbidden',
    'linkOrganisation linkOrganisationV1 unlinkOrganisation unlinkOrganisationV1',
    () => ({ params: { id: 'alpha', other: 'beta' } }),
  ),
  ...rows('forbidden', 'setLinks', () => ({ params: { id: 'alpha' }, input: withBeta })),

  ...rows('never', 'linkCase unlinkCase', ({ case: id, ownCase: caseId }) => ({
    params: { id },
    input: { type: 'related', caseId },
  })),
  // The caller's own case with this one, too.
  ...rows('never', 'linkCase unlinkCase', ({ ownCase: id, case: caseId }) => ({
    params: { id },
    input: { type: 'related', caseId },
  })),
  ...rows('never', 'linkAddress unlinkAddress', ({ case: id }) => ({
    params: { id },
    input: { type: 'ticket', url: `https://tickets.example/${secrets.link}` },
  })),
  ...rows('own', 'listLinkTypes', () => ({})),
  ...rows('never', 'createCasePage', ({ case: id }) => ({ params: { id }, input: words })),
  ...rows('never', 'updateCasePage deleteCasePage', ({ case: id, casePage: pageId }) => ({
    params: { id, pageId },
    input: words,
  })),
  // Under the caller's own case, too.
  ...rows('never', 'updateCasePage deleteCasePage', ({ ownCase: id, casePage: pageId }) => ({
    params: { id, pageId },
    input: words,
  })),
  ...rows('never', 'getPage', ({ page: id }) => ({ params: { id } })),
  ...rows('never', 'getPage', () => ({ params: { id: secrets.page } })),
  ...rows('never', 'getPage', ({ casePage: id }) => ({ params: { id } })),
  ...rows('never', 'updatePage deletePage', ({ page: id }) => ({ params: { id }, input: words })),
  ...rows(
    'never',
    'getPageTemplate updatePageTemplate deletePageTemplate',
    ({ pageTemplate: id }) => ({ params: { id }, input: words }),
  ),
  ...rows('never', 'linkPageTemplates', ({ caseTemplate: id, pageTemplate }) => ({
    params: { id },
    input: { pageTemplateIds: [pageTemplate] },
  })),
  ...rows(
    'never',
    'downloadOrganisationAttachment deleteOrganisationAttachment',
    ({ organizationFile: id }) => ({ params: { id } }),
  ),
  ...rows('never', 'downloadOrganisationAttachment', () => ({
    params: { id: hashOf(secrets.organizationFile) },
  })),
  // A file of the shared case is none of the organization.
  ...rows('never', 'downloadOrganisationAttachment', ({ attachment: id }) => ({ params: { id } })),
  ...rows('own', 'searchPages', () => ({ input: { range: 'all' } })),
  ...rows('own', 'listReportTemplates', () => ({})),

  ...rows('never', 'getDashboard updateDashboard deleteDashboard', ({ dashboard: id }) => ({
    params: { id },
    input: dashboard,
  })),
  ...rows('never', 'getDashboard updateDashboard deleteDashboard', ({ privateDashboard: id }) => ({
    params: { id },
    input: { ...dashboard, status: 'Shared' },
  })),
  ...rows('own', 'listDashboards searchDashboards', () => ({ input: { range: 'all' } })),

  ...rows('forbidden', 'updateAnalyzerTemplate deleteAnalyzerTemplate', () => ({
    params: { id: 'Look_1_0' },
    input: { content: 'Mine' },
  })),
  ...rows('forbidden', 'createAnalyzerTemplate', () => ({
    input: { analyzerId: 'Mine_1_0', content: 'Mine' },
  })),
  ...rows('forbidden', 'importAnalyzerTemplates', () => ({ input: { templates: 'a file' } })),
  // Public.
  ...rows('own', 'getAnalyzerTemplate', () => ({ params: { id: 'Look_1_0' } })),
  ...rows('own', 'getAnalyzerTemplateContent', () => ({ params: { analyzerId: 'Look_1_0' } })),
  ...rows('own', 'getAnalyzerTemplateContentOf', () => ({
    params: { analyzerId: 'Look_1_0', reportType: 'long' },
  })),
  ...rows('own', 'searchAnalyzerTemplates', () => ({ input: { range: 'all' } })),
  ...rows(
    'never',
    'getCaseTemplate getCaseTemplateV1 updateCaseTemplate updateCaseTemplateV1 deleteCaseTemplate deleteCaseTemplateV1',
    ({ caseTemplate: id }) => ({ params: { id }, input: { description: 'Mine' } }),
  ),

  ...rows('never', 'exportCase', ({ case: id }) => ({ params: { id }, input: { password: 'p' } })),
  ...rows(
    'never',
    'caseAsMisp caseAsStix getGoneCase getTimeline listTimeline listCasePatterns',
    ({ case: id }) => ({
      params: { id },
    }),
  ),
  ...rows('never', 'exportCaseToMisp', ({ case: id }) => ({ params: { id, server: 'ours' } })),

  ...rows('case', 'getCase', ({ case: id }) => ({ params: { id }, input: { nstats: true } })),
  ...rows('case', 'getCaseReport getReportFacts', ({ case: id }) => ({ params: { id } })),
  ...rows('never', 'getReportDraft listStoredReports', ({ case: id }) => ({ params: { id } })),
  ...rows('never', 'saveReportDraft', ({ case: id }) => ({
    params: { id },
    input: { order: [], changed: [] },
  })),
  ...rows('never', 'startReportDraft', ({ case: id }) => ({
    params: { id },
    input: { template: 'incident-en' },
  })),
  ...rows('never', 'storeReport', ({ case: id }) => ({
    params: { id },
    input: { template: 'Mine', content: 'Mine' },
  })),
  ...rows('never', 'getStoredReport', ({ case: id, storedReport: reportId }) => ({
    params: { id, reportId },
  })),
  ...rows('never', 'getStoredReport', ({ ownCase: id, storedReport: reportId }) => ({
    params: { id, reportId },
  })),
  ...rows('never', 'updateReportTemplate deleteReportTemplate', ({ reportTemplate: id }) => ({
    params: { id },
    input: { body: 'Mine' },
  })),
  ...rows('case', 'getCaseV1 getCaseClocks', ({ case: id }) => ({ params: { id } })),
  ...rows('case', 'searchCaseTasks', ({ case: id }) => ({
    params: { id },
    input: { range: 'all', nparent: 2 },
  })),
  ...rows('never', 'updateCase updateCaseV1', ({ case: id }) => ({
    params: { id },
    input: { title: 'Mine' },
  })),
  ...rows('never', 'updateCases updateCasesV1', ({ case: id, ownCase }) => ({
    input: { ids: [ownCase, id], title: 'Mine' },
  })),
  ...rows('never', 'deleteCase deleteCaseV1', ({ case: id }) => ({ params: { id } })),
  ...rows('never', 'mergeCases', ({ case: id, ownCase: other }) => ({ params: { id, other } })),
  ...rows('never', 'mergeCases', ({ case: other, ownCase: id }) => ({ params: { id, other } })),
  ...rows('never', 'mergeCasesV1', ({ case: id, ownCase }) => ({
    params: { ids: `${ownCase},${id}` },
  })),
  ...rows('never', 'mergeEqualObservables listLinkedCases listLinkedCasesV1', ({ case: id }) => ({
    params: { id },
  })),
  ...rows('never', 'listObservablesLikeCase', ({ case: other, ownCase: id }) => ({
    params: { id, other },
  })),
  ...rows('never', 'mergeAlert mergeAlertV1', ({ case: caseId, ownAlert: id }) => ({
    params: { id, caseId },
  })),
  ...rows('never', 'mergeAlerts mergeAlertsV1 previewAlertMerge', ({ case: caseId, ownAlert }) => ({
    input: { caseId, alertIds: [ownAlert] },
  })),
  ...rows('never', 'unlinkAlert', ({ case: id, ownAlert: alertId }) => ({
    params: { id, alertId },
  })),
  ...rows('never', 'createCaseTask createCaseTaskV1', ({ case: id }) => ({
    params: { id },
    input: { title: 'Mine' },
  })),
  ...rows('never', 'createTaskV1', ({ case: caseId }) => ({ input: { title: 'Mine', caseId } })),
  ...rows('never', 'createCaseComment', ({ case: id }) => ({
    params: { id },
    input: { message: 'Mine' },
  })),
  ...rows('never', 'getComment updateComment deleteComment', ({ comment: id }) => ({
    params: { id },
    input: { message: 'Mine' },
  })),
  ...rows('never', 'addCaseAttachments', ({ case: id }) => ({ params: { id }, input: files })),
  ...rows(
    'never',
    'downloadCaseAttachment deleteCaseAttachment',
    ({ case: id, attachment: attachmentId }) => ({ params: { id, attachmentId } }),
  ),
  ...rows('never', 'createCaseProcedure', ({ case: id }) => ({
    params: { id },
    input: { patternId: 'T1566' },
  })),
  ...rows('never', 'createCaseProcedures', ({ case: id }) => ({
    params: { id },
    input: { procedures: [{ patternId: 'T1566' }] },
  })),
  ...rows('never', 'deleteProcedures', ({ procedure: id }) => ({ input: { ids: [id] } })),
  ...rows('never', 'changeCaseOwner', ({ case: id }) => ({
    params: { id },
    input: { organisation: 'beta' },
  })),
  ...rows('never', 'changeCaseAccess', ({ case: id }) => ({
    params: { id },
    input: { access: { _kind: 'OrganisationAccessKind' } },
  })),
  ...rows('never', 'applyCaseTemplate', ({ case: id, ownCase }) => ({
    input: { ids: [ownCase, id], caseTemplate: 'of-beta' },
  })),
  ...rows('never', 'createProcedure', ({ case: caseId }) => ({
    input: { patternId: 'T1566', caseId },
  })),
  ...rows('never', 'getProcedure updateProcedure deleteProcedure', ({ procedure: id }) => ({
    params: { id },
    input: { description: 'Mine' },
  })),
  ...rows('never', 'createCustomEvent', ({ case: id }) => ({
    params: { id },
    input: { date: 1, title: 'Mine' },
  })),
  ...rows('never', 'getCustomEvent updateCustomEvent deleteCustomEvent', ({ event: id }) => ({
    params: { id },
    input: { title: 'Mine' },
  })),

  ...rows('item', 'getTask getTaskV1', ({ task: id }) => ({ params: { id } })),
  ...rows('hidden', 'getTask getTaskV1', ({ otherTask: id }) => ({ params: { id } })),
  ...rows('item', 'getTaskLog getLogV1', ({ log: id }) => ({ params: { id } })),
  ...rows('hidden', 'getTaskLog getLogV1', ({ otherLog: id }) => ({ params: { id } })),
  ...rows('item', 'getObservable getObservableV1', ({ observable: id }) => ({ params: { id } })),
  ...rows('hidden', 'getObservable getObservableV1', ({ otherObservable: id }) => ({
    params: { id },
  })),
  ...rows('item', 'downloadObservableAttachment', ({ file: id }) => ({
    params: { id, attachmentId: hashOf(secrets.file) },
  })),
  ...rows('hidden', 'downloadObservableAttachment', ({ otherFile: id }) => ({
    params: { id, attachmentId: hashOf(secrets.otherFile) },
  })),
  ...rows('item', 'getFile getZippedFile', () => ({ params: { hash: hashOf(secrets.file) } })),
  ...rows('hidden', 'getFile getZippedFile', () => ({
    params: { hash: hashOf(secrets.otherFile) },
  })),
  ...rows('never', 'getFile getZippedFile', () => ({
    params: { hash: hashOf(secrets.attachment) },
  })),

  ...rows('changed', 'updateTask', ({ task: id }) => ({ params: { id }, input: { flag: true } })),
  ...rows('changedV1', 'updateTaskV1', ({ task: id }) => ({
    params: { id },
    input: { flag: true },
  })),
  ...rows('hiddenChanged', 'updateTask', ({ otherTask: id }) => ({
    params: { id },
    input: { flag: true },
  })),
  ...rows('hiddenChangedV1', 'updateTaskV1', ({ otherTask: id }) => ({
    params: { id },
    input: { flag: true },
  })),
  ...rows('added', 'createTaskLog createTaskLogV1', ({ task: id }) => ({
    params: { id },
    input: { message: 'Mine' },
  })),
  ...rows('hiddenAdded', 'createTaskLog createTaskLogV1', ({ otherTask: id }) => ({
    params: { id },
    input: { message: 'Mine' },
  })),
  ...rows('changed', 'updateObservable', ({ observable: id }) => ({
    params: { id },
    input: { ioc: true },
  })),
  ...rows('changedV1', 'updateObservableV1', ({ observable: id }) => ({
    params: { id },
    input: { ioc: true },
  })),
  ...rows('hiddenChanged', 'updateObservable', ({ otherObservable: id }) => ({
    params: { id },
    input: { ioc: true },
  })),
  ...rows('hiddenChangedV1', 'updateObservableV1', ({ otherObservable: id }) => ({
    params: { id },
    input: { ioc: true },
  })),
  ...rows('observables', 'createCaseObservable', ({ case: id }) => ({
    params: { id },
    input: { dataType: 'domain', data: 'new.example' },
  })),
  ...rows('observables', 'createCaseObservableV1', ({ case: id }) => ({
    params: { id },
    input: { dataType: 'domain', data: 'newer.example' },
  })),
  ...rows('never', 'deleteTaskV1 getActionRequired', ({ task: id }) => ({ params: { id } })),
  ...rows('never', 'requireAction actionDone', ({ task: id }) => ({
    params: { id, organisation: 'beta' },
  })),
  ...rows('never', 'updateTasksV1', ({ task: id }) => ({ input: { ids: [id], flag: true } })),
  ...rows('never', 'updateTaskLog updateLogV1 deleteTaskLog deleteLogV1', ({ log: id }) => ({
    params: { id },
    input: { message: 'Mine' },
  })),
  ...rows('never', 'addLogAttachments', ({ log: id }) => ({ params: { id }, input: files })),
  ...rows('never', 'deleteLogAttachment', ({ log: id }) => ({
    params: { id, attachmentId: '~404' },
  })),
  ...rows('never', 'updateObservables updateObservablesV1', ({ observable: id }) => ({
    input: { ids: [id], ioc: true },
  })),
  ...rows(
    'never',
    'deleteObservable deleteObservableV1 listSimilarObservables',
    ({ observable: id }) => ({ params: { id } }),
  ),
]

/** Of these every call that takes an id, or an entity by its id, must be in the table. */
export const resources: ReadonlySet<string> = new Set([
  ...['share', 'page', 'pageTemplate', 'dashboard', 'analyzerTemplate', 'caseTemplate', 'case'],
  ...['caseReport', 'reportTemplate'],
  ...['task', 'log', 'observable', 'comment', 'attachment', 'procedure', 'customEvent'],
])

/** Alerts, which are never shared, and calls that create something of the caller's own. */
export const withoutCase: ReadonlySet<string> = new Set(
  `createAlertComment addAlertAttachments downloadAlertAttachment deleteAlertAttachment createAlertProcedure createAlertProcedures
  createAlertObservable createAlertObservableV1 createCase createCaseV1 importCase importCaseFromMisp listMispServers pullMispEvents createPage addOrganisationAttachments
  createPageTemplate createDashboard createCaseTemplate createCaseTemplateV1 createReportTemplate`.split(
    /\s+/,
  ),
)
