import { expect, it } from 'vitest'
import { reportOf, runAnalyzer } from '../src/kit/try.ts'
import { analyzer } from './analyzer.ts'

const look = (data: string) =>
  reportOf(analyzer, { dataType: 'other', data, config: { words: ['invoice', 'ab'] } })

it('reports a word wherever it stands', async () => {
  const { taxonomies, full } = await look('Your INVOICE is late')
  expect(taxonomies).toMatchObject([{ level: 'suspicious', value: 'invoice' }])
  expect(full).toMatchObject({ found: ['invoice'], searched: 1, verdict: 'suspicious' })
})

it('judges nothing when there is none', async () => {
  expect((await look('good morning')).taxonomies).toMatchObject([{ level: 'info', value: 0 }])
})

it('says what is missing', async () => {
  expect(await runAnalyzer(analyzer, { dataType: 'other', data: 'x' })).toMatchObject({
    success: false,
    errorMessage: 'There are no words to look for; set them in the configuration',
  })
})
