import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { describe, expect, inject, it } from 'vitest'
import { readMispDocument, readStixObject } from '../../src/domain/threat-feeds/documents.ts'
import { entriesOf } from '../../src/domain/threat-feeds/keys.ts'
import { manifestAside } from '../../src/engine/threat-feeds/read-aside.ts'
import { type FeedFormat, readFiles } from '../../src/engine/threat-feeds/read-documents.ts'
import { oneDatabase } from '../databases.ts'
import { here, makeFeeds } from '../engine/threat-feeds.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'

// The source of a threat feed belongs to an attacker who wants to stop the server, or its other
// feeds.

async function fileWith(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(inject('runFolder'), 'assay-feed-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'list'), content)
  return join(folder, 'list')
}

const maxBytes = 1024 ** 2

async function read(content: string | Uint8Array, format: FeedFormat = 'auto', most = maxBytes) {
  const counts = { entries: 0, bad: 0, skipped: 0 }
  for await (const one of readFiles([await fileWith(content)], { format, now: 0, maxBytes: most }))
    if (typeof one === 'string') counts[one] += 1
    else counts.entries += entriesOf(one).length
  return counts
}

async function zipOf(members: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [name, content] of Object.entries(members))
    await zip.add(name, new Uint8ArrayReader(content))
  return zip.close()
}

const zeros = (bytes: number) => Buffer.alloc(bytes, '0')

describe('a hostile list', () => {
  it.each([
    ['as gzip', async () => gzipSync(zeros(20 * maxBytes))],
    ['as gzip, in parts', async () => Buffer.concat(Array(40).fill(gzipSync(zeros(maxBytes))))],
    ['in an archive', async () => zipOf({ 'list.txt': zeros(20 * maxBytes) })],
    [
      'in many files of an archive',
      async () => {
        const members = Array.from({ length: 40 }, (_, n) => [`${n}.txt`, zeros(maxBytes / 20)])
        return zipOf(Object.fromEntries(members))
      },
    ],
  ])('that unpacks to more than is allowed, %s, is stopped at the limit', async (_, make) => {
    await expect(read(await make())).rejects.toThrow(`more than ${maxBytes} bytes when unpacked`)
  })

  it('inside another one stays packed', async () => {
    const inner = await zipOf({ 'list.txt': Buffer.from('bad.example.org\n') })
    expect((await read(await zipOf({ 'inner.zip': inner }))).entries).toBe(0)
  })

  it.each([
    ['one line without an end', 'text', () => zeros(maxBytes - 1)],
    ['a table of one line with a million columns', 'csv', () => 'url,'.repeat(maxBytes / 4 - 1)],
    ['a quoted cell without an end', 'csv', () => `"${'""'.repeat(maxBytes / 2 - 1)}`],
    ['a million empty lines', 'text', () => '\n'.repeat(maxBytes - 1)],
    ['what a browser would unpack', 'text', () => brotliCompressSync(zeros(maxBytes))],
    ['lines of brackets', 'stix', () => `{"objects":[${'[]'.repeat(1_000)}]}`],
  ] as const)('of %s lists nothing and ends', async (_, format, make) => {
    expect((await read(make(), format)).entries).toBe(0)
  })

  it.each([
    ['levels of a bundle', 'stix', '['.repeat(500_000), 'truncated or not valid JSON'],
    ['levels of an event', 'misp', `{"Event":${'['.repeat(400_000)}`, 'more than 64 levels'],
    ['too many values', 'misp', `{"Event":[${'1,'.repeat(1_700_000)}1]}`, 'more than 64 levels'],
    ['a long object', 'stix', `{"objects":[{"a":"${'x'.repeat(900_000)}`, 'truncated'],
  ] as const)('with %s is refused in words', async (_, format, content, words) => {
    await expect(read(content, format, 10 * maxBytes)).rejects.toThrow(words)
  })
})

/** In the same process, on the same machine: how many times as long. */
function timesAsLong(work: (length: number) => unknown, length: number, factor: number): number {
  const cpu = (n: number) => {
    const before = process.threadCpuUsage()
    for (let turn = 0; turn < 5; turn += 1) work(n)
    const { user } = process.threadCpuUsage(before)
    return user
  }
  cpu(length)
  return cpu(length * factor) / Math.max(1_000, cpu(length))
}

