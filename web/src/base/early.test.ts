import { expect, it } from 'vitest'
import { piecesAt, subjectIn } from './early.ts'

const hash = 'A'.repeat(64)

const ofFile = { dataType: 'file', hash: hash.toLowerCase() }

it.each([
  ['', undefined],
  ['type=domain&value=example.com', { dataType: 'domain', data: 'example.com' }],
  ['value=example.com&type=domain', { dataType: 'domain', data: 'example.com' }],
  ['type=domain&value=', undefined],
  ['type=file&value=report.pdf', undefined],
  [`type=file&value=${hash}`, ofFile],
  [`type=file&hash=${hash}`, ofFile],
  [`type=hash&value=${hash}`, { dataType: 'hash', data: hash }],
  ['type=file&hash=short', undefined],
])('asks for the observable of ?%s', (search, subject) => {
  expect(subjectIn(new URLSearchParams(search))).toEqual(subject)
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
