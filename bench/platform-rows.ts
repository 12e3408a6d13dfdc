import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

const perOwner = 10
const dataTypes = ['domain', 'ip', 'hash', 'url', 'other'] as const
const first = Date.UTC(2025, 0, 1)

/**
 * Alerts with ten observables each, and a tenth as many cases, as a team would have them: of ten values
 * seven are seen once or twice, two recur in some dozens of places, and one is common; `commonValues` says
 * how many common ones there are. Returns ids of alerts, spread over all.
 */
export function fillPlatform(
  file: string,
  organization: string,
  observables: number,
  commonValues = 40,
): string[] {
  const database = new DatabaseSync(file)
  const cases = Math.floor(observables / perOwner / 10)
  const owners = cases * 11
  const chance = dice()
  const meta = (id: string, n: number) => [id, organization, BigInt(first + n * 1_000), 'analyst']
  const addCase = database.prepare(`insert into cases (id, organization, created_at, created_by,
      number, title, description, severity, flag, tlp, pap, tags, custom_fields, status, start_date)
    values (?, ?, ?, ?, ?, 'A case', 'Something happened', 2, 0, 2, 2, '[]', '{}', ?, 1)`)
  const addAlert = database.prepare(`insert into alerts (id, organization, created_at, created_by,
      type, source, source_ref, title, description, severity, flag, tlp, pap, tags, custom_fields,
      date, last_sync_date, read, follow)
    values (?, ?, ?, ?, 'mail', 'gate', ?, 'An alert', 'Seen', 2, 0, 2, 2, '[]', '{}', 1, 1, 0, 1)`)
  const addObservable = database.prepare(`insert or ignore into observables (id, organization,
      created_at, created_by, case_id, alert_id, data_type, data, value_hash, tlp, ioc, sighted,
      tags, reports)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, 2, ?, 0, '[]', '{}')`)
  database.exec('pragma synchronous = off; pragma cache_size = -262144; begin')
  const alertIds: string[] = []
  const every = Math.max(1, Math.floor(owners / 997))
  let next = 1_000_000_000
  for (let n = 0; n < owners; n += 1) {
    const id = `~${next++}`
    const isCase = n % 11 === 0
    if (isCase) addCase.run(...meta(id, n), BigInt(n + 1), n % 3 === 0 ? 'Resolved' : 'Open')
    else addAlert.run(...meta(id, n), id)
    if (!isCase && (n + 1) % every === 0) alertIds.push(id)
    for (let place = 0; place < perOwner; place += 1) {
      const value = `${valueAt(place, chance(), { observables, cases, commonValues })}.bench.example`
      addObservable.run(
        ...meta(`~${next++}`, n),
        isCase ? id : null,
        isCase ? null : id,
        dataTypes[place % dataTypes.length] as string,
        value,
        createHash('sha256').update(value).digest('hex'),
        BigInt(place === 0 ? 1 : 0),
      )
    }
  }
  // No `analyze`: the program never does, and plans are other ones with it.
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
  return alertIds
}

/** The first place holds a common value, the next two one of some dozens, the rest rare ones. */
function valueAt(
  place: number,
  chance: number,
  of: { observables: number; cases: number; commonValues: number },
): string {
  if (place === 0) return `common-${Math.floor(chance * of.commonValues)}`
  if (place <= 2) return `known-${Math.floor(chance * Math.max(1, of.cases / 3))}`
  return `rare-${Math.floor(chance * of.observables)}`
}

/** Always the same numbers, so two runs compare the same data. */
function dice(): () => number {
  let state = 42
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
