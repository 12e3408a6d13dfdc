import { expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

it('says what was not examined, after the reasons', () => {
  const sentences = sentencesOf({
    findings: {
      findings: [{ level: 'suspicious', explanation: 'It runs a program.' }],
      incomplete: ['truncated: end of file missing'],
    },
    taxonomies: [],
  } as unknown as Parameters<typeof sentencesOf>[0])

  expect(sentences.map(({ title }) => title)).toEqual([
    'It runs a program.',
    'Not examined: truncated: end of file missing',
  ])
})

it('says it also where nothing else was said', () => {
  const sentences = sentencesOf({
    findings: { incomplete: ['only the first 100 bytes were examined'] },
    taxonomies: [],
  } as unknown as Parameters<typeof sentencesOf>[0])

  expect(sentences).toEqual([
    { level: 'none', title: 'Not examined: only the first 100 bytes were examined', note: '' },
  ])
})
