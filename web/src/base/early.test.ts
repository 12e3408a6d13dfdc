import { expect, it } from 'vitest'
import { subjectOf } from '../screens/value/subject.ts'
import { piecesAt, subjectIn } from './early.ts'

const hash = 'A'.repeat(64)

it.each([
  '',
  'type=domain&value=example.com',
  'value=example.com&type=domain',
  'type=domain&value=',
  'type=file&value=report.pdf',
  `type=file&value=${hash}`,
  `type=file&hash=${hash}`,
  `type=hash&value=${hash}`,
  'type=file&hash=short',
])('asks for the observable of ?%s as the screen does', (search) => {
  const params = new URLSearchParams(search)

  expect(JSON.stringify(subjectIn(params))).toBe(JSON.stringify(subjectOf(params)))
})

const pieces = {
  files: ['case.js', 'report.js', 'en.js', 'fr.js'],
  screens: {
    '/cases/:id': { all: [0], en: [2], fr: [3] },
    '/cases/:id/report': { all: [0, 1], en: [2], fr: [3] },
  },
}

it.each([
  ['/cases/~12', 'en', ['case.js', 'en.js']],
  ['/cases/~12', 'fr', ['case.js', 'fr.js']],
  ['/cases/~12', 'de', ['case.js', 'en.js']],
  ['/cases/~12/report', 'en', ['case.js', 'report.js', 'en.js']],
  ['/cases', 'en', []],
  ['/nowhere', 'en', []],
])('the files of %s in %s are %j', (path, language, files) => {
  expect(piecesAt(pieces, path, language)).toEqual(files)
})
