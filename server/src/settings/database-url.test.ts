import { describe, expect, it } from 'vitest'
import { checkDatabaseUrl } from './checks.ts'

const at = (rest: string) => `postgres://assay:secret@db.example.org/assay${rest}`

describe('an address of PostgreSQL', () => {
  it.each([
    '',
    '?sslmode=disable',
    '?sslmode=require',
    '?sslmode=verify-full',
    '?sslmode=verify-ca&sslrootcert=/etc/assay/ca.crt',
    '?target_session_attrs=read-write',
  ])('%s is taken', (rest) => {
    expect(checkDatabaseUrl(at(rest))).toBeUndefined()
  })

  it.each([
    ['?sslmode=prefer', /sslmode=disable, require, verify-ca, verify-full or no-verify/],
    ['?sslmode=allow', /may fall back to no encryption/],
    ['?sslmode=verify-ca', /must set sslrootcert to the CA file/],
    ['?target_session_attrs=standby', /must point to the primary/],
    ['?host=a,b', /must name one host/],
  ])('%s is refused with the reason', (rest, reason) => {
    expect(checkDatabaseUrl(at(rest))).toMatch(reason)
  })

  it.each(['postgres://a:5432,b:5432/assay', 'postgres://u:p@a,b/assay'])(
    'of several hosts, %s, is refused with what to give instead',
    (url) => {
      expect(checkDatabaseUrl(url)).toMatch(/must name one host; .*follows the primary/)
    },
  )

  it('a comma in a password is not a second host', () => {
    expect(checkDatabaseUrl('postgres://u:a,b@db.example.org/assay')).toBeUndefined()
  })
})
