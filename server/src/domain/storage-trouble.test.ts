import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable, type StorageTrouble, storageTrouble } from './storage-trouble.ts'

const pg = (code: string) => Object.assign(new Error('x'), { code })
const sqlite = (errcode: number) =>
  Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })

const known: [what: string, error: unknown, trouble: StorageTrouble | undefined][] = [
  ['a database that is unavailable', new DatabaseUnavailable(new Error('x'), true), 'unavailable'],
  // Only the driver knows whose connection it was.
  ['a refused connection to anybody', pg('ECONNREFUSED'), undefined],
  ['a full disk of the database server', pg('53100'), 'databaseFull'],
  ['a full disk here', pg('ENOSPC'), 'diskFull'],
  ['a used-up quota', pg('EDQUOT'), 'diskFull'],
  ['a full SQLite file', sqlite(13), 'diskFull'],
  ['a busy SQLite file', sqlite(5), 'busy'],
  ['a busy snapshot (extended code)', sqlite(517), 'busy'],
  ['an I/O error (extended code)', sqlite(778), 'busy'],
  ['a limit of time', pg('57014'), 'busy'],
  ['a deadlock', pg('40P01'), 'busy'],
  ['a wrong byte sequence', pg('22021'), 'data'],
  ['a unique key', pg('23505'), 'data'],
  ['a rule of a trigger', pg('P0001'), 'data'],
  ['a row that is too large', pg('54000'), 'data'],
  ['a unique key of SQLite', sqlite(2067), 'data'],
  ['a value too big for SQLite', sqlite(18), 'data'],
  ['a text too long for the language', new RangeError('Invalid string length'), 'data'],
  ['a shared commit that failed', new Error('x', { cause: sqlite(13) }), 'diskFull'],
  ['a missing table', pg('42P01'), undefined],
  ['a bug', new TypeError('x'), undefined],
  ['nothing', undefined, undefined],
]

describe('what keeps something from being stored', () => {
  it.each(known)('is recognized in %s', (_what, error, trouble) => {
    expect(storageTrouble(error)).toBe(trouble)
  })
})
