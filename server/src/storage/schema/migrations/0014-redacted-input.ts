import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The input of one may hold an observable of a megabyte. */
const rowsAtOnce = 50

/**
 * Failed jobs of earlier versions repeat the configuration of their analyzer, with every secret
 * whose name did not give it away. What the organization set is taken out; its names stay.
 */
export const redactedInput: Migration = {
  name: '0014-redacted-input',

  async up(db) {
    for (let last = ''; ; ) {
      const { rows } = await sql<{ id: string; input: string }>`
        select id, input from jobs where input is not null and id > ${last}
        order by id limit ${rowsAtOnce}`.execute(db)
      for (const { id, input } of rows)
        await sql`update jobs set input = ${withoutConfiguration(input)} where id = ${id}`.execute(
          db,
        )
      if (rows.length < rowsAtOnce) return
      last = rows.at(-1)?.id ?? ''
    }
  },
}

/** Null for what cannot be read: its content is unknown. */
function withoutConfiguration(input: string): string | null {
  try {
    const document: unknown = JSON.parse(input)
    if (typeof document !== 'object' || document === null) return null
    const { config, ...rest } = document as Record<string, unknown>
    return JSON.stringify({ ...rest, ...(config === undefined ? {} : { config: cleared(config) }) })
  } catch {
    return null
  }
}

const levels = ['max_tlp', 'max_pap', 'jobTimeout', 'jobCache']

function cleared(value: unknown, name = '', depth = 0): unknown {
  if (value === '' || value === null || typeof value === 'boolean') return value
  if (typeof value === 'number' && levels.includes(name)) return value
  if (typeof value !== 'object' || depth > 50) return 'REMOVED'
  if (Array.isArray(value)) return value.map((element) => cleared(element, name, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([inner, element]) => [inner, cleared(element, inner, depth + 1)]),
  )
}
