/**
 * How PostgreSQL plans the statements of a queue function. A cached plan knows neither the current rows
 * nor how many are wanted. Without sorts it walks the queue in the order of its index, and without
 * sequential scans it finds jobs by their ids, also when it was made for an empty table.
 *
 * A plan that cannot avoid what is off looks enormously expensive, and PostgreSQL compiles (JIT) what
 * looks expensive: so that is off, too. Databases of earlier releases get it by 0053.
 */
export const planning = `set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set jit = off`

/**
 * Submissions number and join the entries of a batch, which takes sorts: these must not look too expensive
 * to be planned well.
 */
const forSubmissions = 'set enable_seqscan = off set jit = off'

/** The settings that a function is installed with; its file says nothing of them. */
export const planningOf = (name: string) =>
  name.startsWith('submit_jobs_') ? forSubmissions : planning
