import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FetchLimits, fetchFeed } from '../../src/engine/threat-feeds/fetch.ts'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { here, makeFeeds, serve } from './threat-feeds.ts'

/** A server that answers as it likes; `open` counts the answers that have not ended. */
async function serveHostile(answer: (response: ServerResponse, path: string) => void) {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    answer(response, request.url ?? '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => open.size,
  }
}

/** Endless bytes. */
const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write('#'), 5)
  response.once('close', () => clearInterval(timer))
}

const never = 3_600_000
const patient = {
  ...{ wholeMs: never, answerMs: never, silenceMs: never, dripMs: never },
  bytesPerSecond: 1_000_000,
} satisfies FetchLimits

const shapes: Record<
  string,
  [(response: ServerResponse, path: string) => void, FetchLimits, RegExp]
> = {
  'never answers': [() => undefined, { ...patient, answerMs: 50 }, /timed out$/],
  'stops in the middle': [
    (response) => void response.write('a.example.org\n'),
    { ...patient, silenceMs: 50 },
    /closed the connection during the download$/,
  ],
  'drips, by its speed': [drip, { ...patient, dripMs: 100 }, /sends less than 1000000 bytes\/s$/],
  'drips, by the time of the whole': [drip, { ...patient, wholeMs: 200 }, /download timed out$/],
  'redirects to itself': [
    (response, path) => void response.writeHead(302, { location: path }).end(),
    patient,
    /redirects more than 3 times$/,
  ],
}

describe('a fetch of a threat feed ends where the other side', () => {
  for (const isMisp of [false, true])
    it.each(Object.entries(shapes))(`%s (${isMisp ? 'MISP' : 'list'})`, async (_name, shape) => {
      const [answer, limits, problem] = shape
      const folder = await mkdtemp(join(tmpdir(), 'assay-feed-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const { url, open } = await serveHostile(answer)
      const fetched = fetchFeed({
        address: { url: `${url}/list`, headers: {} },
        isOperators: true,
        privateTargets: [],
        isMisp,
        stamp: null,
        maxBytes: 1024 ** 2,
        folder,
        signal: new AbortController().signal,
        limits,
      })
      await expect(fetched).rejects.toThrow(problem)
      await vi.waitFor(() => expect(open()).toBe(0), { timeout: patienceMs })
    })
})

describe.each(oneDatabase)('$name: threat feeds', ({ open }) => {
  it('of one organization that drip do not hold up those of another', async () => {
    const app = await makeFeeds(open, here)
    const hostile = await serveHostile(drip)
    const source = await serve({ '/list': 'bad.example.org\n' })
    const ada = app.as('orgadmin')
    const names = Array.from({ length: 10 }, (_, at) => `drips-${at}`)
    for (const name of names) await ada.saveThreatFeed({ name }, { url: `${hostile.url}/${name}` })
    await vi.waitFor(() => expect(hostile.open()).toBe(2), { timeout: patienceMs })

    await app.as('stranger').saveThreatFeed({ name: 'theirs' }, { url: `${source.url}/list` })
    expect(await app.settled('theirs', 'stranger')).toMatchObject({ entries: 1 })
    expect(hostile.open()).toBe(2)
  })

  it('that failed before share one place of their organization', async () => {
    const app = await makeFeeds(open, here)
    let isBroken = true
    const hostile = await serveHostile((response) => {
      if (isBroken) response.writeHead(500).end()
      else drip(response)
    })
    const source = await serve({ '/list': 'bad.example.org\n' })
    const ada = app.as('orgadmin')
    for (const name of ['a', 'b', 'c']) {
      await ada.saveThreatFeed({ name }, { url: `${hostile.url}/${name}` })
      expect((await app.settled(name)).problem).toContain('HTTP status 500')
    }
    isBroken = false
    app.clock.advance(3_600_000)
    for (const name of ['a', 'b', 'c']) await ada.refreshThreatFeed({ name })
    await vi.waitFor(() => expect(hostile.open()).toBe(1), { timeout: patienceMs })
    await ada.saveThreatFeed({ name: 'good' }, { url: `${source.url}/list` })
    expect(await app.settled('good')).toMatchObject({ entries: 1 })
    expect(hostile.open()).toBe(1)
  })
})
