import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type QueryExecutorProvider, sql } from 'kysely'
import { version } from '../../process/version.ts'
import { planningOf } from './planning.ts'

/**
 * A function of the database that processes call. A changed signature or meaning gets a new number, because
 * processes of the release before call the old one during an upgrade; a better body keeps it.
 */
export interface DatabaseFunction {
  /** Ends with its number: `end_jobs_3`. */
  readonly name: string
  readonly source: string
}

/** One file each: next to this one, and next to the built program. */
export function readFunctions(): DatabaseFunction[] {
  const folder = new URL('./functions/', import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.sql'.length),
      source: readFileSync(new URL(file, folder), 'utf8'),
    }))
}

export interface Installation {
  readonly functions?: readonly DatabaseFunction[]
  readonly release?: string
  /** After migrations, which may have installed earlier bodies. */
  readonly isForced?: boolean
}

/** Names of those that `installFunctions` would install or drop. */
export async function outdatedFunctions(
  db: QueryExecutorProvider,
  { functions = readFunctions(), release = version, isForced = false }: Installation = {},
): Promise<{ missing: DatabaseFunction[]; old: string[] }> {
  const { rows } = await sql<{ name: string; note: string | null }>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as note
    from pg_proc p join pg_class c on c.relnamespace = p.pronamespace
    where c.oid = to_regclass('jobs') and p.proname ~ '^[a-z_]+_[0-9]+$'`.execute(db)
  const notes = new Map(rows.map(({ name, note }) => [name, note]))
  return {
    missing: functions.filter((one) => {
      const [by, digest] = readNote(notes.get(one.name))
      // A node of an earlier release that is started again must not undo what a newer one brought.
      if (by !== undefined && isNewer(by, release)) return false
      return isForced || digest !== digestOf(one)
    }),
    old: rows.map(({ name }) => name).filter((name) => isBeforeLast(name, functions)),
  }
}

/** In the transaction that holds the lock of the migrations. */
export async function installFunctions(
  tx: QueryExecutorProvider,
  options: Installation = {},
): Promise<void> {
  const { missing, old } = await outdatedFunctions(tx, options)
  const run = (statement: string) => sql.raw(statement).execute(tx)
  for (const one of missing) {
    const { name, source } = one
    await run(source)
    // To replace a function removes its settings.
    await run(`alter function ${name} ${planningOf(name)}`)
    const note = `Assay ${options.release ?? version} ${digestOf(one)}`
    await run(`comment on function ${name} is '${note}'`)
  }
  for (const name of old) await run(`drop function ${name}`)
}

/** Of the settings, too: a database gets those of today with the next start. */
export const digestOf = ({ name, source }: DatabaseFunction) =>
  hash('sha256', `${planningOf(name)}\n${source}`).slice(0, 32)

const readNote = (note: string | null | undefined) =>
  /^Assay (\S+) ([0-9a-f]{32})$/.exec(note ?? '')?.slice(1) ?? []

const isNewer = (a: string, b: string) => {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const at = left.findIndex((number, index) => number !== right[index])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}

const numbersOf = (release: string) => release.split('-')[0]?.split('.').map(Number) ?? []

const parts = (name: string) => {
  const at = name.lastIndexOf('_')
  return { family: name.slice(0, at), number: Number(name.slice(at + 1)) }
}

/** The release before this one calls the last number at least; what is older no process calls. */
const isBeforeLast = (name: string, functions: readonly DatabaseFunction[]) => {
  const { family, number } = parts(name)
  const numbers = functions.map((one) => parts(one.name)).filter((one) => one.family === family)
  return numbers.length > 0 && number <= Math.max(...numbers.map((one) => one.number)) - 2
}
