import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fetchFile } from '../../src/commands/import/files.ts'
import { byDate, byPlace, limits, type Page } from '../../src/commands/import/pages.ts'
import { openRemote } from '../../src/commands/import/remote.ts'
import { startReport } from '../../src/commands/import/report.ts'
import { sqlite } from '../databases.ts'
import { fakeServer } from '../import/fake-server.ts'
import { atEnd } from '../lifetime.ts'
import { makeApp } from '../setup.ts'
import { contextOf, remoteAt } from './hostile-source.ts'

// The other server of `assay import` belongs to an attacker who wants to get in here.

describe('lists of a hostile server', () => {
  const pageOf = (ids: readonly string[], date = 1): Page => ({
    rows: ids.map((_id) => ({ _id, createdAt: date })),
    total: undefined,
    bytes: 100,
  })
  const hundred = (from: number) => Array.from({ length: 100 }, (_, n) => `id-${from + n}`)
  const readAll = async (pages: AsyncIterable<{ rows: readonly unknown[] }>) => {
    let read = 0
    for await (const { rows } of pages) read += rows.length
    return read
  }

  it('that never end are left', async () => {
    const endless = async (_since: number, from: number) => pageOf(hundred(from))
    await expect(readAll(byDate(endless, 0, 1_000))).rejects.toThrow('more than 1000 things')
    const later = async (since: number) => pageOf(hundred(since * 100), since + 1)
    await expect(readAll(byDate(later, 0, 1_000))).rejects.toThrow('more than 1000 things')
    let asked = 0
    const placed = byPlace(async (from) => {
      asked += 1
      return pageOf(hundred(from))
    })
    await expect(placed).rejects.toThrow(`more than ${limits.placed} things`)
    expect(asked).toBeLessThanOrEqual(limits.placed / 100 + 1)
    const heavy = byPlace(async (from) => ({ ...pageOf(hundred(from)), bytes: 64 * 1024 ** 2 }))
    await expect(heavy).rejects.toThrow(`more than ${limits.placedBytes} bytes`)
  })

  it('whose pages take turns, or come again, are left at once', async () => {
    let asked = 0
    const turns = async () => {
      asked += 1
      return pageOf(hundred((asked % 3) * 1_000))
    }
    await expect(readAll(byDate(turns, 0))).rejects.toThrow('got the same page twice')
    expect(asked).toBeLessThan(6)
  })

  it('with all their rows on one page are read', async () => {
    const ids = Array.from({ length: 150_000 }, (_, n) => String(n))
    const once = async (_since: number, from: number) => pageOf(from === 0 ? ids : [])
    expect(await readAll(byDate(once, 0))).toBe(ids.length)
  })

  it('of many kinds and long texts make a short report', () => {
    const { report, left } = startReport({
      from: 'x',
      url: 'x',
      version: 'v'.repeat(1e6),
      dryRun: false,
    })
    for (let n = 0; n < 20_000; n += 1)
      left('alpha', `kind ${n} ${'x'.repeat(2_000)}`, 'a', 'e'.repeat(2_000))
    expect(report.left.length).toBeLessThanOrEqual(1_001)
    expect(report.left.reduce((sum, { count }) => sum + count, 0)).toBe(20_000)
    expect(JSON.stringify(report).length).toBeLessThan(1_200_000)
  })
})

describe('answers of a hostile server', () => {
  it.each([
    ['levels', () => '['.repeat(100_000) + ']'.repeat(100_000)],
    ['levels', () => `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['values', () => `[${'[],'.repeat(3_000_000)}1]`],
  ])('with too many %s are refused before they are built', async (what, make) => {
    const body = make()
    const { url } = await fakeServer((_, response) => void response.end(body))
    const refusal = new RegExp(`the response has more than \\d+ ${what}`)
    await expect(remoteAt(url).as('k').get('/x')).rejects.toThrow(refusal)
  })

  it('with brackets and quotes in texts are read', async () => {
    const body = [{ a: `${'['.repeat(2_000)} \\" " \\` }, { b: '\\\\' }]
    const { url } = await fakeServer(() => body)
    expect(await remoteAt(url).as('k').get('/x')).toMatchObject({ body })
  })

  it('that lead elsewhere, also for files, take no key along', async () => {
    const other = await fakeServer(() => ({}))
    const { url } = await fakeServer(
      (_, response) => void response.writeHead(307, { location: `${other.url}/internal` }).end(),
    )
    const session = remoteAt(url).as('a secret key')
    await expect(session.get('/x')).rejects.toThrow('redirects to')
    await expect(session.post('/x', {})).rejects.toThrow('redirects to')
    await expect(session.text('/x')).rejects.toThrow('redirects to')
    await expect(session.file('/x')).rejects.toThrow('redirects to')
    expect(other.asked).toEqual([])
  })

  it.each([
    ['larger than it says', 'ten bytes!', { size: 3 }, 'size mismatch'],
    ['with another hash', 'ten bytes!', { id: 'a'.repeat(64) }, 'hash mismatch'],
    ['that unpacks to more than is allowed', gzipSync('0'.repeat(1e6)), {}, 'larger than'],
  ])('with a file %s keep nothing', async (_, content, said, reason) => {
    const app = await makeApp(sqlite.open)
    const { url } = await fakeServer((request, response) => {
      const isPacked = typeof content !== 'string'
      response.writeHead(200, isPacked ? { 'content-encoding': 'gzip' } : {}).end(content)
      return void request
    })
    const context = contextOf(app, url, {})
    const file = { id: '../../etc/passwd', otherId: undefined, name: 'n', contentType: 'c' }
    const expected = { size: undefined, sha256: undefined, ...said }
    const sha256 = 'id' in said ? said.id : undefined
    const kept = await fetchFile(context, context.remote.as('k'), { ...file, ...expected, sha256 })
    expect(kept).toContain(reason)
    expect(await app.deps.db.selectFrom('orphaned_blobs').selectAll().execute()).toEqual([])
  })
})

it('a server that answers a file slowly and forever is left by a time limit', async () => {
  const server = createServer((_, response) => {
    const drip = setInterval(() => response.write('x'), 5)
    response.on('close', () => clearInterval(drip))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const remote = openRemote({ url, pausesMs: [], timeoutMs: 20, maxRate: 1e6 })
  await expect((async () => (await remote.as('k').file('/x')).text())()).rejects.toThrow()
})
