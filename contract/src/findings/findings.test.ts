import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { catalogue, catalogueIds } from './index.ts'
import { ageOf, fillSentence, inEnglish, placeholderKinds, placeholdersOf } from './sentence.ts'
import { techniqueIds } from './techniques.ts'
import { translateWords } from './translate-words.ts'
import { words } from './words.ts'

describe('the catalog of findings', () => {
  it.each(catalogueIds)('%s marks its evidence in a way that readers know', (id) => {
    const { sentence, technique } = catalogue[id]
    const kinds = [...sentence.matchAll(/\{\w+:(\w+)/g)].map(([, kind]) => kind)
    expect(placeholderKinds).toEqual(expect.arrayContaining(kinds))
    expect(sentence.replace(/\{\w+(?::\w+)?(?:\?[^{}|]+\|[^{}|]+)?\}/g, '')).not.toMatch(/[{}]/)
    if (technique !== undefined) expect(techniqueIds).toContain(technique)
  })
})

describe('a sentence', () => {
  it('is filled once: evidence is never read as a placeholder', () => {
    const filled = fillSentence('{a} and {b:domain}', { a: '{b}', b: 'x' }, inEnglish)
    expect(filled).toBe('{b} and x')
  })

  it('takes the form of a number', () => {
    const say = (days: number) => fillSentence('{days} {days?day|days}', { days }, inEnglish)
    expect([0, 1, 2].map(say)).toEqual(['0 days', '1 day', '2 days'])
  })

  it('is none without its evidence, and evidence is not what every object has', () => {
    expect(fillSentence('{a}', {}, inEnglish)).toBeUndefined()
    expect(fillSentence('{constructor}', {}, inEnglish)).toBeUndefined()
  })

  it('says what it wants', () => {
    expect(placeholdersOf('{a:date} {b?x|y} {c}')).toEqual([
      { name: 'a', kind: 'date' },
      { name: 'b', forms: ['x', 'y'] },
      { name: 'c' },
    ])
  })

  it.each([
    [1, '1 minute'],
    [119, '119 minutes'],
    [180, '3 hours'],
    [4320, '3 days'],
  ])('says %s minutes as %s', (minutes, age) => expect(ageOf(minutes)).toBe(age))
})

describe('words in a sentence', () => {
  const shout = (text: string) =>
    translateWords(
      text,
      (word) => word.toUpperCase(),
      (evidence) => `<${evidence}>`,
    )

  it.each([
    ['private network, by custom', 'PRIVATE NETWORK BY CONVENTION'],
    ['1 stands for l, with words added', '<1> REPLACES <l>, WORDS ADDED'],
    ['Windows and iOS', '<Windows> AND <iOS>'],
    ['private key (PKCS#8), RSA 2048', 'PRIVATE KEY (PKCS#8), <RSA 2048>'],
    ['a.test: mx has more than 10 names', '<a.test>: MX LISTS MORE THAN <10> NAMES'],
    ['something else', '<something else>'],
  ])('%s', (text, expected) => expect(shout(text)).toBe(expected))

  it('are each there once', () => expect(new Set(words).size).toBe(words.length))

  it('are found in time in proportion to the length of the evidence, whatever it holds', async () => {
    const evidenceOf = (times: number) => ': '.repeat(5_000 * times)
    expect(await growth(evidenceOf, shout)).toBeLessThan(nearlyLinear)
  })
})
