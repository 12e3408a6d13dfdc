import { expect, it } from 'vitest'
import { parseSetupHash, tokenFrom } from './token.ts'

it.each([
  ['', '/', null],
  ['#', '/', null],
  ['#/setup', '/setup', null],
  ['#/setup?token=a-b_c', '/setup', 'a-b_c'],
])('the printed link with %s has path %s and token %s', (hash, path, token) => {
  expect(parseSetupHash(hash)).toEqual({ path, token })
})

it.each([
  ['  abc ', 'abc'],
  ['http://host:9001/#/setup?token=abc', 'abc'],
  ['token=abc&x=1', 'abc'],
  ['', ''],
])('takes the token out of pasted %j', (pasted, token) => {
  expect(tokenFrom(pasted)).toBe(token)
})
