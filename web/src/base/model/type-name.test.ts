import { expect, it } from 'vitest'
import { typeName } from './type-name.ts'

it.each([
  ['ip', 'IP address'],
  ['user_agent', 'User agent'],
  ['user-agent', 'User agent'],
  ['badge_of-ours', 'Badge of ours'],
  ['thehive:case_task', 'Case task'],
])('%s is called %s', (type, name) => {
  expect(typeName(type)).toBe(name)
})
