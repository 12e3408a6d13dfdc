import { analyzers, descriptions } from '@assay/analyzers/descriptions'
import { isBuiltinName } from '@assay/contract'
import { expect, it } from 'vitest'
import { analyzerName } from './analyzer-name.ts'

it.each([
  [`${analyzers.lists.name}_1_0`, 'Block lists'],
  [analyzers.ip.name, 'IP address'],
  [analyzers.url.name.replace('Url', 'New_Thing_1_0'), 'New Thing'],
  ['VirusTotal_GetReport_3_1', 'VirusTotal GetReport'],
  ['Our own', 'Our own'],
  ['_1_0', '_1_0'],
])('%s is called %s', (name, title) => {
  expect(analyzerName(name)).toBe(title)
})

it('no file of the page knows a built-in by its name', () => {
  const sources = import.meta.glob<string>('../../**/*.{ts,tsx,css}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const names = descriptions.map(({ name }) => name)
  const naming = Object.entries(sources).filter(
    ([, source]) =>
      names.some((name) => source.includes(name)) ||
      source.split(/[^\w]/).some((word) => isBuiltinName(word)),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  expect(naming.map(([path]) => path)).toEqual([])
})
