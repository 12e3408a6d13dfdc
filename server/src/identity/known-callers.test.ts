import { expect, it } from 'vitest'
import type { Caller } from '../domain/caller.ts'
import { makeKnownCallers } from './known-callers.ts'

const caller: Caller = { login: 'ada', organization: 'alpha', roles: ['read'], via: 'key' }

function atTime() {
  let now = 0
  const known = makeKnownCallers(() => now)
  const pass = (ms: number) => {
    now += ms
  }
  return { known, pass }
}

it('knows a caller for less than a second', () => {
  const { known, pass } = atTime()
  known.remember('key', caller, known.age)

  pass(999)
  expect(known.find('key')).toBe(caller)
  pass(1)
  expect(known.find('key')).toBeUndefined()
})

it('does not live longer for being asked', () => {
  const { known, pass } = atTime()
  known.remember('key', caller, known.age)

  for (const _ of Array(4)) {
    pass(300)
    known.find('key')
  }

  expect(known.find('key')).toBeUndefined()
})

it('forgets all callers at once', () => {
  const { known } = atTime()
  known.remember('key', caller, known.age)

  known.forgetAll()

  expect(known.find('key')).toBeUndefined()
})

it('does not remember what was read before all were forgotten', () => {
  const { known } = atTime()
  const { age } = known

  known.forgetAll()
  known.remember('key', caller, age)

  expect(known.find('key')).toBeUndefined()
})

it('holds a limited number of keys', () => {
  const { known } = atTime()
  for (let n = 0; n <= 10_000; n += 1) known.remember(`key${n}`, caller, known.age)

  expect(known.find('key0')).toBeUndefined()
  expect(known.find('key10000')).toBe(caller)
})
