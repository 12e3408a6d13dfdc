import { ApiError } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { cookieValue, parseRetryAfter } from './api.ts'
import { isUnauthorized, problemOf, Refusal, ThrottledError } from './problem.ts'
import { text } from './texts/index.ts'

const attributeError = (...names: string[]) =>
  new ApiError(400, {
    type: 'AttributeCheckingError',
    message: 'all of them',
    errors: names.map((name) => ({ type: 'X', name, message: `${name} is wrong` })),
  })

describe('a problem', () => {
  it('puts what the server says about a field at that field, with or without the table name', () => {
    const problem = problemOf(attributeError('user.login', 'name'), ['login', 'name'])

    expect(problem.fields).toEqual({ login: 'user.login is wrong', name: 'name is wrong' })
    expect(problem.message).toBe(text('error.fields'))
  })

  it('keeps what belongs to no field of the form in the message', () => {
    expect(problemOf(attributeError('login', 'roles'), ['login']).message).toContain(
      'roles is wrong',
    )
    expect(problemOf(attributeError('roles'), ['login']).message).toBe('all of them')
  })

  it('says when to try again', () => {
    const before = Date.now()
    const { waitUntil } = problemOf(new ThrottledError('slow down', 60))

    expect(waitUntil).toBeGreaterThanOrEqual(before + 60_000)
  })

  it('calls everything that is not an answer a lost connection', () => {
    expect(problemOf(new TypeError('fetch failed')).message).toBe(text('error.unreachable'))
  })

  it('keeps the words of the page', () => {
    expect(problemOf(new Refusal('no', { token: 'why' }))).toEqual({
      message: 'no',
      fields: { token: 'why' },
    })
  })

  it('knows a missing session by its status', () => {
    expect(isUnauthorized(new ApiError(401, { type: 'AuthenticationError', message: '' }))).toBe(
      true,
    )
    expect(isUnauthorized(attributeError())).toBe(false)
  })
})

describe('headers and cookies', () => {
  it.each([
    ['30', 30],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 60],
    ['nonsense', undefined],
    [null, undefined],
  ])('Retry-After %s is %s seconds', (header, seconds) => {
    expect(parseRetryAfter(header, 0)).toBe(seconds)
  })

  it.each([
    ['a=1; CORTEX-XSRF-TOKEN=x=y; b=2', 'x=y'],
    ['XCORTEX-XSRF-TOKEN=no', undefined],
    ['', undefined],
  ])('the token in %j is %s', (cookies, value) => {
    expect(cookieValue(cookies, 'CORTEX-XSRF-TOKEN')).toBe(value)
  })
})
