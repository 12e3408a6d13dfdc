import { expect, it } from 'vitest'
import { connect, WaitTimeoutError } from '../src/index.ts'
import { broken, json, refusal, streamed, stubServer } from './stub-server.ts'

const options = { key: 'a-key', retry: { tries: 2, firstPauseMs: 1, longestPauseMs: 20 } }
const ended = { id: 'j', status: 'Success', report: { success: true } }
const pending = { id: 'j', status: 'InProgress', report: 'InProgress' }
const event = (jobId: string, status: string) =>
  `data: ${JSON.stringify({ jobId, organization: 'søc', status })}\n\n`

it('waiting for a report survives a restart: broken connections, 503, and answers without an end', async () => {
  const away = refusal(503, 'ServiceUnavailable')
  const { url, arrived } = await stubServer(
    json(pending),
    broken,
    broken,
    broken,
    away,
    away,
    json(pending),
    json(ended),
  )
  const seen: string[] = []

  const job = await connect({ url, ...options }).waitReport('j', {
    onStatus: (status) => seen.push(status),
  })

  expect(job).toEqual(ended)
  expect(seen).toEqual(['InProgress', 'InProgress'])
  expect(arrived.map(({ url: path }) => path)).toEqual(
    Array(8).fill('/api/job/j/waitreport?atMost=25second'),
  )
})

it('waiting ends when its time is over, and says so; the refusal of a job that is gone, at once', async () => {
  const waiting = await stubServer(json(pending))
  const gone = await stubServer(refusal(404, 'NotFoundError'))

  const late = connect({ url: waiting.url, ...options }).waitReport('j', { timeoutMs: 50 })
  const lost = connect({ url: gone.url, ...options }).waitReport('j')

  await Promise.all([
    expect(late).rejects.toBeInstanceOf(WaitTimeoutError),
    expect(lost).rejects.toMatchObject({ status: 404, type: 'NotFoundError' }),
  ])
  expect(gone.arrived).toHaveLength(1)
})

it('events come one by one, in whatever pieces they arrive, and continue after a lost connection', async () => {
  const bytes = new TextEncoder().encode(`retry: 2000\n\n:\n\n${event('a', 'Waiting')}`)
  const cut = bytes.indexOf(0xc3) + 1
  const { url, arrived } = await stubServer(
    streamed([bytes.slice(0, cut), bytes.slice(cut)]),
    broken,
    streamed([event('b', 'Success').replaceAll('\n', '\r\n')], true),
  )
  let gaps = 0
  const heard: unknown[] = []

  for await (const each of connect({ url, ...options }).events({ onGap: () => gaps++ })) {
    heard.push(each)
    if (heard.length === 2) break
  }

  expect(heard).toEqual([
    { jobId: 'a', organization: 'søc', status: 'Waiting' },
    { jobId: 'b', organization: 'søc', status: 'Success' },
  ])
  expect(gaps).toBe(1)
  expect(arrived).toHaveLength(3)
})

it('events of a job end with it, each status once, however often the connection is lost', async () => {
  const { url } = await stubServer(
    streamed([event('j', 'Waiting'), event('j', 'InProgress')]),
    streamed([event('j', 'InProgress'), event('j', 'Failure')], true),
  )
  const seen: string[] = []

  for await (const { status } of connect({ url, ...options }).jobEvents('j')) seen.push(status)

  expect(seen).toEqual(['Waiting', 'InProgress', 'Failure'])
})

it('a caller who may not listen is refused at once; an abort ends the loop', async () => {
  const refused = await stubServer(refusal(403, 'AuthorizationError'))
  const silent = await stubServer(streamed([':\n\n'], true))
  const controller = new AbortController()

  const heard = connect({ url: refused.url, ...options }).events()
  await expect(heard.next()).rejects.toMatchObject({ status: 403 })

  const stopped = connect({ url: silent.url, ...options })
    .events({ signal: controller.signal })
    .next()
  const ended = expect(stopped).rejects.toThrow('enough')
  await expect.poll(() => silent.arrived.length).toBe(1)
  controller.abort(new Error('enough'))

  await ended
})
