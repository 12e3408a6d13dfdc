import { expect, test } from 'vitest'
import { inputOf, valuesOf, wrongFields } from './mailbox-values.ts'

const filled = {
  ...valuesOf(undefined, 'en'),
  ...{ name: ' phishing ', host: 'imap.example', user: 'soc', secret: 'word' },
}

test('the port follows from the security, unless it is typed', () => {
  expect(inputOf(filled).port).toBe(993)
  expect(inputOf({ ...filled, security: 'starttls' }).port).toBe(143)
  expect(inputOf({ ...filled, port: '1993' }).port).toBe(1993)
})

test('senders may be separated by lines, commas or spaces', () => {
  expect(inputOf({ ...filled, allow: 'a.example\n b@c.example, ,d.example' }).allow).toEqual([
    'a.example',
    'b@c.example',
    'd.example',
  ])
})

test('what is missing is named at its field; a saved mailbox keeps its secret', () => {
  expect(wrongFields(filled, true)).toEqual({})
  expect(Object.keys(wrongFields(valuesOf(undefined, 'en'), true))).toEqual([
    'name',
    'host',
    'user',
    'secret',
  ])
  expect(wrongFields({ ...filled, secret: '' }, false)).toEqual({})
  expect(Object.keys(wrongFields({ ...filled, auth: 'microsoft' }, true))).toEqual([
    'tenant',
    'clientId',
  ])
  expect(Object.keys(wrongFields({ ...filled, perHour: '0' }, true))).toEqual(['perHour'])
  expect(Object.keys(wrongFields({ ...filled, reply: 'closed' }, true))).toEqual([
    'trustedServer',
    'replyDomains',
  ])
})
