import { describe, expect, it } from 'vitest'
import { passwordProblem } from './passwords.ts'

describe('a new password', () => {
  it.each([
    ['a', 'short'],
    ['seven77', 'short'],
    ['eight888', undefined],
    ['    ', 'blank'],
    ['          ', 'blank'],
    ['\t\n\u00a0\u2003\t\t\t\t\t', 'blank'],
    ['', 'blank'],
    ['ada.lovelace@example.org', 'login'],
    ['Ada.Lovelace@EXAMPLE.org', 'login'],
    [' ada.lovelace@example.org ', 'login'],
    ['ada.lovelace@example.org!', undefined],
    ['🔑🔑🔑🔑', 'short'],
    ['🔑🔑🔑🔑🔑🔑🔑🔑', undefined],
    ['correct horse battery staple', undefined],
  ])('%j: %s', (password, expected) => {
    expect(passwordProblem('ada.lovelace@example.org', password)).toBe(expected)
  })
})
