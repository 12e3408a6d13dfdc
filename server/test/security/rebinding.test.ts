import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtins } from '@assay/analyzers'
import { runAnalyzer } from '@assay/analyzers/try'
import { describe, expect, it, onTestFinished } from 'vitest'
import { download, downloadLimits } from '../../src/engine/catalogue/download.ts'
import { fetchFeed } from '../../src/engine/threat-feeds/fetch.ts'
import { post } from '../../src/http/outgoing.ts'
import { listenInside } from './loopback.ts'
import { rebindNames } from './rebinding.ts'

// A name is judged where it is connected to: whatever it meant a moment ago.

const insides = ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1', '::ffff:127.0.0.1', '0.0.0.0']
const signal = new AbortController().signal

/** A permitted target that redirects to the name. */
async function startDoor(location: string) {
  const server = createServer((_request, response) =>
    response.writeHead(302, { location, connection: 'close' }).end(),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function fetchedFeed(url: string, privateTargets: string[] = [], isMisp = false) {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'))
  try {
    const address = { url, headers: { authorization: 'secret' } }
    const order = { stamp: null, maxBytes: 1_000, isOperators: false, privateTargets, isMisp }
    return await fetchFeed({ ...order, address: address as never, folder, signal })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Way = (name: string) => Promise<unknown>

const ways: Record<string, Way> = {
  'a webhook': (name) =>
    post({
      ...{ url: new URL(`http://${name}`), body: '{}', headers: {}, timeoutMs: 10_000, signal },
      mayReachPrivate: false,
    }),
  'a feed': (name) => fetchedFeed(`http://${name}/list.txt`),
  'a feed of MISP': (name) => fetchedFeed(`http://${name}/`, [], true),
  'a redirect of a feed': async (name) => {
    const door = await startDoor(`http://${name}/`)
    return fetchedFeed(`http://${door}/`, [door])
  },
}

describe('a name that leads outside first and inside afterwards', () => {
  it.each(Object.entries(ways))('leads %s nowhere', async (_what, way) => {
    const inside = await listenInside()
    const { asked, reached } = rebindNames(insides)
    const name = `a.rebind.example:${inside.port}`
    const ends: string[] = []

    for (let times = 0; times < 2 * insides.length; times += 1)
      ends.push(await way(name).then(() => 'answered', String))

    expect(inside.calls()).toBe(0)
    // Each connection resolved once, and went where that answer pointed, or nowhere.
    expect(asked).toHaveLength(2 * insides.length)
    expect(reached).toHaveLength(insides.length)
    const refused = ends.filter((_, index) => index % 2 === 1)
    for (const end of refused) expect(end).toMatch(/is a private address|: address is/)
  })

  it('leads no catalog to an internal target by an outside redirect', async () => {
    const inside = await listenInside()
    const { reached } = rebindNames(insides)
    const name = `a.rebind.example:${inside.port}`

    // The operator named it: where it leads is their responsibility, and outside ends here.
    await expect(download(`http://${name}/`, downloadLimits, signal)).rejects.toThrow('outside')

    expect(reached).toHaveLength(1)
    expect(inside.calls()).toBe(0)
  })
})

describe('every built-in that uses the network', () => {
  const networked = builtins.filter(({ description }) => description.needsNetwork)

  it.each(networked.map((builtin) => [builtin.description.name, builtin] as const))(
    '%s: no name that changes its mind leads inside',
    async (_name, builtin) => {
      const inside = await listenInside()
      rebindNames(insides)
      const runnable = await builtin.load()
      const items = Object.entries(runnable.configuration)
      const texts = items.filter(([, { type }]) => type === 'string' || type === 'text')
      const place = `a.rebind.example:${inside.port}`
      const usual: Record<string, unknown> = {
        ...{ secret: 'x'.repeat(32), encryption: 'none', attempts: 2, retry_seconds: 0 },
        ...{ from: 'a@example.org', to: ['b@example.org'], resolvers: [], port: inside.port },
        ...{ url: `http://${place}/`, server: `http://${place}/`, host: 'a.rebind.example' },
      }
      const known = Object.fromEntries(
        items.flatMap(([item]) => (item in usual ? [[item, usual[item]]] : [])),
      )
      const trials: Record<string, unknown>[] = [
        known,
        { ...known, proxy: { http: `http://${place}`, https: `http://${place}` } },
        ...texts.flatMap(([item, { multi }]) =>
          [`http://${place}/`, place, 'a.rebind.example'].map((value) => ({
            ...known,
            [item]: multi ? [value] : value,
          })),
        ),
      ]
      const [dataType = ''] = runnable.dataTypes
      for (const data of runnable.type === 'responder' ? [{ title: 'x' }] : ['a.rebind.example'])
        for (const config of [...trials, ...trials])
          await runAnalyzer(runnable, { dataType, data, config, mayUseNetwork: true })

      expect(inside.calls()).toBe(0)
    },
  )
})
