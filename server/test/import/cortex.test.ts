import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRemote } from '../../src/import/remote.ts'
import { adminKey, clientOf, fill, rootKey } from '../backup/installation.ts'
import { run, type Server, start } from '../program.ts'
import { places, withDatabase } from '../security/key-rotation.ts'

const timeout = 300_000

async function submit({ address }: Server, analyzer: string, form: FormData | object) {
  const isForm = form instanceof FormData
  const answer = await fetch(`${address}/api/analyzer/${analyzer}/run`, {
    method: 'POST',
    body: isForm ? form : JSON.stringify(form),
    headers: {
      authorization: `Bearer ${adminKey}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
  })
  expect(answer.status).toBe(200)
  const { id } = (await answer.json()) as { id: string }
  await clientOf({ address }, adminKey).waitReport({ id }, { atMost: '2minute' })
  return id
}

describe.each(places)('$database: assay import cortex', { timeout }, ({ settings }) => {
  it('brings everything along as it was, and nothing twice', async () => {
    // Our own server speaks the API of the other one.
    const other = await start(await (places[0] as (typeof places)[number]).settings())
    const { analyzer } = await fill(other)
    const admin = clientOf(other, adminKey)
    const file = await admin.enableAnalyzer(
      { id: 'Assay_File_1_0' },
      { name: 'File', rate: 7, rateUnit: 'Hour' },
    )
    const text = await submit(other, analyzer, { data: 'a'.repeat(32), dataType: 'hash' })
    const form = new FormData()
    form.set('_json', JSON.stringify({ dataType: 'file', tlp: 1 }))
    form.set('attachment', new Blob(['see http://example.org/x for more']), 'sample.txt')
    const upload = await submit(other, file.id, form)

    const environment = await settings()
    expect((await run(environment, ['migrate']).ended).code).toBe(0)
    const bring = () =>
      run(environment, ['import', 'cortex', '--url', other.address, '--key-file', '-'], rootKey)
        .ended
    const first = await bring()
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain(
      'New here: 1 organizations, 2 users, 2 analyzers and responders, 2 jobs.',
    )
    expect(first.stdout).toContain('User ada: set a password')
    for (const secret of [adminKey, rootKey]) expect(first.stdout).not.toContain(secret)
    const second = await bring()
    expect(second.stdout).toContain(
      'New here: 0 organizations, 0 users, 0 analyzers and responders, 0 jobs.',
    )

    const here = await start(environment)
    const mine = clientOf(here, adminKey)
    for (const id of [text, upload]) {
      const [before, after] = [await admin.getReport({ id }), await mine.getReport({ id })]
      const { runner: _, ...rest } = before
      expect(after).toEqual(rest)
      const found = (await admin.listArtifacts({ id })).rows
      expect((await mine.listArtifacts({ id })).rows).toEqual(found)
    }
    const { attachment } = await mine.getReport({ id: upload })
    const sample = await here.call('GET', `/api/datastore/${attachment?.id}`, { key: adminKey })
    expect(await sample.text()).toContain('see http://example.org/x')
    expect(
      (await mine.listAnalyzers({ range: 'all' })).rows.map(({ name, rate }) => [name, rate]),
    ).toEqual(expect.arrayContaining([['File', 7]]))
    await here.stop()
    await withDatabase(environment, async ({ db }) => {
      const { created_by } = await db
        .selectFrom('users')
        .select('created_by')
        .where('login', '=', 'ada')
        .executeTakeFirstOrThrow()
      expect(created_by).toBe('first')
    })
  })
})

describe('another server that answers oddly', () => {
  async function odd(answers: readonly [number, string, Record<string, string>?][]) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      const [status, body, headers] = answers[Math.min(asked.length, answers.length - 1)] ?? [
        500,
        '',
      ]
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(status, headers).end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { asked, remote: openRemote({ url, pausesMs: [1, 1] }) }
  }

  it('is asked again after 520, 429 and 500, and believed then', async () => {
    const { asked, remote } = await odd([
      [520, ''],
      [429, ''],
      [200, '[]', { 'x-total': '3' }],
    ])
    expect(await remote.json('k', 'GET', '/api/x')).toEqual({ body: [], total: 3 })
    expect(asked).toHaveLength(3)
  })

  it.each([
    [[401, ''], 'The key was refused'],
    [[403, ''], 'has not the right'],
    [[302, '', { location: 'https://elsewhere.example.org/' }], 'leads elsewhere'],
    [[200, '<html>sign in</html>'], 'a page came instead of data'],
    [[200, '{"half":'], 'cannot be read'],
    [[520, ''], 'answered 520'],
  ] as const)('is told of in a sentence: %j', async (answer, sentence) => {
    const { remote } = await odd([answer as [number, string]])
    await expect(remote.json('k', 'GET', '/api/x')).rejects.toThrow(sentence)
  })

  it('that is not there is named', async () => {
    const remote = openRemote({ url: 'http://127.0.0.1:1', pausesMs: [] })
    await expect(remote.json('k', 'GET', '/')).rejects.toThrow('cannot be reached')
    expect(() => openRemote({ url: 'nowhere' })).toThrow('--url must be')
  })
})
