import { expect, it } from 'vitest'
import { loadTexts } from '../../base/texts/index.ts'
import { subjectOf } from './subject.ts'

await loadTexts(['jobs'])

const words = (dataType: string, data: unknown) => subjectOf({ dataType, data }).words

it.each([
  ['thehive:case', { caseId: 9, title: 'Phishing' }, 'Case #9 Phishing'],
  ['thehive:case', { number: 7 }, 'Case #7'],
  ['thehive:case', '{"caseId":9,"title":"a\\nb"}', 'Case #9 a b'],
  ['thehive:alert', { title: 'See http://evil.example' }, 'Alert See hxxp://evil[.]example'],
  ['thehive:case_task', { title: 'Ask who clicked' }, 'Task Ask who clicked'],
  ['thehive:case_task_log', { message: '{}' }, 'A task log'],
  ['thehive:case', {}, 'A case'],
  ['thehive:alert', '{ cut in the mid', 'An alert'],
  ['thehive:surprise', { a: { b: 1 } }, 'An object of type surprise'],
])('%s %j is called %s', (dataType, data, said) => {
  expect(words(dataType, data)).toBe(said)
})

it('shows a value as a value, and leads to cases and alerts', () => {
  expect(
    subjectOf({ dataType: 'thehive:case_artifact', data: { dataType: 'ip', data: '1.2.3.4' } }),
  ).toMatchObject({ value: { dataType: 'ip', data: '1.2.3.4' } })
  expect(subjectOf({ dataType: 'thehive:case', data: { caseId: 9, _id: '~12' } }).to).toBe(
    '/cases/~12',
  )
})
