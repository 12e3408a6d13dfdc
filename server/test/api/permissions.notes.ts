import type { Deps } from '../../src/deps.ts'
import { insertRows, row } from '../platform/rows.ts'
import type { Sample } from './permissions.table.ts'

/** Comments and files of cases and alerts; what a task asks of the organization. */
export const notesTable = `
createCaseComment           | in the case                 | 401    403  201     201      403        404      401    401
createAlertComment          | in the alert                | 401    403  201     201      403        404      401    401
getComment                  | of alpha                    | 401    200  200     200      403        404      401    401
updateComment               | of alpha                    | 401    403  204     403      403        404      401    401
deleteComment               | of alpha                    | 401    403  204     404      403        404      401    401
addCaseAttachments          | in the case                 | 401    403  201     201      403        404      401    401
addAlertAttachments         | in the alert                | 401    403  201     201      403        404      401    401
downloadCaseAttachment      | one that does not exist     | 401    404  404     404      403        404      401    401
downloadAlertAttachment     | one that does not exist     | 401    404  404     404      403        404      401    401
deleteCaseAttachment        | of alpha                    | 401    403  204     404      403        404      401    401
deleteAlertAttachment       | of alpha                    | 401    403  204     404      403        404      401    401
importPatterns              | of no bundle                | 401    403  403     403      400        403      401    401
getPattern                  | T1059                       | 401    200  200     200      200        200      401    401
deletePattern               | T1059                       | 401    403  403     403      204        403      401    401
listCasePatterns            | of alpha                    | 401    200  200     200      403        404      401    401
createCaseProcedure         | in the case                 | 401    403  201     201      403        404      401    401
createAlertProcedure        | in the alert                | 401    403  201     201      403        404      401    401
createCaseProcedures        | in the case                 | 401    403  201     201      403        404      401    401
createAlertProcedures       | in the alert                | 401    403  201     201      403        404      401    401
deleteProcedures            | one that does not exist     | 401    403  404     404      403        404      401    401
createProcedure             | in the case                 | 401    403  201     201      403        404      401    401
getProcedure                | of alpha                    | 401    200  200     200      403        404      401    401
updateProcedure             | of alpha                    | 401    403  204     204      403        404      401    401
deleteProcedure             | of alpha                    | 401    403  204     404      403        404      401    401
getTimeline                 | of alpha                    | 401    200  200     200      403        404      401    401
getGoneCase                 | one that is there           | 401    404  404     404      403        404      401    401
listTimeline                | of alpha                    | 401    200  200     200      403        404      401    401
createCustomEvent           | in the case                 | 401    403  201     201      403        404      401    401
getCustomEvent              | of alpha                    | 401    200  200     200      403        404      401    401
updateCustomEvent           | of alpha                    | 401    403  204     204      403        404      401    401
deleteCustomEvent           | of alpha                    | 401    403  204     404      403        404      401    401
createCasePage              | in the case                 | 401    403  201     201      403        404      401    401
updateCasePage              | of alpha                    | 401    403  204     204      403        404      401    401
deleteCasePage              | of alpha                    | 401    403  204     404      403        404      401    401
linkCase                    | with a case of alpha        | 401    403  204     204      403        404      401    401
unlinkCase                  | one that does not exist     | 401    403  404     404      403        404      401    401
linkAddress                 | of alpha                    | 401    403  204     204      403        404      401    401
unlinkAddress               | of alpha                    | 401    403  204     404      403        404      401    401
listLinkTypes               |                             | 401    200  200     200      403        200      401    401
createPageTemplate          | a new one                   | 401    403  403     201      403        201      401    401
getPageTemplate             | of alpha                    | 401    200  200     200      403        404      401    401
updatePageTemplate          | of alpha                    | 401    403  403     204      403        404      401    401
deletePageTemplate          | of alpha                    | 401    403  403     204      403        404      401    401
linkPageTemplates           | of alpha                    | 401    403  403     204      403        404      401    401
addOrganisationAttachments  | a new one                   | 401    403  201     201      403        201      401    401
downloadOrganisationAttachment | one that does not exist  | 401    404  404     404      403        404      401    401
deleteOrganisationAttachment | of alpha                   | 401    403  204     404      403        404      401    401
createPage                  | a new one                   | 401    403  201     201      403        201      401    401
searchPages                 |                             | 401    200  200     200      403        200      401    401
getPage                     | of alpha                    | 401    200  200     200      403        404      401    401
updatePage                  | of alpha                    | 401    403  200     200      403        404      401    401
deletePage                  | of alpha                    | 401    403  204     404      403        404      401    401
addLogAttachments           | in the log                  | 401    403  201     201      403        404      401    401
deleteLogAttachment         | of alpha                    | 401    403  204     404      403        404      401    401
downloadObservableAttachment | one that does not exist    | 401    404  404     404      403        404      401    401
listReportTemplates         |                             | 401    200  200     200      403        200      401    401
createReportTemplate        | a new one                   | 401    403  403     201      403        201      401    401
updateReportTemplate        | of alpha                    | 401    403  403     200      403        404      401    401
deleteReportTemplate        | of alpha                    | 401    403  403     204      403        404      401    401
getCaseReport               | of alpha                    | 401    200  200     200      403        404      401    401
getReportFacts              | of alpha                    | 401    200  200     200      403        404      401    401
getReportDraft              | of alpha                    | 401    200  200     200      403        404      401    401
saveReportDraft             | of alpha                    | 401    403  200     200      403        404      401    401
startReportDraft            | of alpha                    | 401    403  200     200      403        404      401    401
listStoredReports           | of alpha                    | 401    200  200     200      403        404      401    401
storeReport                 | of alpha                    | 401    403  201     201      403        404      401    401
getStoredReport             | one that does not exist     | 401    404  404     404      403        404      401    401
exportCase                  | of alpha                    | 401    403  200     200      403        404      401    401
importCase                  | of no archive               | 401    403  400     400      403        400      401    401
caseAsStix                  | of alpha                    | 401    200  200     200      403        404      401    401
caseAsMisp                  | of alpha                    | 401    200  200     200      403        404      401    401
exportCaseToMisp            | to no server                | 401    403  404     404      403        404      401    401
listMispServers             |                             | 401    200  200     200      403        200      401    401
importCaseFromMisp          | of no event                 | 401    403  400     400      403        400      401    401
pullMispEvents              |                             | 401    403  403     204      204        204      401    401
listCaseShares              | of alpha                    | 401    200  200     200      403        404      401    401
shareCase                   | with nobody it knows        | 401    403  404     404      403        404      401    401
unshareCase                 | from nobody it knows        | 401    403  404     404      403        404      401    401
updateShare                 | of alpha                    | 401    403  200     200      403        404      401    401
deleteShare                 | one that does not exist     | 401    403  404     404      403        404      401    401
deleteShares                | one that does not exist     | 401    403  404     404      403        404      401    401
shareTask                   | with gamma                  | 401    403  204     204      403        404      401    401
unshareTask                 | from gamma                  | 401    403  204     204      403        404      401    401
shareObservable             | one that does not exist     | 401    403  404     404      403        404      401    401
unshareObservable           | one that does not exist     | 401    403  404     404      403        404      401    401
listTaskShares              | of alpha                    | 401    200  200     200      403        404      401    401
listObservableShares        | one that does not exist     | 401    404  404     404      403        404      401    401
listLinks                   | of alpha                    | 401    200  200     200      200        404      401    401
linkOrganisation            | alpha and gamma             | 401    403  403     403      204        403      401    401
unlinkOrganisation          | alpha and beta              | 401    403  403     403      204        403      401    401
listCaseSharesV1            | of alpha                    | 401    200  200     200      403        404      401    401
shareCaseV1                 | with nobody it knows        | 401    403  404     404      403        404      401    401
unshareCaseV1               | from nobody it knows        | 401    403  404     404      403        404      401    401
updateShareV1               | of alpha                    | 401    403  200     200      403        404      401    401
deleteShareV1               | one that does not exist     | 401    403  404     404      403        404      401    401
deleteSharesV1              | one that does not exist     | 401    403  404     404      403        404      401    401
shareTaskV1                 | with gamma                  | 401    403  204     204      403        404      401    401
unshareTaskV1               | from gamma                  | 401    403  204     204      403        404      401    401
shareObservableV1           | one that does not exist     | 401    403  404     404      403        404      401    401
unshareObservableV1         | one that does not exist     | 401    403  404     404      403        404      401    401
listSharesOfTask            | of alpha                    | 401    200  200     200      403        404      401    401
listTaskSharesV1            | of alpha                    | 401    200  200     200      403        404      401    401
listObservableSharesV1      | one that does not exist     | 401    404  404     404      403        404      401    401
listLinksV1                 | of alpha                    | 401    200  200     200      200        404      401    401
linkOrganisationV1          | alpha and gamma             | 401    403  403     403      204        403      401    401
unlinkOrganisationV1        | alpha and beta              | 401    403  403     403      204        403      401    401
setCaseShares               | of alpha, nobody new        | 401    403  404     404      403        404      401    401
setLinks                    | of alpha, with gamma        | 401    403  403     403      204        403      401    401
searchAnalyzerTemplates     |                             | 401    200  200     200      200        200      401    401
createAnalyzerTemplate      | a new one                   | 401    403  403     403      201        403      401    401
importAnalyzerTemplates     | of no archive               | 401    403  403     403      400        403      401    401
getAnalyzerTemplate         | by id                       | 401    200  200     200      200        200      401    401
getAnalyzerTemplateContent  | by analyzer                 | 401    200  200     200      200        200      401    401
getAnalyzerTemplateContentOf | one that does not exist    | 401    404  404     404      404        404      401    401
updateAnalyzerTemplate      | by id                       | 401    403  403     403      200        403      401    401
deleteAnalyzerTemplate      | by id                       | 401    403  403     403      204        403      401    401
listDashboards              |                             | 401    200  200     200      403        200      401    401
searchDashboards            |                             | 401    200  200     200      403        200      401    401
dashboardStats              | a count                     | 401    200  200     200      403        200      401    401
createDashboard             | a new one                   | 401    403  201     201      403        201      401    401
getDashboard                | shared in alpha             | 401    200  200     200      403        404      401    401
getDashboard                | private to alan             | 401    404  200     404      403        404      401    401
updateDashboard             | shared in alpha             | 401    403  200     200      403        404      401    401
updateDashboard             | private to alan             | 401    403  200     404      403        404      401    401
updateDashboard             | shared by ada               | 401    403  403     200      403        404      401    401
deleteDashboard             | shared in alpha             | 401    403  204     404      403        404      401    401
updateTag                   | of alpha                    | 401    403  403     204      403        404      401    401
deleteTag                   | of alpha                    | 401    403  403     204      403        404      401    401
customFieldUse              | one that does not exist     | 401    403  403     404      404        404      401    401
searchProfiles              |                             | 401    200  200     200      200        200      401    401
profileStats                | a count                     | 401    200  200     200      200        200      401    401
resetAttempts               | of nora                     | 401    403  403     204      204        404      401    401
listAuditV1                 |                             | 401    403  403     200      200        200      401    401
mergeEqualObservables       | of alpha                    | 401    403  200     200      403        404      401    401
listSharingProfiles         |                             | 401    200  200     200      403        200      401    401
pageStats                   | a count                     | 401    200  200     200      403        200      401    401
customFieldStats            | a count                     | 401    200  200     200      403        200      401    401
observableTypeStats         | a count                     | 401    200  200     200      403        200      401    401
listPermissions             |                             | 401    200  200     200      200        200      401    401
getTag                      | one that does not exist     | 401    404  404     404      403        404      401    401
getTagV1                    | one that does not exist     | 401    404  404     404      403        404      401    401
createCaseStatus            | a new one                   | 401    403  403     201      201        201      401    401
getCaseStatus               | New                         | 401    200  200     200      200        200      401    401
updateCaseStatus            | New                         | 401    403  403     403      204        403      401    401
deleteCaseStatus            | of alpha                    | 401    403  403     204      404        404      401    401
createAlertStatus           | a new one                   | 401    403  403     201      201        201      401    401
getAlertStatus              | New                         | 401    200  200     200      200        200      401    401
updateAlertStatus           | New                         | 401    403  403     403      204        403      401    401
deleteAlertStatus           | of alpha                    | 401    403  403     204      404        404      401    401
unlinkAlert                 | one that has no case        | 401    403  404     404      403        404      401    401
getActionRequired           | of alpha                    | 401    200  200     200      403        404      401    401
requireAction               | of alpha                    | 401    403  204     204      403        404      401    401
actionDone                  | of alpha                    | 401    403  204     204      403        404      401    401
`

