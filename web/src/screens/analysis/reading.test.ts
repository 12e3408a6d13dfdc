import { describe, expect, test } from 'vitest'
import { readAtOnce, readSteps } from './reading.ts'

const pairs = (text: string, mode: 'auto' | 'values' | 'prose' = 'auto') =>
  readAtOnce(text, mode).found.map(({ dataType, value }) => [dataType, value])

describe('a pasted list', () => {
  const pasted = [
    '# from the mail gateway',
    '8[.]8[.]8[.]8',
    'hxxps://evil[.]com/a',
    '8.8.8.8',
    '2606:4700:4700::1111',
    'bob[at]evil.com',
    'd41d8cd98f00b204e9800998ecf8427e',
    'CVE-2024-3094',
    '10.0.0.5',
    'www.evil.com',
    '1.1.1.1:53',
    '999.1.1.1',
  ].join('\n')

  test('gives each value once with its type, harmful again', () => {
    expect(pairs(pasted)).toEqual([
      ['ip', '8.8.8.8'],
      ['url', 'https://evil.com/a'],
      ['ip', '2606:4700:4700::1111'],
      ['mail', 'bob@evil.com'],
      ['hash', 'd41d8cd98f00b204e9800998ecf8427e'],
      ['cve', 'CVE-2024-3094'],
      ['ip', '10.0.0.5'],
      ['fqdn', 'www.evil.com'],
      ['ip', '1.1.1.1'],
      ['other', '999.1.1.1'],
    ])
  })

  test('counts what was merged and what was passed over', () => {
    const { duplicates, comments, isProse, found } = readAtOnce(pasted, 'auto')
    expect({ duplicates, comments, isProse }).toEqual({
      duplicates: 1,
      comments: 1,
      isProse: false,
    })
    expect(found[0]?.count).toBe(2)
  })

  test('keeps how a value was written, when it was written otherwise', () => {
    const { found } = readAtOnce('hxxp://evil[.]com, 1.2.3.4', 'values')
    expect(found.map(({ original }) => original)).toEqual(['hxxp://evil[.]com', undefined])
  })

  test('says why an address is of no interest to others, and what was left out', () => {
    const { found } = readAtOnce('10.0.0.5\n127.0.0.1\n192.168.0.0/16\n1.1.1.1:53', 'auto')
    expect(found.map(({ reserved }) => reserved)).toEqual([
      'private',
      'loopback',
      'private',
      undefined,
    ])
    expect(found[3]?.notes).toEqual(['port 53 removed'])
  })

  test('of table cells stays a list, and what is not an observable stays in it', () => {
    const table = '"host","first seen","note"\n"evil.com","2024-01-01","mass mail","high","x"'
    expect(readAtOnce(table, 'auto').isProse).toBe(false)
    expect(pairs(table)).toEqual([
      ['other', 'host'],
      ['other', 'first seen'],
      ['other', 'note'],
      ['domain', 'evil.com'],
      ['other', '2024-01-01'],
      ['other', 'mass mail'],
      ['other', 'high'],
      ['other', 'x'],
    ])
  })

  test('of unknown names stays a list', () => {
    expect(readAtOnce('server1\nserver2\nserver3\nserver4', 'auto').isProse).toBe(false)
  })
})

describe('prose', () => {
  const mail = 'Hello team,\nplease look at hxxp://evil[.]com/a and 203.0.113.9 today.\nThanks, Bob'

  test('is noticed, and only the observables are taken out of it', () => {
    expect(readAtOnce(mail, 'auto').isProse).toBe(true)
    expect(pairs(mail)).toEqual([
      ['url', 'http://evil.com/a'],
      ['ip', '203.0.113.9'],
    ])
  })

  test('is read as a list when the reader says so', () => {
    expect(readAtOnce(mail, 'values').found.length).toBeGreaterThan(8)
  })

  test('merges what stands in distant parts of a long text', () => {
    const long = `${'evil.com and so on\n'.repeat(5000)}end`
    const { found, duplicates } = readAtOnce(long, 'prose')
    expect(found.map(({ value }) => value)).toEqual(['evil.com'])
    expect(duplicates).toBe(4999)
  })
})

describe('reading in steps', () => {
  test('takes many short ones for 10,000 lines', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `host${i}.example.com`).join('\n')
    const steps = readSteps(lines, 'auto')
    let count = 0
    let step = steps.next()
    while (!step.done) {
      count += 1
      step = steps.next()
    }
    expect(count).toBeGreaterThan(100)
    expect(step.value.found).toHaveLength(10_000)
  })
})
