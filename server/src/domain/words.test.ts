import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { globMatches, hasWord, hasWordLike, wordsOf } from './words.ts'

describe('words of a text', () => {
  it.each([
    ['', []],
    ['  --  ', []],
    ['Phishing mail', ['phishing', 'mail']],
    ['8.8.8.8', ['8', '8', '8', '8']],
    ['user_name@Example.ORG', ['user', 'name', 'example', 'org']],
    ['Größe naïve Ωμέγα', ['größe', 'naïve', 'ωμέγα']],
    ['日本語 テスト', ['日本語', 'テスト']],
    ['tlp2🦊fox', ['tlp2', 'fox']],
    ['one\ntwo\tthree', ['one', 'two', 'three']],
  ])('%j holds %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it.each([
    ['Phishing mail', ['mail'], true],
    ['Phishing mail', ['spam', 'phishing'], true],
    ['Phishing mail', ['phish'], false],
    ['Phishing mail', ['Mail'], false],
    ['a.b', ['a.b'], false],
    ['Phishing mail', [], false],
  ])('%j has one of %j: %s', (text, words, expected) => {
    expect(hasWord(text, new Set(words))).toBe(expected)
  })

  it.each([
    ['Phishing mail', 'phish*', true],
    ['Phishing mail', '*ing', true],
    ['Phishing mail', 'm?il', true],
    ['Phishing mail', 'ma', false],
    ['Phishing mail', 'phishing*mail', false],
    ['Phishing mail', '*', true],
    ['!!', '*', false],
  ])('%j has a word like %j: %s', (text, pattern, expected) => {
    expect(hasWordLike(text, pattern)).toBe(expected)
  })
})

describe('glob', () => {
  it.each([
    ['', '', true],
    ['', '*', true],
    ['', '?', false],
    ['abc', 'abc', true],
    ['abc', 'ABC', false],
    ['abc', 'a*', true],
    ['abc', '*c', true],
    ['abc', '*b*', true],
    ['abc', 'a?c', true],
    ['abc', 'a?', false],
    ['abc', '????', false],
    ['abc', '**a**c**', true],
    ['abcabd', '*abd', true],
    ['a*c', 'a*c', true],
    ['[ab]', '[ab]', true],
    ['a', '[ab]', false],
    ['100%', '100%', true],
    ['1000', '100%', false],
    ['🦊', '?', true],
    ['🦊🦊', '🦊?', true],
    ['x🦊y', '*?y', true],
    ['line\nbreak', 'line*', true],
  ])('%j matches %j: %s', (text, pattern, expected) => {
    expect(globMatches(text, pattern)).toBe(expected)
  })

  it('takes no exponential time on a hostile pattern', async () => {
    const textOf = (times: number) => 'a'.repeat(50_000 * times)
    const pattern = `${'*a'.repeat(50)}*b`

    expect(globMatches(textOf(4), pattern)).toBe(false)
    const work = (text: string) => globMatches(text, pattern)
    expect(await growth(textOf, work)).toBeLessThan(nearlyLinear)
  })
})
