import { expect, it } from 'vitest'
import { handledAfter } from './handled.ts'

const now = 1_000

it.each([
  ['is read', { read: 0, case_id: null }, { read: 1 }, { handled_at: now }],
  ['joins a case', { read: 0, case_id: null }, { read: 1, case_id: '~1' }, { handled_at: now }],
  ['joins a case after it was read', { read: 1, case_id: null }, { case_id: '~1' }, {}],
  ['leaves its case', { read: 1, case_id: '~1' }, { case_id: null }, {}],
  ['leaves its case unread', { read: 0, case_id: '~1' }, { case_id: null }, { handled_at: null }],
  ['waits again', { read: 1, case_id: null }, { read: 0 }, { handled_at: null }],
  ['changes otherwise', { read: 0, case_id: null }, { read: undefined }, {}],
])('an alert that %s', (_, before, change, expected) => {
  expect(handledAfter(before, change, now)).toEqual(expected)
})
