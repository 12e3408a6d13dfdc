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
getActionRequired           | of alpha                    | 401    200  200     200      403        404      401    401
requireAction               | of alpha                    | 401    403  204     204      403        404      401    401
actionDone                  | of alpha                    | 401    403  204     204      403        404      401    401
`

const theCase = { id: '~1001' }
const theAlert = { id: '~2001' }
const theComment = { id: '~4501' }
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
  'getActionRequired of alpha': () => ({ params: { id: '~4000' } }),
  'requireAction of alpha': () => ({ params: { id: '~4000', organisation: 'alpha' } }),
  'actionDone of alpha': () => ({ params: { id: '~4000', organisation: 'alpha' } }),
}

/** One of each; the comment is of whoever has `analyze`. */
export const givenNotes = ({ db }: Deps) =>
  insertRows(db, {
    comments: [row.comment('~4501', { case_id: '~1001' })],
    attachments: [
      row.attachment('~4601', { case_id: '~1001' }),
      row.attachment('~4602', { alert_id: '~2001' }),
    ],
  })
