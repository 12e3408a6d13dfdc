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
createProcedure             | in the case                 | 401    403  201     201      403        404      401    401
getProcedure                | of alpha                    | 401    200  200     200      403        404      401    401
updateProcedure             | of alpha                    | 401    403  204     204      403        404      401    401
deleteProcedure             | of alpha                    | 401    403  204     404      403        404      401    401
getTimeline                 | of alpha                    | 401    200  200     200      403        404      401    401
createCustomEvent           | in the case                 | 401    403  201     201      403        404      401    401
getCustomEvent              | of alpha                    | 401    200  200     200      403        404      401    401
updateCustomEvent           | of alpha                    | 401    403  204     204      403        404      401    401
deleteCustomEvent           | of alpha                    | 401    403  204     404      403        404      401    401
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
  'createProcedure in the case': () => ({ input: { ...technique, caseId: theCase.id } }),
  'getProcedure of alpha': () => ({ params: theProcedure }),
  'updateProcedure of alpha': () => ({ params: theProcedure, input: { description: 'More' } }),
  'deleteProcedure of alpha': () => ({ params: theProcedure }),
  'getTimeline of alpha': () => ({ params: theCase }),
  'createCustomEvent in the case': () => ({
    params: theCase,
    input: { date: 1, title: 'Something' },
  }),
  'getCustomEvent of alpha': () => ({ params: theEvent }),
  'updateCustomEvent of alpha': () => ({ params: theEvent, input: { title: 'Else' } }),
  'deleteCustomEvent of alpha': () => ({ params: theEvent }),
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

/** One of each; the comment is of whoever has `analyze`. */
export const givenNotes = ({ db }: Deps) =>
  insertRows(db, {
    comments: [row.comment('~4501', { case_id: '~1001' })],
    procedures: [row.procedure('~4701', { case_id: '~1001' })],
    custom_events: [row.customEvent('~4801', '~1001')],
    case_statuses: [row.status('~4901', 'Ours')],
    alert_statuses: [row.status('~4902', 'Ours')],
    attachments: [
      row.attachment('~4601', { case_id: '~1001' }),
      row.attachment('~4602', { alert_id: '~2001' }),
    ],
  })
