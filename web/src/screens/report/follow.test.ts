import { ApiError, type JobWithReport } from '@assay/contract'
import { expect, it } from 'vitest'
import { followToEnd, retryMs } from './follow.ts'

const job = (status: string) => ({ status }) as JobWithReport

/** Plays these answers; every call takes `tookMs` of a made-up clock. */
async function follow(answers: readonly (JobWithReport | Error)[], tookMs = 30_000) {
  const seen: string[] = []
  const pauses: number[] = []
  const leaving = new AbortController()
  let time = 0
  let asked = 0
  await followToEnd({
    signal: leaving.signal,
    now: () => time,
    onJob: ({ status }) => void seen.push(status),
    pause: async (ms) => void pauses.push(ms),
    ask: async () => {
      time += tookMs
      const answer = answers[asked]
      asked += 1
      if (!answer) leaving.abort()
      if (answer instanceof Error) throw answer
      return answer ?? job('InProgress')
    },
  })
  return { seen, pauses, asked }
}

it('asks again at once until the job has ended', async () => {
  const answers = [job('Waiting'), job('InProgress'), job('Success'), job('Success')]
  expect(await follow(answers)).toEqual({
    seen: ['Waiting', 'InProgress', 'Success'],
    pauses: [],
    asked: 3,
  })
})

it('waits longer and longer while nothing gets through, and starts again after an answer', async () => {
  const lost = new TypeError('network')
  const { pauses, seen } = await follow([lost, lost, lost, job('Waiting'), lost, job('Failure')])
  expect(pauses).toEqual([1000, 2000, 4000, 1000])
  expect(seen).toEqual(['Waiting', 'Failure'])
  expect(retryMs(20)).toBe(30_000)
})

it('tries again when the server stumbles and gives up when it refuses', async () => {
  const error = (status: number) => new ApiError(status, { type: 'x', message: '' })
  expect(await follow([error(503), error(404), job('Success')])).toMatchObject({
    asked: 2,
    seen: [],
  })
})

it('does not hammer a server that answers without waiting', async () => {
  expect((await follow([job('Waiting'), job('Success')], 5)).pauses).toEqual([1000])
})

it('reports nothing after the reader has left', async () => {
  expect((await follow([job('Waiting')])).seen).toEqual(['Waiting'])
})
