/** Read or not, in a case or not: four names for the four answers. */
export const alertStatuses = ['New', 'Updated', 'Ignored', 'Imported'] as const
export type AlertStatus = (typeof alertStatuses)[number]
