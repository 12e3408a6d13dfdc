import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../texts/index.ts'
import { questionOf } from './question.ts'

beforeAll(() => loadTexts(['questions']))

it('of a built-in worker is in the words of the page', () => {
  expect(questionOf('Assay_Dns_1_0', 'Resolves names.')).toBe('Which addresses does it have?')
})

it.each([
  ['Looks the address up. Needs a key.', 'Looks the address up.'],
  ['Asks example.com for it', 'Asks example.com for it'],
  [' ', ''],
])('of another one that says %j is %j', (description, question) => {
  expect(questionOf('Other_1_0', description)).toBe(question)
  expect(questionOf('Assay_Unknown_1_0', description)).toBe(question)
})
