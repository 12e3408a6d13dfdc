import { expect, it } from 'vitest'
import { humanised, itemLabel } from './labels.ts'

it.each([
  ['api_key', 'API key'],
  ['key', 'Key'],
  ['max_megabytes', 'Max megabytes'],
  ['pollingInterval', 'Polling interval'],
  ['service.base-url', 'Service base URL'],
  ['_', '_'],
])('%s is called %s', (name, label) => {
  expect(humanised(name)).toBe(label)
})

it('goes by the label of the definition, if there is one', () => {
  expect(itemLabel({ name: 'well_known_brands', label: 'Well-known brands' })).toBe(
    'Well-known brands',
  )
  expect(itemLabel({ name: 'well_known_brands' })).toBe('Well known brands')
})
