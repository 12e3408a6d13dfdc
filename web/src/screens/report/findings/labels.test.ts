import { expect, it } from 'vitest'
import { labelOf } from './labels.ts'

it.each([
  ['reverseName', 'Reverse name'],
  ['last_analysis_stats', 'Last analysis stats'],
  ['isGlobal', 'Is global'],
  ['sha256', 'SHA256'],
  ['mailAddresses', 'Mail addresses'],
  ['urlCount', 'URL count'],
  ['HTTPHeaders', 'HTTP headers'],
  ['url', 'URL'],
])('%s reads %s', (key, label) => {
  expect(labelOf(key)).toBe(label)
})

it.each(['<script>window.pwned=1</script>', 'X-Spam: yes', 'evil.example', '', '__proto__'])(
  'leaves %j, which is not a field name, as it came',
  (key) => {
    expect(labelOf(key)).toBe(key)
  },
)

it('does not let a name fill the screen', () => {
  expect(labelOf('x'.repeat(10_000)).length).toBe(120)
})
