import { expect, it } from 'vitest'
import { unpackLzma } from './lzma.ts'

/** Forty lines, packed by Python. */
const packed = Buffer.from(
  'XQAAgAD//////////wA2GkofCKAmA00Gne/tjKE/yDjPbYUvmmiZny/2wMS03P9f6YDTo6gm7wJS4OYgT3qZ9y0ZSLgy5sO9Vvcw0URabSdGpkrqSXovAilXAb6VEjD/AydbWBHZ7JpW8Bi5lQQf+Jae+g/gYJc5E5RmAVuZdigaN2hIqKmG4l9EnXlgM/WV2s9cTPUDHlJT73VmRyqjj4k1m4C+7vFXvwNXG5uZYoLobAB5IErs+XL5dJ/Dfc41QpkjTKHxuHcEfmjc07QhryPS9A/zJkXLZCt2bjSShJX1XSUuJ8EsEPF1Gv//3QYzAA==',
  'base64',
)
const settings = { properties: packed[0] as number, dictionary: packed.readUInt32LE(1) }
const stream = packed.subarray(13)
const lines = Array.from({ length: 40 }, (_, at) => `line ${at * 7919} of a text that repeats\n`)
const text = lines.join('')

it('gives what was packed', () => {
  expect(unpackLzma(stream, settings, 100_000).toString()).toBe(text)
})

it('ends where the size says so', () => {
  expect(unpackLzma(stream, { ...settings, size: 700 }, 700).toString()).toBe(text.slice(0, 700))
})

it('takes out no more than is allowed', () => {
  expect(() => unpackLzma(stream, settings, text.length - 1)).toThrow('larger than')
  expect(unpackLzma(stream, settings, text.length)).toHaveLength(text.length)
})

it.each([
  ['that breaks off', stream.subarray(0, 60), settings, 'truncated'],
  ['with impossible settings', stream, { ...settings, properties: 225 }, 'invalid settings'],
  ['that is something else', Buffer.from('hello world'), settings, 'invalid header'],
])('refuses a stream %s', (_, bytes, how, reason) => {
  expect(() => unpackLzma(bytes, how, 100_000)).toThrow(reason)
})
