import { expect, it } from 'vitest'
import { completed, mentionAt, offeredFor } from './mention.ts'

const people = [
  { login: 'ada', name: 'Ada Marsh' },
  { login: 'ben@corp.example', name: 'Ben Okafor' },
  { login: 'root', name: '' },
]

it('is what follows an @ up to the caret', () => {
  expect(mentionAt('Look, @be', 9)).toEqual({ at: 6, typed: 'be' })
  expect(mentionAt('@', 1)).toEqual({ at: 0, typed: '' })
  expect(mentionAt('(@ben@corp', 10)).toEqual({ at: 1, typed: 'ben@corp' })
})

it('is none in an address of mail, behind a blank or before the caret', () => {
  expect(mentionAt('mail ada@example', 16)).toBeUndefined()
  expect(mentionAt('@ada please', 11)).toBeUndefined()
  expect(mentionAt('@ada', 0)).toBeUndefined()
})

it('offers users who match by login or by any part of the name', () => {
  const logins = (typed: string) => offeredFor(people, typed).map(({ login }) => login)
  expect(logins('')).toHaveLength(3)
  expect(logins('OKA')).toEqual(['ben@corp.example'])
  expect(logins('a')).toEqual(['ada'])
  expect(logins('x')).toEqual([])
})

it('completes the login and continues after it', () => {
  expect(completed('See @be now', { at: 4, typed: 'be' }, 'ben')).toEqual({
    words: 'See @ben now',
    caret: 9,
  })
  expect(completed('@', { at: 0, typed: '' }, 'ada')).toEqual({ words: '@ada ', caret: 5 })
})
