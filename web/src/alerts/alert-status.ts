import type { AlertV1 } from '@assay/contract'

/** Read or not, in a case or not: four names for the four answers. */
export const alertStatuses = ['New', 'Updated', 'Ignored', 'Imported'] as const
export type AlertStatus = (typeof alertStatuses)[number]

export function alertStatus({ read, caseId }: Pick<AlertV1, 'read' | 'caseId'>): AlertStatus {
  if (caseId === undefined) return read ? 'Ignored' : 'New'
  return read ? 'Imported' : 'Updated'
}
