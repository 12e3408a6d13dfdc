import type { Job } from '@assay/contract'
import { expect, it } from 'vitest'
import { headingOf } from './heading.ts'

const job = (part: Partial<Job>) => ({ dataType: 'domain', ...part }) as Job

it('names a job by what it was asked about, harmlessly and in a line', () => {
  expect(headingOf(job({ data: 'evil.example' }))).toBe('evil[.]example')
  expect(headingOf(job({ dataType: 'other', data: 'x'.repeat(999) }))).toHaveLength(201)
  expect(headingOf(job({ dataType: 'filename', data: 'a\u202egnp.exe' }))).toBe('a⟨U+202E⟩gnp.exe')
})

it('names the job of a responder by the title of what it got', () => {
  expect(headingOf(job({ data: { id: '~1', title: 'Phishing' } }))).toBe('Phishing')
  expect(headingOf(job({ data: { id: '~1' } }))).toBe('~1')
  expect(headingOf(job({ data: { dataType: 'ip', data: '192.0.2.1' } }))).toBe('192[.]0[.]2[.]1')
  expect(headingOf(job({ data: { other: 1 } }))).toBe('{"other":1}')
})
