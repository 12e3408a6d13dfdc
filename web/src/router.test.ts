import { describe, expect, it } from 'vitest'
import { parseHash } from './router.ts'
import { chooseScreen } from './session.ts'
import { tokenFrom } from './setup/token.ts'

describe('the address', () => {
  it.each([
    ['', '/', null],
    ['#', '/', null],
    ['#/setup', '/setup', null],
    ['#/setup?token=a-b_c', '/setup', 'a-b_c'],
  ])('%s is path %s with token %s', (hash, path, token) => {
    const route = parseHash(hash)

    expect(route.path).toBe(path)
    expect(route.query.get('token')).toBe(token)
  })

  it.each([
    ['  abc ', 'abc'],
    ['http://host:9001/#/setup?token=abc', 'abc'],
    ['token=abc&x=1', 'abc'],
    ['', ''],
  ])('takes the token out of pasted %j', (pasted, token) => {
    expect(tokenFrom(pasted)).toBe(token)
  })
})

describe('the screen', () => {
  it.each([
    ['setup', '/', 'setup'],
    ['setup', '/login', 'setup'],
    ['signed-out', '/', 'login'],
    ['signed-out', '/anything', 'login'],
    ['signed-in', '/', 'account'],
    ['signed-in', '/setup', 'account'],
    ['signed-in', '/anything', 'not-found'],
  ] as const)('of state %s at %s is %s', (state, path, screen) => {
    expect(chooseScreen(state, path)).toBe(screen)
  })
})
