import { describe, expect, it } from 'vitest'
import { freeName } from './file-names.ts'

describe('the name of a file whose name may be taken', () => {
  it.each([
    ['free', 'a.txt', [], 'a.txt'],
    ['taken', 'a.txt', ['a.txt'], 'a (1).txt'],
    ['taken with its number', 'a.txt', ['a.txt', 'a (1).txt', 'a (2).txt'], 'a (3).txt'],
    ['taken, with a gap', 'a.txt', ['a.txt', 'a (2).txt'], 'a (1).txt'],
    ['without an extension', 'a', ['a'], 'a (1)'],
    ['only an extension', '.profile', ['.profile'], '.profile (1)'],
    ['with several', 'a.tar.gz', ['a.tar.gz'], 'a.tar (1).gz'],
  ])('%s', (_, name, taken, expected) => {
    expect(freeName(name, new Set(taken))).toBe(expected)
  })
})
