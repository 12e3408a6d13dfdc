import { expect, it } from 'vitest'
import { makePdf } from './document-samples.ts'
import { readPdf } from './pdf.ts'

it.each([
  [200_000, []],
  [200_001, ['only 200000 of its objects were examined']],
])('a PDF of %i objects says what was not looked at', (count, problems) => {
  const { problems: found } = readPdf(makePdf(Array(count).fill('null')))
  expect(found).toEqual(problems)
})
