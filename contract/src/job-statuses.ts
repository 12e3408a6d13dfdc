export const jobStatuses = ['Waiting', 'InProgress', 'Success', 'Failure', 'Deleted'] as const
