import { expect, it } from 'vitest'
import { Lexer } from './pdf-values.ts'

const read = (text: string) => new Lexer(Buffer.from(text), 0, { left: 100_000_000 }).read()

it('reads an object as deep and as large as programs write them', () => {
  expect(read(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeInstanceOf(Array)
  expect(read(`[${'1 '.repeat(299_000)}]`)).toHaveLength(299_000)
})

it('gives up on one that is deeper', () => {
  expect(() => read(`${'['.repeat(66)}${']'.repeat(66)}`)).toThrow('nested deeper than 64')
})

it('gives up on one that is larger', () => {
  expect(() => read(`[${'1 '.repeat(300_001)}]`)).toThrow('more than 300000 values')
})
