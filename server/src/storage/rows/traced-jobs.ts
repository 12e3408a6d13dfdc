/** What the history of a verdict shows of a job, also when retention has removed it. */
export const tracedColumns = [
  'id',
  'worker_id',
  'worker_name',
  'worker_definition_id',
  'status',
  'created_at',
  'end_date',
  'asked_by',
  'asked_kind',
  'cause',
  'created_by',
] as const
