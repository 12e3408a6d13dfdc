import type { Job, Worker } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { byAnalyzer, byDay, lastTwo, neverRun } from './dossier.ts'

const job = (id: string, workerName: string, status: Job['status'], createdAt = 0) =>
  ({ id, workerName, workerId: `${workerName}-id`, status, createdAt }) as Job

const history = [
  job('5', 'VT', 'Failure', 5),
  job('4', 'UrlHaus', 'Success', 4),
  job('3', 'VT', 'Success', 3),
  job('2', 'VT', 'InProgress', 2),
  job('1', 'VT', 'Success', 1),
]

describe('what was found out about an observable', () => {
  it('is told by analyzer, and a failure does not hide the verdict before it', () => {
    const [vt, urlHaus] = byAnalyzer(history)
    expect(vt?.latest.id).toBe('5')
    expect(vt?.lastSuccess?.id).toBe('3')
    expect(vt?.runs).toHaveLength(4)
    expect(urlHaus?.workerName).toBe('UrlHaus')
  })

  it('names the analyzers that were never asked, if they would take it', () => {
    const analyzers = [
      { name: 'VT', dataTypeList: ['url'] },
      { name: 'PhishTank', dataTypeList: ['url'] },
      { name: 'Abuse', dataTypeList: ['ip'] },
    ] as Worker[]
    const missing = neverRun(analyzers, byAnalyzer(history), 'url')
    expect(missing.map(({ name }) => name)).toEqual(['PhishTank'])
  })

  it('compares the two newest runs that have ended, the older first', () => {
    const runs = history.filter(({ workerName }) => workerName === 'VT')
    expect(lastTwo(runs)?.map(({ id }) => id)).toEqual(['3', '5'])
    expect(lastTwo(runs.slice(0, 1))).toBeUndefined()
  })

  it('keeps its order within the days', () => {
    const days = byDay(history, (at) => (at > 2 ? 'today' : 'before'))
    expect(days.map(([day, jobs]) => [day, jobs.length])).toEqual([
      ['today', 3],
      ['before', 2],
    ])
  })
})
