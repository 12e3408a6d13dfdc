import type { Deps } from '../../src/deps.ts'
import { givenAlert, givenCase } from '../platform/investigation.ts'
import { insertRows, row } from '../platform/rows.ts'
import type { Sample } from './permissions.table.ts'

/** Cases, alerts, case templates and custom fields. */
export const casesTable = `
createCase                  |                             | 401    403  201     201      403        201      401    401
createCaseV1                |                             | 401    403  201     201      403        201      401    401
getCase                     | of alpha                    | 401    200  200     200      403        404      401    401
getCase                     | one that does not exist     | 401    404  404     404      403        404      401    401
getCaseV1                   | of alpha                    | 401    200  200     200      403        404      401    401
updateCase                  | of alpha                    | 401    403  200     200      403        404      401    401
updateCaseV1                | of alpha                    | 401    403  204     204      403        404      401    401
updateCases                 | of alpha                    | 401    403  200     200      403        404      401    401
updateCasesV1               | of alpha                    | 401    403  204     204      403        404      401    401
deleteCase                  | of alpha                    | 401    403  204     204      403        404      401    401
deleteCaseV1                | of alpha                    | 401    403  204     204      403        404      401    401
mergeCases                  | of alpha                    | 401    403  201     201      403        404      401    401
mergeCasesV1                | of alpha                    | 401    403  201     201      403        404      401    401

createAlert                 |                             | 401    403  201     201      403        201      401    401
createAlertV1               |                             | 401    403  201     201      403        201      401    401
getAlert                    | of alpha                    | 401    200  200     200      403        404      401    401
getAlert                    | one that does not exist     | 401    404  404     404      403        404      401    401
getAlertV1                  | of alpha                    | 401    200  200     200      403        404      401    401
updateAlert                 | of alpha                    | 401    403  200     200      403        404      401    401
updateAlertV1               | of alpha                    | 401    403  204     204      403        404      401    401
updateAlerts                | of alpha                    | 401    403  200     200      403        404      401    401
updateAlertsV1              | of alpha                    | 401    403  204     204      403        404      401    401
deleteAlert                 | of alpha                    | 401    403  204     204      403        404      401    401
deleteAlertV1               | of alpha                    | 401    403  204     204      403        404      401    401
deleteAlerts                | of alpha                    | 401    403  204     204      403        404      401    401
deleteAlertsV1              | of alpha                    | 401    403  204     204      403        404      401    401
markAlertAsRead             | of alpha                    | 401    403  200     200      403        404      401    401
markAlertAsReadV1           | of alpha                    | 401    403  204     204      403        404      401    401
markAlertAsUnread           | of alpha                    | 401    403  200     200      403        404      401    401
markAlertAsUnreadV1         | of alpha                    | 401    403  204     204      403        404      401    401
followAlert                 | of alpha                    | 401    403  200     200      403        404      401    401
followAlertV1               | of alpha                    | 401    403  204     204      403        404      401    401
unfollowAlert               | of alpha                    | 401    403  200     200      403        404      401    401
unfollowAlertV1             | of alpha                    | 401    403  204     204      403        404      401    401
applyCaseTemplate           | to a case of alpha          | 401    403  204     204      403        404      401    401
changeCaseOwner             | of alpha, to alpha          | 401    403  204     204      403        404      401    401
changeCaseAccess            | of alpha                    | 401    403  204     204      403        404      401    401
promoteAlert                | of alpha                    | 401    403  201     201      403        404      401    401
promoteAlertV1              | of alpha                    | 401    403  201     201      403        404      401    401
mergeAlert                  | of alpha                    | 401    403  200     200      403        404      401    401
mergeAlertV1                | of alpha                    | 401    403  200     200      403        404      401    401
mergeAlerts                 | of alpha                    | 401    403  200     200      403        404      401    401
mergeAlertsV1               | of alpha                    | 401    403  200     200      403        404      401    401
previewAlertMerge           | of alpha                    | 401    403  200     200      403        404      401    401

createCaseTemplate          |                             | 401    403  403     201      403        201      401    401
createCaseTemplateV1        |                             | 401    403  403     201      403        201      401    401
getCaseTemplate             | of alpha                    | 401    200  200     200      403        404      401    401
getCaseTemplateV1           | of alpha                    | 401    200  200     200      403        404      401    401
updateCaseTemplate          | of alpha                    | 401    403  403     200      403        404      401    401
updateCaseTemplateV1        | of alpha                    | 401    403  403     204      403        404      401    401
deleteCaseTemplate          | of alpha                    | 401    403  403     204      403        404      401    401
deleteCaseTemplateV1        | of alpha                    | 401    403  403     204      403        404      401    401

createCustomField           |                             | 401    403  403     201      201        201      401    401
createCustomFieldV1         |                             | 401    403  403     201      201        201      401    401
getCustomField              | of alpha                    | 401    200  200     200      404        404      401    401
getCustomField              | of the platform             | 401    200  200     200      200        200      401    401
getCustomFieldV1            | of alpha                    | 401    200  200     200      404        404      401    401
updateCustomField           | of alpha                    | 401    403  403     200      404        404      401    401
updateCustomField           | of the platform             | 401    403  403     403      200        403      401    401
updateCustomFieldV1         | of alpha                    | 401    403  403     204      404        404      401    401
deleteCustomField           | of alpha                    | 401    403  403     204      404        404      401    401
deleteCustomField           | of the platform             | 401    403  403     403      204        404      401    401
deleteCustomFieldV1         | of alpha                    | 401    403  403     204      404        404      401    401
`