const theCase = { id: '~1001' }
const theAlert = { id: '~2001' }
const theComment = { id: '~4501' }
const theProcedure = { id: '~4701' }
const technique = { patternId: 'T1566' }
const theEvent = { id: '~4801' }
const words = { message: 'Look' }
const count = { stats: [{ _agg: 'count' }] }
const theReportTemplate = { id: '~5030' }
const theShare = { id: '~5020' }
const theTask = { id: '~5010' }
const unknown = { organisationName: 'nobody' }
const withGamma = { organisations: ['gamma'] }
const ticket = { type: 'ticket', url: 'https://tickets.example/1' }
const page = { title: 'A page', content: 'Words' }
const attachments = () => [new File(['evidence'], 'e.txt')]

export const notesSamples: Record<string, (me: string) => Sample> = {
  'createCaseComment in the case': () => ({ params: theCase, input: words }),
  'createAlertComment in the alert': () => ({ params: theAlert, input: words }),
  'getComment of alpha': () => ({ params: theComment }),
  'updateComment of alpha': () => ({ params: theComment, input: words }),
  'deleteComment of alpha': () => ({ params: theComment }),
  'addCaseAttachments in the case': () => ({
    params: theCase,
    input: { attachments: attachments() },
  }),
  'addAlertAttachments in the alert': () => ({
    params: theAlert,
    input: { attachments: attachments() },
  }),
  'downloadCaseAttachment one that does not exist': () => ({
    params: { ...theCase, attachmentId: '~404' },
  }),
  'downloadAlertAttachment one that does not exist': () => ({
    params: { ...theAlert, attachmentId: '~404' },
  }),
  'deleteCaseAttachment of alpha': () => ({ params: { ...theCase, attachmentId: '~4601' } }),
  'deleteAlertAttachment of alpha': () => ({ params: { ...theAlert, attachmentId: '~4602' } }),
  'importPatterns of no bundle': () => ({ input: { file: new File(['{}'], 'a.json') } }),
  'getPattern T1059': () => ({ params: { id: 'T1059' } }),
  'deletePattern T1059': () => ({ params: { id: 'T1059' } }),
  'listCasePatterns of alpha': () => ({ params: theCase }),
  'createCaseProcedure in the case': () => ({ params: theCase, input: technique }),
  'createAlertProcedure in the alert': () => ({ params: theAlert, input: technique }),
  'createCaseProcedures in the case': () => ({
    params: theCase,
    input: { procedures: [technique] },
  }),
  'createAlertProcedures in the alert': () => ({
    params: theAlert,
    input: { procedures: [technique] },
  }),
  'deleteProcedures one that does not exist': () => ({ input: { ids: ['~404'] } }),
  'createProcedure in the case': () => ({ input: { ...technique, caseId: theCase.id } }),
  'getProcedure of alpha': () => ({ params: theProcedure }),
  'updateProcedure of alpha': () => ({ params: theProcedure, input: { description: 'More' } }),
  'deleteProcedure of alpha': () => ({ params: theProcedure }),
  'getTimeline of alpha': () => ({ params: theCase }),
  'getGoneCase one that is there': () => ({ params: theCase }),
  'listTimeline of alpha': () => ({ params: theCase }),
  'createCustomEvent in the case': () => ({
    params: theCase,
    input: { date: 1, title: 'Something' },
  }),
  'getCustomEvent of alpha': () => ({ params: theEvent }),
  'updateCustomEvent of alpha': () => ({ params: theEvent, input: { title: 'Else' } }),
  'deleteCustomEvent of alpha': () => ({ params: theEvent }),
  'createCasePage in the case': () => ({ params: theCase, input: page }),
  'updateCasePage of alpha': () => ({
    params: { ...theCase, pageId: '~5001' },
    input: { title: 'Else' },
  }),
  'deleteCasePage of alpha': () => ({ params: { ...theCase, pageId: '~5001' } }),
  'linkCase with a case of alpha': () => ({
    params: theCase,
    input: { type: 'parent', caseId: '~5071' },
  }),
  'unlinkCase one that does not exist': () => ({
    params: theCase,
    input: { type: 'parent', caseId: '~404' },
  }),
  'linkAddress of alpha': () => ({ params: theCase, input: ticket }),
  'unlinkAddress of alpha': () => ({ params: theCase, input: ticket }),
  listLinkTypes: () => ({}),
  'createPageTemplate a new one': () => ({ input: page }),
  'getPageTemplate of alpha': () => ({ params: { id: '~5003' } }),
  'updatePageTemplate of alpha': () => ({ params: { id: '~5003' }, input: { title: 'Else' } }),
  'deletePageTemplate of alpha': () => ({ params: { id: '~5003' } }),
  'createReportTemplate a new one': (me) => ({
    input: { name: `Of ${me}`, language: 'en', body: '{{timeline}}' },
  }),
  'updateReportTemplate of alpha': () => ({ params: { id: '~5060' }, input: { body: 'Words' } }),
  'deleteReportTemplate of alpha': () => ({ params: { id: '~5060' } }),
  'getCaseReport of alpha': () => ({ params: theCase }),
  'getReportFacts of alpha': () => ({ params: theCase }),
  'getReportDraft of alpha': () => ({ params: theCase }),
  'saveReportDraft of alpha': () => ({ params: theCase, input: { order: [], changed: [] } }),
  'startReportDraft of alpha': () => ({ params: theCase, input: { template: 'incident-en' } }),
  'listStoredReports of alpha': () => ({ params: theCase }),
  'storeReport of alpha': () => ({
    params: theCase,
    input: { template: 'Ours', content: 'Words' },
  }),
  'getStoredReport one that does not exist': () => ({
    params: { ...theCase, reportId: '~404' },
  }),
  'linkPageTemplates of alpha': () => ({
    params: { id: '~7001' },
    input: { pageTemplateIds: ['~5003'] },
  }),
  'addOrganisationAttachments a new one': () => ({ input: { attachments: attachments() } }),
  'downloadOrganisationAttachment one that does not exist': () => ({ params: { id: '~404' } }),
  'deleteOrganisationAttachment of alpha': () => ({ params: { id: '~4604' } }),
  'listSharesOfTask of alpha': () => ({ params: theTask }),
  'createPage a new one': () => ({ input: page }),
  searchPages: () => ({ input: {} }),
  'getPage of alpha': () => ({ params: { id: '~5002' } }),
  'updatePage of alpha': () => ({ params: { id: '~5002' }, input: { title: 'Else' } }),
  'deletePage of alpha': () => ({ params: { id: '~5002' } }),
  'addLogAttachments in the log': () => ({
    params: { id: '~5011' },
    input: { attachments: attachments() },
  }),
  'deleteLogAttachment of alpha': () => ({ params: { id: '~5011', attachmentId: '~4603' } }),
  'downloadObservableAttachment one that does not exist': () => ({
    params: { id: '~404', attachmentId: '~404' },
  }),
  'exportCase of alpha': () => ({ params: theCase, input: { password: 'p' } }),
  'importCase of no archive': () => ({
    input: { file: new File(['no archive'], 'a.zip'), password: 'p' },
  }),
  'caseAsStix of alpha': () => ({ params: theCase }),
  'caseAsMisp of alpha': () => ({ params: theCase }),
  'importCaseFromMisp of no event': () => ({ input: { file: new File(['{}'], 'event.json') } }),
  'exportCaseToMisp to no server': () => ({ params: { ...theCase, server: 'none' } }),
  'listCaseShares of alpha': () => ({ params: theCase }),
  'shareCase with nobody it knows': () => ({ params: theCase, input: { shares: [unknown] } }),
  'unshareCase from nobody it knows': () => ({
    params: theCase,
    input: { organisations: ['nobody'] },
  }),
  'updateShare of alpha': () => ({ params: theShare, input: { profile: 'read-only' } }),
  'deleteShare one that does not exist': () => ({ params: { id: '~404' } }),
  'deleteShares one that does not exist': () => ({ input: { ids: ['~404'] } }),
  'shareTask with gamma': () => ({ params: theTask, input: withGamma }),
  'unshareTask from gamma': () => ({ params: theTask, input: withGamma }),
  'shareObservable one that does not exist': () => ({
    params: { id: '~404' },
    input: withGamma,
  }),
  'unshareObservable one that does not exist': () => ({
    params: { id: '~404' },
    input: withGamma,
  }),
  'listTaskShares of alpha': () => ({ params: { ...theCase, itemId: theTask.id } }),
  'listObservableShares one that does not exist': () => ({
    params: { ...theCase, itemId: '~404' },
  }),
  'listLinks of alpha': () => ({ params: { id: 'alpha' } }),
  'linkOrganisation alpha and gamma': () => ({ params: { id: 'alpha', other: 'gamma' } }),
  'unlinkOrganisation alpha and beta': () => ({ params: { id: 'alpha', other: 'beta' } }),
  'listCaseSharesV1 of alpha': () => ({ params: theCase }),
  'shareCaseV1 with nobody it knows': () => ({ params: theCase, input: { shares: [unknown] } }),
  'unshareCaseV1 from nobody it knows': () => ({
    params: theCase,
    input: { organisations: ['nobody'] },
  }),
  'updateShareV1 of alpha': () => ({ params: theShare, input: { profile: 'read-only' } }),
  'deleteShareV1 one that does not exist': () => ({ params: { id: '~404' } }),
  'deleteSharesV1 one that does not exist': () => ({ input: { ids: ['~404'] } }),
  'shareTaskV1 with gamma': () => ({ params: theTask, input: withGamma }),
  'unshareTaskV1 from gamma': () => ({ params: theTask, input: withGamma }),
  'shareObservableV1 one that does not exist': () => ({
    params: { id: '~404' },
    input: withGamma,
  }),
  'unshareObservableV1 one that does not exist': () => ({
    params: { id: '~404' },
    input: withGamma,
  }),
  'listTaskSharesV1 of alpha': () => ({ params: { ...theCase, itemId: theTask.id } }),
  'listObservableSharesV1 one that does not exist': () => ({
    params: { ...theCase, itemId: '~404' },
  }),
  'listLinksV1 of alpha': () => ({ params: { id: 'alpha' } }),
  'linkOrganisationV1 alpha and gamma': () => ({ params: { id: 'alpha', other: 'gamma' } }),
  'unlinkOrganisationV1 alpha and beta': () => ({ params: { id: 'alpha', other: 'beta' } }),
  'setCaseShares of alpha, nobody new': () => ({ params: theCase, input: { shares: [unknown] } }),
  'setLinks of alpha, with gamma': () => ({
    params: { id: 'alpha' },
    input: { organisations: ['gamma'] },
  }),
  'mergeEqualObservables of alpha': () => ({ params: theCase }),
  'pageStats a count': () => ({ input: count }),
  'customFieldStats a count': () => ({ input: count }),
  'observableTypeStats a count': () => ({ input: count }),
  'getTag one that does not exist': () => ({ params: { id: '~404' } }),
  'getTagV1 one that does not exist': () => ({ params: { id: '~404' } }),
  searchAnalyzerTemplates: () => ({ input: {} }),
  'createAnalyzerTemplate a new one': () => ({ input: { analyzerId: 'Mine_1_0', content: 'c' } }),
  'importAnalyzerTemplates of no archive': () => ({
    input: { templates: new File(['no archive'], 'a.zip') },
  }),
  'getAnalyzerTemplate by id': () => ({ params: theReportTemplate }),
  'getAnalyzerTemplateContent by analyzer': () => ({ params: { analyzerId: 'Look_1_0' } }),
  'getAnalyzerTemplateContentOf one that does not exist': () => ({
    params: { analyzerId: 'Look_1_0', reportType: 'short' },
  }),
  'updateAnalyzerTemplate by id': () => ({ params: theReportTemplate, input: { content: 'c' } }),
  'deleteAnalyzerTemplate by id': () => ({ params: theReportTemplate }),
  listDashboards: () => ({}),
  searchDashboards: () => ({ input: {} }),
  'dashboardStats a count': () => ({ input: count }),
  'createDashboard a new one': () => ({ input: { title: 'Mine', definition: '{}' } }),
  'getDashboard shared in alpha': () => ({ params: { id: '~5031' } }),
  'getDashboard private to alan': () => ({ params: { id: '~5032' } }),
  'updateDashboard shared in alpha': () => ({ params: { id: '~5031' }, input: { title: 'Else' } }),
  'updateDashboard private to alan': () => ({ params: { id: '~5032' }, input: { title: 'Else' } }),
  'updateDashboard shared by ada': () => ({ params: { id: '~5033' }, input: { title: 'Else' } }),
  'deleteDashboard shared in alpha': () => ({ params: { id: '~5031' } }),
  'updateTag of alpha': () => ({ params: { id: '~5040' }, input: { colour: '#123456' } }),
  'deleteTag of alpha': () => ({ params: { id: '~5040' } }),
  'customFieldUse one that does not exist': () => ({ params: { id: '~404' } }),
  searchProfiles: () => ({ input: {} }),
  'profileStats a count': () => ({ input: count }),
  'resetAttempts of nora': () => ({ params: { login: 'nora' } }),
  'createCaseStatus a new one': (me) => ({ input: { value: `of ${me}`, stage: 'Closed' } }),
  'getCaseStatus New': () => ({ params: { id: 'New' } }),
  'updateCaseStatus New': () => ({ params: { id: 'New' }, input: { order: 5 } }),
  'deleteCaseStatus of alpha': () => ({ params: { id: '~4901' } }),
  'createAlertStatus a new one': (me) => ({ input: { value: `of ${me}`, stage: 'Closed' } }),
  'getAlertStatus New': () => ({ params: { id: 'New' } }),
  'updateAlertStatus New': () => ({ params: { id: 'New' }, input: { order: 5 } }),
  'deleteAlertStatus of alpha': () => ({ params: { id: '~4902' } }),
  'unlinkAlert one that has no case': () => ({ params: { ...theCase, alertId: '~2001' } }),
  'getActionRequired of alpha': () => ({ params: { id: '~4000' } }),
  'requireAction of alpha': () => ({ params: { id: '~4000', organisation: 'alpha' } }),
  'actionDone of alpha': () => ({ params: { id: '~4000', organisation: 'alpha' } }),
}

