import { expect, it } from 'vitest'
import { preview } from './preview.ts'

it('writes small values as JSON', () => {
  expect(preview('redirect')).toBe('"redirect"')
  expect(preview({ a: [1, null, true] })).toBe('{"a": [1, null, true]}')
})

it('is short for whatever is long, wide or deep', () => {
  const deep = JSON.parse(`${'['.repeat(5000)}1${']'.repeat(5000)}`)
  const wide = Array.from({ length: 100_000 }, () => 'x'.repeat(1000))
  for (const value of ['y'.repeat(1_000_000), deep, wide]) {
    expect(preview(value).length).toBeLessThanOrEqual(301)
  }
})

it('shows no address that could be followed', () => {
  expect(preview({ link: 'https://outside.example/' })).toBe(
    '{"link": "hxxps://outside[.]example/"}',
  )
})
