import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRemote } from '../../src/commands/import/remote.ts'
import { hasOpenssl, makePair, withoutOpenssl } from '../certificates.ts'
import { migratedPlaces } from '../places.ts'
import { start } from '../program.ts'
import { withDatabase } from '../security/key-rotation.ts'
import { fakeServer, type Handler, importFrom, killImport } from './sources.ts'

/** Gives these answers in turn, the last one forever. */
const inTurn = (answers: readonly [number, string, Record<string, string>?][]) =>
  fakeServer((_, response) => {
    const [status, body, headers] = answers[Math.min(turn++, answers.length - 1)] ?? [500, '']
    response.writeHead(status, headers).end(body)
  })
let turn = 0

describe('a server that answers oddly', () => {
  it('is asked again after 520, 429 and 502, and believed then', async () => {
    turn = 0
    const { asked, url } = await inTurn([
      [520, ''],
      [429, '', { 'retry-after': '0' }],
      [502, '<html>'],
      [200, '[]', { 'x-total': '3' }],
    ])
    const session = openRemote({ url, pausesMs: [1, 1, 1] }).as('k')
    expect(await session.get('/api/x')).toEqual({ body: [], total: 3, bytes: 2 })
    expect(asked).toHaveLength(4)
  })

  it.each([
    [[401, ''], 'key rejected'],
    [[403, ''], 'key lacks permission'],
    [[302, '', { location: 'https://elsewhere.example.org/' }], 'redirects to'],
    [[200, '<html>sign in</html>'], 'got an HTML page instead of data'],
    [[200, '{"half":'], 'is not valid JSON'],
    [[520, ''], 'returned HTTP status 520'],
  ] as const)('is told of in a sentence: %j', async (answer, sentence) => {
    turn = 0
    const { url } = await inTurn([answer as [number, string]])
    const session = openRemote({ url, pausesMs: [1] }).as('k')
    await expect(session.get('/api/x')).rejects.toThrow(sentence)
  })

  it('and never ends is left, by size and by time', async () => {
    const endless = await fakeServer((_, response) => {
      response.writeHead(200)
      const more = setInterval(() => response.write('"x",'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(more))
      return new Promise(() => undefined)
    })
    const small = openRemote({ url: endless.url, pausesMs: [], answerBytes: 100_000 })
    await expect(small.as('k').get('/')).rejects.toThrow('exceeds 100000 bytes')
    const silent = await fakeServer(() => new Promise(() => undefined))
    const short = openRemote({ url: silent.url, pausesMs: [], timeoutMs: 50 })
    await expect(short.as('k').get('/')).rejects.toThrow('timed out')
  })

  it('or is not there, or is something else, changes nothing', async () => {
    const environment = await migratedPlaces[0].settings()
    const { url } = await fakeServer(({ path }, response) => {
      if (path === '/hive/api/status') return { versions: { TheHive: '5.2.1' } }
      if (path === '/old/api/status') return { versions: { Cortex: '1.1.4' } }
      if (path === '/escape/api/status')
        response.writeHead(302, { location: 'https://x.example/\u009b2J' }).end()
      return undefined
    })
    for (const [address, reason] of [
      ['nowhere', '--url must be'],
      ['http://127.0.0.1:1', 'cannot reach http://127.0.0.1:1'],
      [url, '--url: no Cortex'],
      [`${url}/hive`, 'this is TheHive, use `assay import thehive`'],
      [`${url}/old/`, 'Cortex 1.1.4 is too old'],
      // Whatever it says, the terminal shows it and obeys none of it.
      [`${url}/escape`, 'redirects to https://x.example/⟨U+009B⟩2J;'],
    ] as const) {
      const refused = await importFrom(environment, 'cortex', address, [], 'k'.repeat(32))
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) })
    }
  })
})

describe.skipIf(!hasOpenssl)(`a private authority${withoutOpenssl}`, () => {
  it('is trusted when --ca-file names it', async () => {
    const environment = await migratedPlaces[0].settings()
    const { cert, key } = makePair(dirname(environment.ASSAY_DATA_DIR), 'other')
    const settings = await migratedPlaces[0].settings()
    const other = await start({ ...settings, ASSAY_HTTP_TLS_CERT: cert, ASSAY_HTTP_TLS_KEY: key })
    const [refused, known] = [
      await importFrom(environment, 'cortex', other.address),
      await importFrom(environment, 'cortex', other.address, ['--ca-file', cert]),
    ]
    expect(refused.stderr).toContain('with --ca-file')
    // Nobody has a key there.
    expect(known.stderr).toContain('--key: key 1 was rejected')
  })
})

const user = { id: 'ada', organization: 'alpha', roles: ['read', 'analyze'] }

/** A Cortex as small as can be, with these jobs. */
const cortex =
  (jobs: readonly Record<string, unknown>[], special: Handler = () => undefined): Handler =>
  async (request, response) => {
    const other = await special(request, response)
    if (other !== undefined || response.headersSent) return other === null ? undefined : other
    const { path, query, input } = request
    if (path === '/api/status') return { versions: { Cortex: '3.1.8-1' } }
    if (path === '/api/user/current') return user
    if (path === '/api/analyzer' || path === '/api/responder') return []
    if (path === '/api/job/_search') {
      const since = Number((input.query as { _gte?: { createdAt: number } })._gte?.createdAt ?? 0)
      const [from = 0, to = 10] = (query.get('range') ?? '').split('-').map(Number)
      return jobs.filter(({ createdAt }) => Number(createdAt ?? since) >= since).slice(from, to)
    }
    const [, id, part] = /^\/api\/job\/([^/]+)\/(report|artifacts)$/.exec(path) ?? []
    if (part === 'artifacts') return []
    const job = jobs.find((one) => one.id === id)
    return job && { ...job, report: { success: true, full: { of: id }, summary: {} } }
  }

