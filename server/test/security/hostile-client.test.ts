import { get } from 'node:http'
import { contract } from '@assay/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { patienceMs } from '../patience.ts'
import { judge } from './hostile-judge.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { administrators, callers, canaryOf, makeWorld, type World } from './hostile-world.ts'
import { sentence, whileWatched } from './prober.ts'
import { type Answer, keyOf, places } from './target.ts'

/**
 * `HOSTILE_ROUNDS=10` continues with other values and callers; 1 is what the suite has time for.
 */
const rounds = Number(process.env.HOSTILE_ROUNDS ?? 1)
const atOnce = 6
/** Thousands of requests; a server that is stopped by what it is sent must not stop the suite. */
const timeout = 10 * patienceMs * rounds

const withInput = Object.entries(contract)
  .filter(
    ([, { params, input }]) =>
      Object.keys({ ...params.properties, ...input.properties }).length > 0,
  )
  .map(([name]) => name)

const lists = [
  ...[
    'case',
    'alert',
    'case/task',
    'case/task/log',
    'case/artifact',
    'case/template',
    'customField',
    'tag',
  ],
  ...[
    'webhook',
    'analyzer',
    'responder',
    'job',
    'feeds',
    'resource',
    'observable/type',
    'analyzerconfig',
  ],
].filter((path) =>
  Object.values(contract).some((call) => call.path === `/api/${path}` && call.method === 'GET'),
)

/** What an organization has, as its administrator sees it; the superadmin may add to all of them. */
async function stateOf({ target }: World, as: string): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  for (const path of lists) {
    const { json } = await target.must(200, 'GET', `/api/${path}?range=all`, { as })
    state[path] = json.filter(({ createdBy }: { createdBy?: string }) => createdBy !== 'root')
  }
  return state
}

/** Listens to the events of an organization during the whole run. */
function listen({ target }: World, login: string) {
  let heard = ''
  const headers = { authorization: `Bearer ${keyOf(login)}` }
  const request = get(`${target.address}/api/events`, { headers, agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    response.on('error', () => {})
  })
  request.on('error', () => {})
  onTestFinished(() => void request.destroy())
  return () => heard
}

/** The beginning of an endless answer. */
function beginning({ target }: World, { path, options }: HostileRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = options.as === undefined ? {} : { authorization: `Bearer ${keyOf(options.as)}` }
    const request = get(target.address + path, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      const finish = () => {
        clearTimeout(timer)
        request.destroy()
        const bytes = Buffer.concat(chunks)
        const { statusCode: status = 0, headers: received } = response
        resolve({
          status,
          headers: received,
          bytes,
          text: bytes.toString(),
          json: undefined,
        })
      }
      const timer = setTimeout(finish, 150)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', finish).on('error', finish)
    })
    request.on('error', reject)
  })
}

async function send(world: World, request: HostileRequest): Promise<string[]> {
  const { method, path, options, endpoint, described } = request
  try {
    const answer =
      endpoint.answer === 'events'
        ? await beginning(world, request)
        : await world.target.call(method, path, options)
    return judge(request, answer, world)
  } catch (error) {
    // A caller who sends too much may be cut off while still sending; a server that is gone does not
    // respond.
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EPIPE' || (code === 'ECONNRESET' && request.kind === 'large')) return []
    return [`${described}: no answer (${message})`]
  }
}

describe.each(places)(
  'a hostile client of the whole contract, on $database',
  { timeout },
  (place) => {
    it('gets no failure, nothing of others, nothing of the server, and delays no one', async () => {
      const world = await makeWorld(place, onTestFinished)
      const { target, insider } = world
      const before = await stateOf(world, administrators.gamma)
      const heardByAlpha = listen(world, 'rita')
      const heardByBeta = listen(world, 'bob')
      const findings: string[] = []
      const tried = new Set<string>()
      const shares = rounds > 1 ? [0, 1, 2] : place.database === 'SQLite' ? [0, 1] : [2]
      const requests = hostileRequests(world, rounds, shares)

      const sent: { from: number; to: number; described: string }[] = []

      const { probes } = await whileWatched(target, async () => {
        const worker = async () => {
          for (const request of requests) {
            tried.add(request.call)
            const from = Date.now()
            findings.push(...(await send(world, request)))
            sent.push({ from, to: Date.now(), described: request.described })
            if (findings.length > 200) return
          }
        }
        await Promise.all(Array.from({ length: atOnce }, worker))
      })
      const late = probes.map((probe) => {
        const { at, ms } = probe
        const meanwhile = sent.filter(({ from, to }) => from < at + ms && to > at)
        const longest = meanwhile.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 4)
        const shown = longest.map(({ from, to, described }) => `${described}: ${to - from} ms`)
        return `${sentence(probe)}, during ${shown.join(' | ')}`
      })
      const touched = insider.requests.map(
        (line) => `the server called ${line} (turn is in the path)`,
      )
      if (heardByAlpha().includes(canaryOf('beta')))
        findings.push('the stream of alpha told of beta')
      if (heardByBeta().includes(canaryOf('alpha')))
        findings.push('the stream of beta told of alpha')
      for (const line of target
        .shown()
        .split('\n')
        .filter((text) => text.includes('"level":50')))
        findings.push(`logged: ${line.slice(0, 400)}`)
      expect(findings).toEqual([])
      expect(touched).toEqual([])
      expect(insider.connections()).toBe(0)
      expect(late).toEqual([])
      // Every call was tried, all callers still can call, and none changed what belongs to others.
      expect([...tried].sort()).toEqual(withInput.sort())
      for (const { login } of callers.filter(({ login }) => !['nobody', 'lars'].includes(login)))
        await target.must(200, 'GET', '/api/user/current', { as: login })
      expect(await stateOf(world, administrators.gamma)).toEqual(before)
    })
  },
)
