import { expect, it } from 'vitest'
import { mentionedIn } from './mentions.ts'

it.each([
  ['@ada, please', ['ada']],
  ['Ask @ada and (@ben.lee), then @ada again.', ['ada', 'ben.lee']],
  ['See @ben@corp.example.', ['ben@corp.example']],
  ['**@ada** and @zoé_1', ['ada', 'zoé_1']],
  ['mail ada@example.com or x.@ben', []],
  ['`@ada` and\n```\n@ben\n```\n@eve', ['eve']],
  ['```\n@ben without an end', []],
  ['@ @. @-', []],
])('reads who is named in %j', (text, names) => {
  expect(mentionedIn(text)).toEqual(names)
})

it('reads no more than 200 names, of any text in a moment', () => {
  const many = Array.from({ length: 500 }, (_, at) => `@user${at}`).join(' ')
  expect(mentionedIn(many)).toHaveLength(200)
  for (const part of ['`', '```', '@', '@a@', '@a.', '`\n', '``'])
    expect(mentionedIn(part.repeat(200_000)).length).toBeLessThanOrEqual(200)
})
