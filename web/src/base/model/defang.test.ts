import { expect, it } from 'vitest'
import { cut, defangText, visibleText } from './defang.ts'

it('shows what would hide or turn a text', () => {
  expect(visibleText('\u202egnp.exe')).toBe('⟨U+202E⟩gnp.exe')
  expect(visibleText('a\u0000b\u200bc')).toBe('a⟨U+0000⟩b⟨U+200B⟩c')
  expect(visibleText('\u{e0041}')).toBe('⟨U+E0041⟩')
})

it('leaves lines and tabs as they are', () => {
  expect(visibleText('one\n\ttwo\r\n')).toBe('one\n\ttwo\r\n')
})

it('defangs addresses inside of a text and leaves the rest of it', () => {
  expect(defangText('see <a href="https://outside.example/a.png">, 1.5 times')).toBe(
    'see <a href="hxxps://outside[.]example/a.png">, 1.5 times',
  )
  expect(defangText('ftp://a.example and HTTP://b.example')).toBe(
    'fxp://a[.]example and hxxp://b[.]example',
  )
})

it('breaks addresses that would run a script', () => {
  expect(defangText('[click](JavaScript:alert(4))')).toBe('[click](JavaScript[:]alert(4))')
  expect(defangText(JSON.stringify('\njavascript:alert(4)'))).toBe('"\\njavascript[:]alert(4)"')
})

it('never cuts a character in half', () => {
  expect(cut('ab😀', 3)).toBe('ab')
  expect(cut('ab😀', 4)).toBe('ab😀')
})
