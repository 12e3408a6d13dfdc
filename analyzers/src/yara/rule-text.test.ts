import { expect, it } from 'vitest'
import { starterContent } from '../kit/index.ts'
import { readRules } from './rule-text.ts'

const rule = (condition: string, strings = '$a = "one" $b = "two"', before = '') =>
  `${before} rule R { meta: x = "condition: { #a" strings: ${strings} condition: ${condition} }`

it.each([
  'any of them',
  '$a and not $b',
  '2 of ($a*, $b)',
  'filesize < 2MB and $a and $b',
  'uint16(0) == 0x5A4D and any of them',
  'uint32(uint32(0x3C)) == 0x00004550 and $a',
  '$a at 0 and $b in (0..1024)',
  'for any of them : ($)',
])('is decided in parts: %s', (condition) => {
  expect(readRules(rule(condition))?.rules).toMatchObject([{ needsWhole: false }])
})

it.each([
  '#a > 3 and $b',
  '@a[1] < @b[1]',
  '!a[1] > 3 and $b',
  '$a at filesize - 10 and $b',
  '$a at 0 + filesize and $b',
  '$a in (filesize-1024..filesize) and $b',
  '$a at 2000000 and $b',
  'uint16(filesize - 2) == 0 and any of them',
  'for all i in (1..#a) : ( @a[i] < 100 ) and $b',
  'entrypoint == 0 and any of them',
  'any of (Other*) and any of them',
])('needs the whole file: %s', (condition) => {
  expect(readRules(rule(condition))?.rules).toMatchObject([{ needsWhole: true }])
})

it.each([
  ['modules', rule('pe.number_of_sections > 2 and any of them', undefined, 'import "pe"')],
  ['jumps without end', rule('$a', '$a = { 41 [4-] 42 }')],
  ['far jumps', rule('$a', '$a = { 41 [0-100000] 42 }')],
  ['expressions without end', rule('$a', '$a = /one.*two/s')],
])('needs the whole file for %s', (_, text) => {
  expect(readRules(text)?.rules).toMatchObject([{ needsWhole: true }])
})

it('asks of programs only whether they are, and of jumps how far they go', () => {
  const text = rule('pe.is_pe and $a', '$a = { 41 [2-8] /* } */ 42 }', 'import "pe"')
  expect(readRules(text)?.rules).toMatchObject([{ needsWhole: false }])
})

it('follows what a rule depends on', () => {
  const text = `
    private rule Base { strings: $a = "x" condition: #a > 2 }
    rule Next { condition: Base }
    rule Last { condition: Next }
    rule Free { strings: $a = "y" private condition: $a }`
  expect(readRules(text)?.rules.map(({ name, needsWhole }) => [name, needsWhole])).toEqual([
    ['Base', true],
    ['Next', true],
    ['Last', true],
    ['Free', false],
  ])
  expect(readRules(text)?.rules.at(-1)?.strings).not.toContain('private')
  expect(readRules(`global ${text.trim()}`)?.rules.every(({ needsWhole }) => needsWhole)).toBe(true)
})

it('writes the size of the file where the condition asks for it, and nowhere else', () => {
  const text = 'rule R { strings: $a = "filesize" condition: filesize > 3 and $a // filesize\n }'
  expect(readRules(text)?.withSize(77)).toBe(
    'rule R { strings: $a = "filesize" condition: 77 > 3 and $a // filesize\n }',
  )
})

it('decides every starter rule in parts, so size does not matter', () => {
  const rules = starterContent('rules').files.flatMap(
    (file) => readRules(file.read(1_000_000).toString())?.rules ?? [],
  )
  expect(rules.length).toBeGreaterThan(20)
  expect(rules.filter(({ needsWhole, counts }) => needsWhole || counts)).toEqual([])
})
