/**
 * When an alert was handled, as SQL on `alerts`; null while it waits. Earlier versions stored no time: the best
 * known one counts. An index of migration 0160 has this text, so a changed one needs another index.
 */
export const handledAt = `case when read = 0 and case_id is null then null
  else coalesce(handled_at, import_date, updated_at, created_at) end`
