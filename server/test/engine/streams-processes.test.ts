import { expect, it, vi } from 'vitest'
import { sharedByTests } from '../lifetime.ts'
import { patienceMs, stopTimeout } from '../patience.ts'
import { migratedPostgres } from '../places.ts'
import { dataFolder, type Server, start } from '../program.ts'

const root = 'a-key-of-the-superadmin-0123456789abcdef'
const analyst = 'a-key-of-the-analyst-0123456789abcdef01'

/** For tests that end none of them; each has a stream to itself. */
const shared = sharedByTests(startTwo)

/** Two real processes on one database. Only the second one runs jobs. */
async function startTwo() {
  const settings = {
    ASSAY_DATA_DIR: await dataFolder(),
    ASSAY_DATABASE_URL: await migratedPostgres(),
    ASSAY_SECRET_KEY: 'one-key-for-both-processes-0123456789ab',
    ASSAY_BOOTSTRAP_LOGIN: 'root',
    ASSAY_BOOTSTRAP_KEY: root,
    ASSAY_ANALYZER_ENABLEBUILTIN: 'true',
    ASSAY_JOB_RUNNERS: 'builtin',
    ASSAY_HTTP_STOPTIMEOUT: stopTimeout,
  }
  const one = await start({ ...settings, ASSAY_ROLES: 'engine' })
  const other = await start({ ...settings, ASSAY_ROLES: 'engine,worker' })
  await must(one, 'POST', '/api/organization', { name: 'alpha', description: 'a' }, root)
  const user = { login: 'ann', name: 'Ann', roles: ['read', 'analyze'], organization: 'alpha' }
  await must(one, 'POST', '/api/user', { ...user, key: analyst }, root)
  return { one, other }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as they come
type Json = any

async function must(server: Server, method: string, path: string, input?: object, key = analyst) {
  const response = await server.call(method, path, { key, ...(input && { input }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text
}
const json = async (...args: Parameters<typeof must>): Promise<Json> =>
  JSON.parse(await must(...args))

const statusesOf = (messages: Json[], jobId: string): string[] =>
  messages.filter(({ base }) => base.objectId === jobId).map(({ base }) => base.details.status)

async function submit(server: Server, data: string): Promise<string> {
  const [analyzer] = await json(server, 'GET', '/api/analyzer/type/domain')
  const input = { data, dataType: 'domain', tlp: 2, pap: 2 }
  return (await json(server, 'POST', `/api/analyzer/${analyzer.id}/run`, input)).id
}

it('a stream that was made at one process is polled at the other, each event once', async () => {
  const { one, other } = await shared()
  const stream = await must(one, 'POST', '/api/stream')

  const waiting = json(other, 'GET', `/api/stream/${stream}`)
  const first = await submit(one, 'one.example.org')
  const seen: Json[] = await waiting
  const pollInTurn = [one, other]
  for (let turn = 0; !statusesOf(seen, first).includes('Success'); turn += 1)
    seen.push(...(await json(pollInTurn[turn % 2] as Server, 'GET', `/api/stream/${stream}`)))

  expect(statusesOf(seen, first).toSorted()).toEqual(['InProgress', 'Success', 'Waiting'])
})

it('what happened while no process was polled is handed over by the one that is left', async () => {
  const { one, other } = await startTwo()
  const stream = await must(one, 'POST', '/api/stream')
  const job = await submit(one, 'two.example.org')
  await must(other, 'GET', `/api/job/${job}/waitreport?atMost=Inf`)
  one.child.kill('SIGKILL')
  await one.ended

  const seen: Json[] = []
  while (!statusesOf(seen, job).includes('Success'))
    seen.push(...(await json(other, 'GET', `/api/stream/${stream}`)))

  expect(statusesOf(seen, job).toSorted()).toEqual(['InProgress', 'Success', 'Waiting'])
})

it('an older poll at one process goes with nothing when the other is polled', async () => {
  const { one, other } = await shared()
  const stream = await must(one, 'POST', '/api/stream')
  let isReleased = false
  const older = json(one, 'GET', `/api/stream/${stream}`).then((messages) => {
    isReleased = true
    return messages
  })
  // The arrival of the first is not observable; so the second is repeated until it has let it go.
  const newer: Promise<Json>[] = []
  await vi.waitUntil(
    () => isReleased || void newer.push(json(other, 'GET', `/api/stream/${stream}`)),
    { timeout: patienceMs, interval: 500 },
  )
  expect(await older).toEqual([])

  const job = await submit(one, 'three.example.org')
  const messages: Json[] = (await Promise.all(newer)).flat()
  // Two polls that arrive at the same moment may both be released; then the next one gets it.
  while (!statusesOf(messages, job).includes('Waiting'))
    messages.push(...(await json(other, 'GET', `/api/stream/${stream}`)))
})

it('server-sent events of one process report jobs that the other one took and ran', async () => {
  const { one, other } = await shared()
  const events = await one.call('GET', '/api/events', { key: analyst })
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  const job = await submit(other, 'four.example.org')
  let text = ''
  const isTold = () =>
    text.split('\n').some((line) => line.includes(job) && line.includes('"status":"Success"'))
  while (!isTold()) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) throw new Error(`The events have ended: ${text}`)
    text += value ?? ''
  }
  await reader?.cancel()
})
