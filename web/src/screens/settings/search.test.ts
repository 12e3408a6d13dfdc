import { expect, it } from 'vitest'
import { findSettings, maxHits } from './search.ts'

const entries = [
  { label: 'Analyzers', where: '', to: '/settings/analyzers' },
  { label: 'Domain', where: 'Analyzers', to: '/settings/analyzers/d', words: 'Some_Domain' },
  { label: 'Well-known brands', where: 'Analyzers › Domain', to: '/b', words: 'well_known_brands' },
  { label: 'Our brands', where: 'Analyzers › Domain', to: '/a', words: 'Your own brands' },
  { label: 'Brands', where: 'Analyzers › Other', to: '/c' },
]
const found = (typed: string) => findSettings(entries, typed).map(({ to }) => to)

it('finds what is called so before what only mentions it', () => {
  expect(found('brands')).toEqual(['/c', '/b', '/a'])
})

it('wants every word, in the name, the place or the description', () => {
  expect(found('domain your')).toEqual(['/a'])
  expect(found('well_known')).toEqual(['/b'])
  expect(found('unheard of')).toEqual([])
})

it('finds nothing while nothing is typed, and no endless list', () => {
  expect(found('  ')).toEqual([])
  const many = Array.from({ length: 99 }, (_, at) => ({ label: `a${at}`, where: '', to: `/${at}` }))
  expect(findSettings(many, 'a')).toHaveLength(maxHits)
})
