import { sameOrganization } from './fields.ts'
import type { Models } from './models.ts'

/** Parents of what hangs on a case or on an alert. */
export const ownersIn = (models: Models) => ({
  case: { model: () => models.of('case'), join: [['case_id', 'id'], sameOrganization] as const },
  alert: { model: () => models.of('alert'), join: [['alert_id', 'id'], sameOrganization] as const },
})
