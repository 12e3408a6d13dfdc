import { expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

it('says what was not examined, after the reasons', () => {
  const sentences = sentencesOf({
    findings: {
      findings: [{ level: 'suspicious', explanation: 'It runs a program.' }],
      incomplete: ['its end is missing: it is cut off'],
    },
    taxonomies: [],
  } as unknown as Parameters<typeof sentencesOf>[0])

  expect(sentences.map(({ title }) => title)).toEqual([
    'It runs a program.',
    'Not examined: its end is missing: it is cut off',
  ])
})

it('says it also where nothing else was said', () => {
  const sentences = sentencesOf({
    findings: { incomplete: ['only its first 100 bytes were read'] },
    taxonomies: [],
  } as unknown as Parameters<typeof sentencesOf>[0])

  expect(sentences).toEqual([
    { level: 'none', title: 'Not examined: only its first 100 bytes were read', note: '' },
  ])
})
