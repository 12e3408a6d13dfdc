import { expect, it } from 'vitest'
import type { Level } from '../../base/model/levels.ts'
import { loadTexts } from '../../base/texts/index.ts'
import { cellWords } from './cell-words.ts'

await loadTexts(['investigation'])

const badge = (written: string, level: Level = 'info') => {
  const [, namespace = '', predicate = '', value = ''] = /^(\w+):(\w+)=(.*)$/.exec(written) ?? []
  return { level, namespace, predicate, value }
}

it.each([
  ['Lists:Hits=0', 'on none'],
  ['Lists:Blocked=soc', 'on “soc”'],
  ['Domain:Resembles=example-bank.example', 'like example-bank[.]example'],
  ['VT:detection=32/94', 'detection 32/94'],
  ['DNS:Name=mx.bank.test', 'mx[.]bank[.]test'],
])('%s reads %j in a cell', (written, words) => {
  expect(cellWords([badge(written)])).toBe(words)
})

it('says the worst, and what was found before what is always there', () => {
  const family = badge('IP:Family=IPv4')
  expect(cellWords([family, badge('IP:Reserved=documentation')])).toBe('documentation')
  expect(cellWords([family, badge('X:Seen=bad', 'malicious')])).toBe('bad')
  expect(cellWords([family])).toBe('IPv4')
  expect(cellWords([])).toBe('')
})