const job = (id: string, createdAt: unknown, more: object = {}) => ({
  id,
  createdAt,
  status: 'Success',
  workerId: 'w',
  workerName: 'Odd',
  workerDefinitionId: 'Odd_1_0',
  dataType: 'ip',
  data: `192.0.2.1 \0 ${id}`,
  type: 'analyzer',
  ...more,
})

const jobsHere = (environment: Parameters<typeof withDatabase>[0]) =>
  withDatabase(environment, ({ db }) =>
    db.selectFrom('jobs').select(['id', 'created_at', 'data', 'label']).orderBy('id').execute(),
  )

describe('assay import cortex, from one that answers oddly', () => {
  it('imports what it can, reports the rest, and tries that again', async () => {
    const environment = await migratedPlaces[0].settings()
    const hundreds = Array.from({ length: 250 }, (_, n) => job(`same-${n}`, 1_600_000_000_000))
    const odd = [
      ...hundreds,
      ...hundreds.slice(0, 3),
      job('nameless', 1_600_000_000_001, { workerName: undefined }),
      job('dateless', null),
      job('sick', 1_600_000_000_002),
      job('running', 1_600_000_000_003, { status: 'InProgress' }),
      job('bare', 1_600_000_000_004, { tlp: null, pap: 9, message: null, parameters: '{"a":' }),
      job('wrong', 1_600_000_000_005),
      job('file', 1_600_000_000_006, { data: null, attachment: { id: 'gone', name: 'x' } }),
    ]
    let isSick = true
    const { url } = await fakeServer(
      cortex(odd, ({ path }, response) => {
        if (path === '/api/job/sick/report' && isSick) return void response.writeHead(400).end()
        if (path === '/api/job/wrong/report' && isSick) return void response.end('{"half":')
        return undefined
      }),
    )
    const first = await importFrom(environment, 'cortex', url)
    expect(first, first.stderr).toMatchObject({ code: 2 })
    expect(first.stdout).toContain('252 jobs')
    for (const line of [
      'alpha: 2 × jobs without an id, a date, a status or an analyzer',
      'alpha: unfinished jobs. Run this again',
      'alpha: 2 × jobs that could not be read. Run the same command again',
      'files of jobs and artifacts; the jobs are here without them',
      'Some data could not be read',
    ])
      expect(first.stdout).toContain(line)
    const here = await jobsHere(environment)
    expect(here.find(({ id }) => id === 'bare')).toMatchObject({ data: '192.0.2.1 \ufffd bare' })

    isSick = false
    const second = await importFrom(environment, 'cortex', url)
    expect(second, second.stderr).toMatchObject({ code: 0 })
    expect(second.stdout).toContain('Imported, alpha: 2 jobs')
    expect(await jobsHere(environment)).toHaveLength(254)
  })

  it('killed in the middle, continues and imports nothing twice', async () => {
    const environment = await migratedPlaces[1].settings()
    const many = Array.from({ length: 220 }, (_, n) => job(`job-${n}`, 1_600_000_000_000 + n))
    let isHeld = true
    const { promise: inTheMiddle, resolve: reached } = Promise.withResolvers<void>()
    const { url, asked } = await fakeServer(
      cortex(many, ({ path }) => {
        if (path !== '/api/job/job-150/report' || !isHeld) return undefined
        reached()
        return new Promise(() => undefined)
      }),
    )
    await killImport(environment, 'cortex', url, inTheMiddle)
    // Whole pages only.
    expect(await jobsHere(environment)).toHaveLength(100)

    isHeld = false
    const before = asked.length
    const second = await importFrom(environment, 'cortex', url)
    expect(second, second.stderr).toMatchObject({ code: 0 })
    expect(second.stdout).toContain('Imported, alpha: 120 jobs')
    expect(asked.slice(before).filter((one) => one.includes('/job-5/'))).toEqual([])
    expect(await jobsHere(environment)).toHaveLength(220)
    const third = await importFrom(environment, 'cortex', url)
    expect(third.stdout).toContain('Imported: nothing')

    const since = new Date(1_600_000_000_200).toISOString()
    const other = await migratedPlaces[0].settings()
    const window = await importFrom(other, 'cortex', url, ['--since', since])
    expect(window.stdout).toContain('20 jobs')
    const rest = await importFrom(other, 'cortex', url)
    expect(rest.stdout).toContain('Imported, alpha: 200 jobs')
  })

  it('that is interrupted keeps what was imported, and continues later', async () => {
    const environment = await migratedPlaces[0].settings()
    const many = Array.from({ length: 120 }, (_, n) => job(`job-${n}`, 1_600_000_000_000 + n))
    let isOut = true
    const { url } = await fakeServer(
      cortex(many, ({ path, headers }, response) => {
        if (!isOut || !path.startsWith('/api/job/job-110')) return undefined
        expect(headers.authorization).toMatch(/^Bearer /)
        return void response.writeHead(401).end()
      }),
    )
    const first = await importFrom(environment, 'cortex', url)
    expect(first).toMatchObject({ code: 1 })
    expect(first.stderr).toContain('key rejected (401)')
    expect(first.stderr).toContain('Run the same command to resume')
    expect(await jobsHere(environment)).toHaveLength(100)
    isOut = false
    expect((await importFrom(environment, 'cortex', url)).stdout).toContain(
      'Imported, alpha: 20 jobs',
    )
  })
})