describe('a value of a hostile list takes time with its length, not with the square of it', () => {
  const stix = (pattern: string) => readStixObject({ type: 'indicator', pattern }, 0)
  const event = (event: object) =>
    [...readMispDocument({ Event: event })].flatMap((one) =>
      typeof one === 'string' ? [] : entriesOf(one),
    )
  const attributes = Array.from({ length: 200 }, (_, n) => ({
    ...{ type: 'domain', to_ids: true, value: `a${n}.example.org` },
  }))

  it.each<[string, (length: number) => unknown]>([
    ['quotes that do not close', (n) => stix(`'${"\\'".repeat(n)}`)],
    ['one long word', (n) => stix('a'.repeat(2 * n))],
    ['words and colons', (n) => stix('a:'.repeat(n))],
    ['many comparisons', (n) => stix("url:value = 'x' OR ".repeat(n / 10))],
    ['blanks', (n) => stix(`url:value${' '.repeat(2 * n)}`)],
    ['a long name of an event', (n) => event({ info: 'x'.repeat(100 * n), Attribute: attributes })],
    [
      'many tags of an event',
      (n) => event({ Tag: Array(n).fill({ name: 'tag' }), Attribute: attributes }),
    ],
    ['a long value', (n) => entriesOf({ value: 'h[.]'.repeat(10 * n) })],
  ])('%s', (_, work) => {
    // Linear is 8, a square is 64.
    expect(timesAsLong(work, 2_000, 8)).toBeLessThan(30)
  })

  it('and an unrealistic pattern is bad', () => {
    expect(stix(`[url:value = '${'x'.repeat(70_000)}']`)).toEqual(['bad'])
  })
})

describe('a manifest of a hostile MISP feed', () => {
  const order = async (content: string) => ({
    manifest: await fileWith(content),
    maxEvents: 20_000,
  })
  const { signal } = new AbortController()

  it('whose objects would fill the memory is read without building them', async () => {
    const manifest = await order(`{"a":[${'[],'.repeat(10_000_000)}1]}`)
    await expect(manifestAside(signal, manifest)).rejects.toThrow('lists no events')
  })

  it('is refused when it is not an object', async () => {
    for (const content of ['[]', '"x"', '{', 'x', '', '{"a":1}]'])
      await expect(manifestAside(signal, await order(content))).rejects.toThrow('not valid JSON')
  })

  it('names no file elsewhere', async () => {
    const id = '00000000-0000-0000-0000-000000000001'
    const names = [
      id,
      '../../etc/passwd',
      `${id}/../x`,
      `/${id}`,
      `${id}\u0000`,
      '__proto__',
      `..\\${id}`,
    ]
    const manifest = await order(
      JSON.stringify(Object.fromEntries(names.map((name) => [name, {}]))),
    )
    expect(await manifestAside(signal, manifest)).toEqual([id])
  })
})

describe.each(oneDatabase)('$name: a hostile source', ({ open }) => {
  it('is stopped at the size that is allowed, and holds up no other organization', async () => {
    const silent: ServerResponse[] = []
    const server = createServer(({ url }, response) => {
      if (url === '/silent') {
        response.write('first.example.org\n')
        return void silent.push(response)
      }
      if (url === '/list') return void response.end('bad.example.org\n')
      const flood = () => {
        response.write(zeros(65_536))
        response.once('drain', flood)
      }
      flood()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const app = await makeFeeds(open, { ...here, ASSAY_FEEDS_MAXSIZE: '200KiB' })
    // Alpha has several that never come to an end, of which two are fetched at a time.
    for (const name of ['one', 'two', 'three', 'four'])
      await app.as('orgadmin').saveThreatFeed({ name }, { url: `${address}/silent` })
    await expect.poll(() => silent.length, { timeout: patienceMs }).toBe(2)

    await app.as('stranger').saveThreatFeed({ name: 'endless' }, { url: `${address}/endless` })
    expect(await app.settled('endless', 'stranger')).toMatchObject({
      entries: 0,
      problem: 'larger than 204800 bytes (feeds.maxSize)',
    })
    await app.as('stranger').saveThreatFeed({ name: 'good' }, { url: `${address}/list` })
    expect(await app.settled('good', 'stranger')).toMatchObject({ entries: 1 })

    expect(silent).toHaveLength(2)
    for (const response of silent) response.destroy()
  })
})
