import { AppError } from './errors.ts'

/**
 * The database is unreachable at the moment. Thrown only by the driver, so a refused connection to
 * another service never looks like this. The cause is for the log.
 */
export class DatabaseUnavailable extends AppError {
  /** Whether the statement, or its transaction, certainly did not happen: then it may be repeated. */
  readonly isUndone: boolean

  constructor(cause: unknown, isUndone: boolean) {
    super('ServiceUnavailable', 'The database is unavailable. Retry in a few seconds', {
      cause,
      retryAfterSeconds: 2,
    })
    this.isUndone = isUndone
  }
}

/**
 * Why something was not stored.
 * - `unavailable`: the database, or the way to it
 * - `busy`: another process holds the SQLite file, or the statement took too long
 * - `databaseFull`: the disk of the database server
 * - `diskFull`: a disk of this machine
 * - `data`: the data itself; another try ends the same way
 *
 * Undefined for anything else, most likely a bug.
 */
export type StorageTrouble = 'unavailable' | 'busy' | 'databaseFull' | 'diskFull' | 'data'

export function storageTrouble(error: unknown): StorageTrouble | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable'
  // A text that is too long for the language itself, made while a statement was written.
  if (error instanceof RangeError) return 'data'
  if (!(error instanceof Error)) return undefined
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  const own =
    typeof errcode === 'number'
      ? // The extended codes of SQLite keep the plain one in the low byte.
        sqliteTroubles[errcode & 0xff]
      : typeof code === 'string'
        ? codeTrouble(code)
        : undefined
  // The units of a failed shared commit get this error, with its cause.
  return own ?? (error.cause === undefined ? undefined : storageTrouble(error.cause))
}

const sqliteTroubles: Readonly<Record<number, StorageTrouble>> = {
  5: 'busy', // BUSY
  6: 'busy', // LOCKED
  8: 'busy', // READONLY: the file system was mounted read-only after an error
  10: 'busy', // IOERR
  13: 'diskFull', // FULL
  14: 'busy', // CANTOPEN: of the files next to the database
  18: 'data', // TOOBIG
  19: 'data', // CONSTRAINT
  20: 'data', // MISMATCH
}

function codeTrouble(code: string): StorageTrouble | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'diskFull'
  if (code === '53100') return 'databaseFull'
  // Ended by a limit of time, a deadlock, or a lock that was not free.
  if (/^(57014|40001|40P01|55P03)$/.test(code)) return 'busy'
  // Data exception, integrity constraint, program limit exceeded ("too large"), refused by a trigger.
  return /^((22|23|54)[0-9A-Z]{3}|P0001)$/.test(code) ? 'data' : undefined
}