/** One of each; the comment belongs to the user with `analyze`. */
export const givenNotes = ({ db }: Deps) =>
  insertRows(db, {
    comments: [row.comment('~4501', { case_id: '~1001' })],
    procedures: [row.procedure('~4701', { case_id: '~1001' })],
    custom_events: [row.customEvent('~4801', '~1001')],
    tasks: [row.task('~5010', '~1001')],
    task_logs: [row.log('~5011', '~5010', '~1001')],
    cases: [row.case('~5071')],
    case_links: [row.caseLink('~5070', '~1001', ticket)],
    pages: [row.page('~5001', { case_id: '~1001' }), row.page('~5002')],
    page_templates: [row.pageTemplate('~5003')],
    report_templates: [row.reportTemplate('~5060')],
    analyzer_templates: [row.analyzerTemplate('~5030')],
    dashboards: [
      row.dashboard('~5031', { owner: 'alan' }),
      row.dashboard('~5032', { owner: 'alan', shared: 0 }),
      row.dashboard('~5033', { owner: 'ada' }),
    ],
    tags: [row.tag('~5040', 'unused')],
    case_shares: [row.share('~5020', '~1001', 'gamma')],
    case_statuses: [row.status('~4901', 'Ours')],
    alert_statuses: [row.status('~4902', 'Ours')],
    attachments: [
      row.attachment('~4601', { case_id: '~1001' }),
      row.attachment('~4602', { alert_id: '~2001' }),
      row.attachment('~4603', { log_id: '~5011' }),
      row.attachment('~4604'),
    ],
  })
