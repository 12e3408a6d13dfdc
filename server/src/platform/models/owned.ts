import { sameOrganization } from './fields.ts'
import type { Models } from './models.ts'

/** Parent of what belongs to a case. */
export const caseIn = (models: Models) => ({
  case: { model: () => models.of('case'), join: [['case_id', 'id'], sameOrganization] as const },
})

/** Parents of what hangs on a case or on an alert. */
export const ownersIn = (models: Models) => ({
  ...caseIn(models),
  alert: { model: () => models.of('alert'), join: [['alert_id', 'id'], sameOrganization] as const },
})
