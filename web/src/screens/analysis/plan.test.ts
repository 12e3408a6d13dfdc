import type { Worker } from '@assay/contract'
import { describe, expect, test } from 'vitest'
import { forbiddenBy, pairsOf, priceOf } from './plan.ts'
import { readAtOnce } from './reading.ts'
import { plainRows } from './rows.ts'

const analyzer = (name: string, ...dataTypeList: string[]) => ({ name, dataTypeList }) as Worker
const rows = (text: string) =>
  plainRows({ given: [], files: [], reading: readAtOnce(text, 'values') })

describe('the price of a run', () => {
  const observables = rows('8.8.8.8\n1.1.1.1\nhttps://evil.com/a')
  const analyzers = [analyzer('AbuseIPDB', 'ip'), analyzer('VirusTotal', 'ip', 'url')]

  test('counts only pairs that fit, and says how many do not', () => {
    expect(priceOf(observables, analyzers)).toEqual({
      observables: 3,
      analyzers: 2,
      jobs: 5,
      skipped: 1,
    })
  })

  test('is the number of pairs that are sent', () => {
    const pairs = pairsOf(observables, analyzers)
    expect(pairs.map(({ row, analyzer: { name } }) => [row.value, name])).toEqual([
      ['8.8.8.8', 'AbuseIPDB'],
      ['8.8.8.8', 'VirusTotal'],
      ['1.1.1.1', 'AbuseIPDB'],
      ['1.1.1.1', 'VirusTotal'],
      ['https://evil.com/a', 'VirusTotal'],
    ])
  })

  test('sends a type in the spelling of the analyzer', () => {
    const [row] = rows('Mozilla/5.0 (X11)')
    expect(row?.dataType).toBe('user-agent')
    const pairs = pairsOf(row ? [row] : [], [analyzer('Echo', 'user_agent')])
    expect(pairs.map(({ dataType }) => dataType)).toEqual(['user_agent'])
  })
})

describe('a marking above the limit of an analyzer', () => {
  test('names the limit', () => {
    expect(forbiddenBy({ maxTlp: 1 }, { tlp: 2, pap: 2 })).toEqual({
      scheme: 'TLP',
      highest: 'GREEN',
    })
    expect(forbiddenBy({ maxTlp: 2, maxPap: 0 }, { tlp: 2, pap: 1 })).toEqual({
      scheme: 'PAP',
      highest: 'CLEAR',
    })
  })

  test('is none where the analyzer has no limit', () => {
    expect(forbiddenBy({}, { tlp: 3, pap: 3 })).toBeUndefined()
  })
})
