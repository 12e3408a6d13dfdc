import { expect, it } from 'vitest'
import { shownValue } from './observable.ts'

it.each([
  ['domain', 'evil.example', 'evil[.]example'],
  ['other', 'see https://evil.example/a', 'see hxxps://evil[.]example/a'],
  ['filename', 'a\u202egnp.exe', 'a⟨U+202E⟩gnp.exe'],
  ['url', 'javascript:alert(1)', 'javascript[:]alert(1)'],
])('a %s is shown harmless', (dataType, data, shown) => {
  expect(shownValue({ dataType, data })).toBe(shown)
})

it('a file is shown with its size, and with a name that cannot hide its ending', () => {
  const attachment = { name: 'a\u202egnp.exe', size: 2048 }
  expect(shownValue({ dataType: 'file', attachment })).toBe('a⟨U+202E⟩gnp.exe (2 KiB)')
})