/** Each row that removes or promotes something has a separate one for it. */
const owners = ['alan', 'ada', 'everybody else']
const number = (me: string) => (owners.includes(me) ? owners.indexOf(me) : 2)
const ownCase = (me: string) => `~110${number(me)}`
const ownAlert = (me: string) => `~210${number(me)}`

/** What the rows name, other than the shared case and alert. */
export async function givenForCases(deps: Deps): Promise<void> {
  for (const me of owners) {
    await givenCase(deps, { id: ownCase(me), number: 100 + number(me) })
    await givenAlert(deps, { id: ownAlert(me), reference: `of ${me}` })
  }
  await givenCase(deps, { id: '~1200', number: 200 })
  await givenCase(deps, { id: '~1201', number: 201 })
  // The cases above have taken their numbers automatically.
  await deps.db.insertInto('sequences').values({ name: 'case', value: 1_000 }).execute()
  await insertRows(deps.db, {
    case_templates: [row.caseTemplate('~7001', 'phishing')],
    custom_fields: [
      row.customField('~7101', 'unit', 'string'),
      row.customField('~7102', 'level', 'string', { organization: '' }),
    ],
  })
}

const told = { title: 'A title', description: 'A description' }
const newAlert = (me: string) => ({ ...told, type: 't', source: 's', sourceRef: me })
const on = (id: string, input = {}): Sample => ({ params: { id }, input })
const change = { title: 'Changed' }
const named = (me: string) => ({ input: { name: `of-${me}` } })
const newField = (me: string) => ({ input: { name: `of-${me}`, type: 'string' } })

/** Two cases that only one call merges: the shared one, and a separate one. */
const toMerge = (me: string) => (me === 'ada' ? '~1200' : '~1201')

const bothVersions = (
  call: string,
  what: string,
  sample: (me: string) => Sample,
): Record<string, (me: string) => Sample> => ({
  [`${call} ${what}`.trim()]: sample,
  [`${call}V1 ${what}`.trim()]: sample,
})

export const casesSamples: Record<string, (me: string) => Sample> = {
  ...bothVersions('createCase', '', () => ({ input: told })),
  ...bothVersions('getCase', 'of alpha', () => on('~1001')),
  'getCase one that does not exist': () => on('~404'),
  ...bothVersions('updateCase', 'of alpha', () => on('~1001', change)),
  ...bothVersions('updateCases', 'of alpha', () => ({ input: { ids: ['~1001'], ...change } })),
  ...bothVersions('deleteCase', 'of alpha', (me) => on(ownCase(me))),
  'mergeCases of alpha': (me) => ({ params: { id: ownCase(me), other: toMerge(me) } }),
  'mergeCasesV1 of alpha': (me) => ({ params: { ids: `${ownCase(me)},${toMerge(me)}` } }),

  'applyCaseTemplate to a case of alpha': () => ({
    input: { ids: ['~1001'], caseTemplate: '~7001' },
  }),
  'changeCaseOwner of alpha, to alpha': () => on('~1001', { organisation: 'alpha' }),
  'changeCaseAccess of alpha': () => on('~1001', { access: { _kind: 'OrganisationAccessKind' } }),

  ...bothVersions('createAlert', '', (me) => ({ input: newAlert(me) })),
  ...bothVersions('getAlert', 'of alpha', () => on('~2001')),
  'getAlert one that does not exist': () => on('~404'),
  ...bothVersions('updateAlert', 'of alpha', () => on('~2001', change)),
  ...bothVersions('updateAlerts', 'of alpha', () => ({ input: { ids: ['~2001'], ...change } })),
  ...bothVersions('deleteAlert', 'of alpha', (me) => on(ownAlert(me))),
  ...bothVersions('deleteAlerts', 'of alpha', (me) => ({ input: { ids: [ownAlert(me)] } })),
  ...bothVersions('markAlertAsRead', 'of alpha', () => on('~2001')),
  ...bothVersions('markAlertAsUnread', 'of alpha', () => on('~2001')),
  ...bothVersions('followAlert', 'of alpha', () => on('~2001')),
  ...bothVersions('unfollowAlert', 'of alpha', () => on('~2001')),
  ...bothVersions('promoteAlert', 'of alpha', (me) => on(ownAlert(me))),
  ...bothVersions('mergeAlert', 'of alpha', (me) => ({
    params: { id: ownAlert(me), caseId: '~1001' },
  })),
  ...bothVersions('mergeAlerts', 'of alpha', (me) => ({
    input: { alertIds: [ownAlert(me)], caseId: '~1001' },
  })),

  'previewAlertMerge of alpha': (me) => ({
    input: { alertIds: [ownAlert(me)], caseId: '~1001' },
  }),

  ...bothVersions('createCaseTemplate', '', named),
  ...bothVersions('getCaseTemplate', 'of alpha', () => on('phishing')),
  ...bothVersions('updateCaseTemplate', 'of alpha', () => on('~7001', { flag: true })),
  ...bothVersions('deleteCaseTemplate', 'of alpha', () => on('~7001')),

  ...bothVersions('createCustomField', '', newField),
  ...bothVersions('getCustomField', 'of alpha', () => on('unit')),
  'getCustomField of the platform': () => on('level'),
  ...bothVersions('updateCustomField', 'of alpha', () => on('unit', { mandatory: true })),
  'updateCustomField of the platform': () => on('level', { mandatory: true }),
  ...bothVersions('deleteCustomField', 'of alpha', () => on('~7101')),
  'deleteCustomField of the platform': () => on('~7102'),
}
