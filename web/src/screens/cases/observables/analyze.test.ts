import { describe, expect, it } from 'vitest'
import { forEachOf } from '../../../shared/response/for-each-of.ts'
import { type Analyzer, fitting, pairsOf } from './analyze.ts'

const analyzer = (id: string, ...dataTypeList: string[]): Analyzer => ({
  id,
  name: id,
  version: '1.0',
  description: '',
  dataTypeList,
  engineIds: ['local'],
})

const observables = [
  { _id: '~1', dataType: 'ip', data: '203.0.113.9' },
  { _id: '~2', dataType: 'mail_subject', data: 'Invoice' },
]
const analyzers = [analyzer('a', 'ip', 'mail-subject'), analyzer('b', 'ip'), analyzer('c', 'url')]

describe('analyses of several observables', () => {
  it('offer only analyzers that take one of them, whichever way a type is spelled', () => {
    expect(fitting(analyzers, observables).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('are the chosen analyzers with the observables that each takes', () => {
    const pairs = pairsOf(analyzers, new Set(['a', 'b', 'c']), observables)
    expect(pairs.map((pair) => `${pair.analyzer.id} ${pair.observable._id}`)).toEqual([
      'a ~1',
      'a ~2',
      'b ~1',
    ])
  })

  it('are started a few at a time, each once', async () => {
    const seen: number[] = []
    let running = 0
    let most = 0
    await forEachOf([1, 2, 3, 4, 5], 2, async (item) => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      seen.push(item)
      running -= 1
    })
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5])
    expect(most).toBe(2)
  })
})
