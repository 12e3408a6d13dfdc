import { describe, expect, it } from 'vitest'
import { countFields, countJson, maxDepth, maxFields, maxNames, maxValues } from './body-limits.ts'

const mebibyte = 1024 ** 2

/** In pieces of some bytes, as they may arrive; the number of bytes that were looked at. */
function count(text: string, { bodyBytes = mebibyte, size = 1_000 } = {}): number {
  const { add } = countJson('body', bodyBytes)
  const bytes = Buffer.from(text)
  let at = 0
  for (; at < bytes.length; at += size) add(bytes.subarray(at, at + size))
  return at
}

const list = (length: number, item: (at: number) => string) =>
  `[${Array.from({ length }, (_, at) => item(at)).join()}]`

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('a JSON text', () => {
  it.each([
    ['10,000 observables of an alert', list(10_000, artifact)],
    ['as many values as allowed', list(maxValues(mebibyte) - 1, () => '1')],
    ['as deep as allowed', nested(maxDepth)],
    ['one name again and again', list(40_000, () => '{"a":1}')],
    ['nothing but a text of brackets', `{"a":"${'{[,:'.repeat(100_000)}"}`],
    ['quotes and backslashes in a text', list(1_000, () => '"\\"[[[[\\\\"')],
  ])('may be %s', (_what, text) => {
    expect(() => count(text)).not.toThrow()
  })

  it.each([
    ['values', list(200_000, () => '1'), /more than 100000 values; split it into several requests/],
    ['empty objects', list(200_000, () => '{}'), /more than 100000 values/],
    ['names', list(60_000, (at) => `{"n${at}":1}`), /more than 10000 different names/],
    ['lists in lists', nested(500_000), /nested deeper than 64 levels/],
    ['objects in objects', '{"a":'.repeat(200_000), /nested deeper than 64 levels/],
    ['lists behind a text', `["]\\"]",${nested(100)}]`, /nested deeper than 64 levels/],
  ])('is refused at the first too many: %s', (_what, text, message) => {
    const looked = Buffer.from(text)
    const { add } = countJson('body', mebibyte)
    let seen = 0
    const readAll = () => {
      for (; seen < looked.length; seen += 100) add(looked.subarray(seen, seen + 100))
    }

    expect(readAll).toThrow(message)
    expect(seen).toBeLessThan(looked.length * 0.7)
  })

  it('is counted the same wherever it is cut', () => {
    const text = `{"a\\"b":["${'\\\\'.repeat(9)}",{"c":"}{"}],"d":${nested(maxDepth - 1)}}`

    for (let size = 1; size < text.length; size += 1)
      expect(() => count(text, { size })).not.toThrow()
    for (let size = 1; size < text.length; size += 1)
      expect(() => count(`[${text}]`, { size })).toThrow(/nested/)
  })

  it('may have more values where larger bodies are allowed', () => {
    const text = list(200_000, () => '1')

    expect(() => count(text, { bodyBytes: 3 * mebibyte })).not.toThrow()
  })

  it('counts with those before, and is not continued by the next', () => {
    const { add, next } = countJson('value', 0)
    const half = Buffer.from(`${list(600, () => '1')}"`)
    add(half)
    next()

    expect(() => add(half)).toThrow(/more than 1000 values/)
  })

  it('has few names that fall together', () => {
    const names = (length: number) => list(length, (at) => `{"name-${at}":1}`)

    expect(() => count(names(maxNames))).not.toThrow()
    expect(() => count(names(maxNames * 1.5))).toThrow(/different names/)
  })
})

describe('a form', () => {
  it('may have so many fields and no more, in however many pieces', () => {
    const fields = (length: number) => Buffer.from(Array.from({ length }, () => 'a=1').join('&'))
    const add = countFields('form')
    const half = fields(maxFields / 2)

    expect(() => countFields('form')(fields(maxFields))).not.toThrow()
    add(half)
    add(half)
    expect(() => add(half)).toThrow(/the form has more than 10000 fields/)
  })
})

function artifact(at: number): string {
  const tags = ['one', 'two']
  return JSON.stringify({
    dataType: 'ip',
    data: `10.0.${at}`,
    tlp: 2,
    ioc: true,
    tags,
    message: '',
  })
}
