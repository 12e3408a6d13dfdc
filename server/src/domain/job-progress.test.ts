import { expect, it } from 'vitest'
import { readProgress } from './job-progress.ts'

const badge = { level: 'info', namespace: 'Crawl', predicate: 'Pages', value: '7' }

it('progress has a percentage, one line of text and a few badges', () => {
  const given = { percent: 41.6, text: 'Page 5\nof 12', badges: [{ ...badge, value: 7 }] }

  expect(readProgress(JSON.stringify(given))).toEqual({
    ...{ percent: 42, text: 'Page 5 of 12', badges: [badge] },
  })
  expect(readProgress('{"percent": -3}')).toEqual({ percent: 0, badges: [] })
  expect(readProgress('{"percent": 1e9}')).toEqual({ percent: 100, badges: [] })
})

it('progress is cut to what is shown', () => {
  const given = { text: 'x'.repeat(500), badges: Array.from({ length: 9 }, () => badge) }
  const read = readProgress(JSON.stringify(given))

  expect(read?.text).toHaveLength(200)
  expect(read?.badges).toHaveLength(5)
})

it.each([
  '',
  '{"percent": 4',
  '[]',
  '{}',
  'null',
  '{"percent": "much", "text": " ", "badges": "x"}',
])('%j is no progress', (text) => {
  expect(readProgress(text)).toBeUndefined()
})
