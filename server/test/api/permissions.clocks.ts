import type { Deps } from '../../src/deps.ts'
import { insertRows, row } from '../platform/rows.ts'
import type { Sample } from './permissions.table.ts'

/** How long cases may take: administrators say it, all users of the organization read it, and the numbers of the desk. */
export const clocksTable = `
listClockPolicies           |                             | 401    200  200     200      403        200      401    401
createClockPolicy           |                             | 401    403  403     201      403        201      401    401
updateClockPolicy           | of alpha                    | 401    403  403     200      403        404      401    401
orderClockPolicies          | of alpha                    | 401    403  403     200      403        400      401    401
deleteClockPolicy           | of alpha                    | 401    403  403     204      403        404      401    401
getCaseClocks               | of alpha                    | 401    200  200     200      403        404      401    401
getDesk                     | of a day                    | 401    200  200     200      403        200      401    401
`

const ofAlpha = { params: { id: '~7201' } }

export const clocksSamples: Record<string, () => Sample> = {
  createClockPolicy: () => ({ input: { kind: 'resolve', minutes: 60 } }),
  'updateClockPolicy of alpha': () => ({
    ...ofAlpha,
    input: { minutes: 10, escalateTo: 'alan', template: '~7202' },
  }),
  'orderClockPolicies of alpha': () => ({ input: { ids: ['~7201'] } }),
  'deleteClockPolicy of alpha': () => ofAlpha,
  'getCaseClocks of alpha': () => ({ params: { id: '1' } }),
  'getDesk of a day': () => ({ input: { from: 0, to: 86_400_000, zone: 'Europe/Berlin' } }),
}

export async function givenPolicy({ db }: Deps): Promise<void> {
  await insertRows(db, { case_templates: [row.caseTemplate('~7202', 'Measured')] })
  await db
    .insertInto('clock_policies')
    .values({
      ...{ id: '~7201', organization: 'alpha', position: 0, kind: 'resolve', severities: '[4]' },
      ...{ template_id: null, minutes: 60, warn_at: 80, escalate_to: null },
      ...{ created_at: 1, created_by: 'ada' },
    })
    .execute()
}
