import { analyzers } from '@assay/analyzers/descriptions'
import { expect, it } from 'vitest'
import { aboutOf, questionOf } from './question.ts'

it('of a built-in worker is in the words of the page', () => {
  for (const say of [questionOf, aboutOf])
    expect(say(`${analyzers.dns.name}_1_0`, 'Resolves names.')).toBe(
      'Which IP addresses does it have?',
    )
})

it.each([
  ['Looks the address up. Needs a key.', 'Looks the address up.'],
  ['Asks example.com for it', 'Asks example.com for it'],
  [' ', ''],
])('of another one that says %j is %j', (description, question) => {
  expect(questionOf('Other_1_0', description)).toBe(question)
})

it('leaves nothing out for the user who is about to run it', () => {
  const description = 'Looks the address up. It is sent to others.'
  expect(aboutOf('Other_1_0', description)).toBe(description)
})
