import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import {
  fileName,
  inlineFile,
  mergedTags,
  textHash,
  valueProblem,
  valuesOf,
} from './observable-values.ts'

describe('a value', () => {
  it.each([
    [undefined, []],
    ['a', ['a']],
    [' \n', []],
    [
      ['a', '', ' ', 'b ', 'a'],
      ['a', 'b ', 'a'],
    ],
  ])('sent as %o is %o', (data, values) => {
    expect(valuesOf(data)).toEqual(values)
  })

  it('is the same only if every character is', () => {
    expect(textHash('a.com')).not.toBe(textHash('A.com'))
    expect(textHash('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
  })

  it('has each tag once, the old ones first', () => {
    expect(mergedTags(['b', 'a'], ['c', 'b', 'c'])).toEqual(['b', 'a', 'c'])
  })
})

describe('what an observable is made of', () => {
  const text = { name: 'domain', isAttachment: false }
  const file = { name: 'file', isAttachment: true }

  it.each([
    [text, { hasText: true, hasFile: false }, undefined],
    [file, { hasText: false, hasFile: true }, undefined],
    [text, { hasText: true, hasFile: true }, 'not both'],
    [file, { hasText: true, hasFile: true }, 'not both'],
    [file, { hasText: true, hasFile: false }, 'is a file'],
    [file, { hasText: false, hasFile: false }, 'is a file'],
    [text, { hasText: false, hasFile: true }, 'is not a file'],
    [text, { hasText: false, hasFile: false }, 'requires non-blank data'],
  ])('fits its type: %j with %j', (type, value, problem) => {
    const found = valueProblem(type, value)?.message
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })
})

describe('a file in a text', () => {
  it.each([
    ['a.txt;text/plain;aGk=', 'a.txt', 'text/plain', 'hi'],
    ['a;b;c.txt;text/plain;aGk=', 'a;b;c.txt', 'text/plain', 'hi'],
    ['../x;;aGk=', 'x', 'application/octet-stream', 'hi'],
    ['empty;a/b;', 'empty', 'a/b', ''],
    ['lines;a/b;aG\r\nk=', 'lines', 'a/b', 'hi'],
  ])('%s has a name, a type and bytes', (text, name, contentType, content) => {
    expect(inlineFile(text)).toEqual({ name, contentType, content: Buffer.from(content) })
  })

  it.each(['', 'abc', 'a;b', 'a;b;not base64!', ';'])('is not %s', (text) => {
    expect(inlineFile(text)).toBeInstanceOf(AppError)
  })
})

describe('the name of a file', () => {
  it.each([
    ['/etc/passwd', 'passwd'],
    ['C:\\a\\b.exe', 'b.exe'],
    ['..', 'file'],
    ['folder/', 'file'],
    ['a\u0000b\nc', 'abc'],
    ['a\ud800', 'a\ufffd'],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('%o is stored as %o', (sent, stored) => {
    expect(fileName(sent)).toBe(stored)
  })
})
