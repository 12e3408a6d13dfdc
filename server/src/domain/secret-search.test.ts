import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { makeSearch, redactJson, redactText } from './secret-search.ts'

const secret = 'p@ss/wörd "x" 42'
const text = (value: string, ...secrets: string[]) => redactText(value, makeSearch(secrets))
const json = (value: string, ...secrets: string[]) => redactJson(value, makeSearch(secrets))

describe('a text', () => {
  it.each([
    ['as it is', secret],
    ['in a query', encodeURIComponent(secret)],
    ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['with small letters', encodeURIComponent(secret).replaceAll(/%../g, (c) => c.toLowerCase())],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in the JSON of Python', 'p@ss/w\\u00f6rd \\"x\\" 42'],
    ['in base64', Buffer.from(secret).toString('base64').slice(0, -2)],
  ])('loses a value %s', (_, form) => {
    expect(text(`before ${form} after`, secret)).toMatch(/^before REMOVED.{0,2} after$/)
  })

  it.each(['', 'u', 'us', 'user:', 'Aladdin:'])('loses it in base64 behind %j', (before) => {
    const basic = Buffer.from(`${before}${secret}!`).toString('base64')
    expect(text(`Authorization: Basic ${basic}`, secret)).toMatch(
      /^Authorization: Basic .{0,12}REMOVED.{0,8}$/,
    )
  })

  it('loses all of several, the longer one first', () => {
    expect(text('abcdef abcdefgh abcd', 'abcdef', 'abcdefgh')).toBe('REMOVED REMOVED abcd')
  })

  it('loses as much of a long value as is there', () => {
    const long = 'k9'.repeat(5000)
    expect(text(`a ${long} b ${long.slice(0, 200)}… c`, long)).toBe('a REMOVED b REMOVED… c')
  })

  it('keeps longer numbers in which a number stands', () => {
    expect(text('1493817 4938170 493817 pin493817', '493817')).toBe(
      '1493817 4938170 REMOVED pinREMOVED',
    )
  })

  it.each([
    ['b', 1_000_000],
    ['a', 25_000],
  ])('takes time in proportion to its length, made of %s', async (letter, count) => {
    const many = Array.from({ length: 500 }, (_, index) => `aaaaaaaa${index}`)
    const textOf = (times: number) => letter.repeat(count * times)
    expect(await growth(textOf, (searched) => text(searched, ...many))).toBeLessThan(nearlyLinear)
  })
})

describe('a JSON text', () => {
  it('loses strings, keys and numbers, and keeps the rest as it was written', () => {
    const value = `{ "a": 1.50, "n": [493817, 1493817, "493817"],\n "k3y-k3y": "x k3y-k3y", "e": "\\u006b3y-k3y\\/" }`
    const clean = json(value, 'k3y-k3y', '493817')
    expect(clean).toBe(
      `{ "a": 1.50, "n": ["REMOVED", 1493817, "REMOVED"],\n "REMOVED": "x REMOVED", "e": "REMOVED/" }`,
    )
  })

  it('stays JSON when a value is JSON itself', () => {
    const value = '{"full":{"user":"x1","pass":"y2z3a4"}}'
    expect(() => JSON.parse(json(value, '"user":"x1","pass"', '":{"user'))).not.toThrow()
  })

  it('is the same text when there is nothing to remove', () => {
    const value = '{"a":"b\\n","c":12345}'
    expect(json(value, 'absent-one')).toBe(value)
    expect(json(value)).toBe(value)
  })

  it('never breaks, and never keeps a value that stands in a string', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.array(fc.string({ minLength: 4, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        fc.nat(3),
        (value, secrets, which) => {
          const chosen = secrets[which % secrets.length] ?? ''
          const document = { value, note: `a ${chosen} b`, [chosen]: 1 }
          const clean = json(JSON.stringify(document), ...secrets)
          const parsed = JSON.parse(clean) as { note?: string }
          expect(parsed).toBeTypeOf('object')
          // Digits are kept inside of longer numbers.
          if (!/^\d+$/.test(chosen)) expect(parsed.note ?? '').not.toContain(chosen)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('reads texts that are not JSON at all', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 4 }), (value, one) => {
        expect(json(`${value}"\\${one}`, one)).toBeTypeOf('string')
      }),
    )
  })
})
