import { expect, it } from 'vitest'
import { loadTexts } from '../texts/index.ts'
import { responseWords } from './response-words.ts'

await loadTexts(['jobs'])

it('says the message, without anything in it that works as a link', () => {
  expect(responseWords('Told http://evil.example', [])).toBe('Told hxxp://evil[.]example')
})

it('defangs the value that it is about, also without anything that makes it a link', () => {
  const value = { dataType: 'domain', data: 'evil.example' }
  expect(responseWords('evil.example is on the list', [], value)).toBe(
    'evil[.]example is on the list',
  )
})

it('defangs other names that it speaks of', () => {
  expect(responseWords('Not sent: mail.corp.invalid does not answer', [])).toBe(
    'Not sent: mail[.]corp[.]invalid does not answer',
  )
})

it('says what was done where there is no message, or only JSON', () => {
  const operations = [{ type: 'AddTagToCase', tag: 'blocked' }, { type: 'MarkAlertAsRead' }]
  expect(responseWords(undefined, operations)).toBe('tag “blocked” added, alert marked as read')
  expect(responseWords('{"a":1}', operations)).toContain('tag “blocked” added')
  expect(responseWords('', [{ type: 'PagePeople' }, 7])).toBe('page people')
  expect(responseWords('', 'nonsense')).toBe('done')
})
