import { describe, expect, it } from 'vitest'
import { changedSearch } from './location.ts'
import { matchPath, path } from './match.ts'

describe('a path', () => {
  it.each([
    ['/', '/', {}],
    ['/jobs/:id', '/jobs/a%20b', { id: 'a b' }],
    ['/org/:id/:tab', '/org/ACME%2F1/users', { id: 'ACME/1', tab: 'users' }],
    ['/jobs', '/jobs/1', undefined],
    ['/jobs/:id', '/jobs', undefined],
    ['/jobs/:id', '/jobs/%', undefined],
  ])('%s at %s gives %j', (pattern, given, params) => {
    expect(matchPath(pattern, given)).toEqual(params)
  })

  it('keeps whatever its values hold', () => {
    expect(path`/cases/${'~1/2'}/observables/${'a?b#c'}`).toBe(
      '/cases/~1%2F2/observables/a%3Fb%23c',
    )
  })
})

describe('what stands behind the ?', () => {
  it('is changed name by name, and others stay', () => {
    expect(changedSearch('?status=Failure&type=ip', { status: ['Success', 'Failure'] })).toBe(
      '?type=ip&status=Success&status=Failure',
    )
  })

  it.each([undefined, '', []])('loses a name that is set to %j', (value) => {
    expect(changedSearch('?q=a', { q: value })).toBe('')
  })
})
