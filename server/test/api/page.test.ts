import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqlite } from '../databases.ts'
import { makeApp } from '../setup.ts'

const { open } = sqlite

/** As the build leaves it. */
const index = `<!doctype html><html><head>
<link rel="icon" href="./favicon.svg" />
<script type="module" crossorigin src="./assets/index-abc.js"></script>
<link rel="stylesheet" crossorigin href="./assets/index-abc.css">
</head><body><a href="/api/docs">API</a></body></html>`

async function makePage(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-page-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const directory = join(folder, 'dist')
  await mkdir(join(directory, 'assets'), { recursive: true })
  await writeFile(join(directory, 'index.html'), index)
  await writeFile(join(directory, 'favicon.svg'), '<svg/>')
  await writeFile(join(directory, 'assets', 'index-abc.js'), 'go()')
  await writeFile(join(folder, 'secret.js'), 'not for you')
  const app = await makeApp(open, { environment, pageDirectory: directory })
  return {
    directory,
    get: (url: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url }),
    app,
  }
}

describe('the page', () => {
  it.each([
    ['br, gzip', 'br', 'brotli bytes'],
    ['gzip', 'gzip', 'gzip bytes'],
    ['identity', undefined, 'go()'],
  ])('sends scripts packed to whoever accepts %s', async (accepted, encoding, body) => {
    const { app, directory } = await makePage()
    await writeFile(join(directory, 'assets', 'index-abc.js.br'), 'brotli bytes')
    await writeFile(join(directory, 'assets', 'index-abc.js.gz'), 'gzip bytes')

    const answer = await app.inject({
      url: '/assets/index-abc.js',
      headers: { 'accept-encoding': accepted },
    })

    expect(answer.body).toBe(body)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-type']).toContain('javascript')
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(answer.headers.vary).toBe('accept-encoding')
  })

  it.each([
    '/',
    '/index.html',
    '/jobs',
    '/jobs/abc?tab=raw',
    '/jobs/abc/',
    '/cases/~12/tasks',
    '/observables/domain/www.example.com',
    '/observables/mail/someone%40example.com',
    '/observables/url/https%3A%2F%2Fexample.com%2Fa%3Fb',
    `/observables/other/${'x'.repeat(2000)}`,
    '/apiary',
  ])('is the answer to its own path %s, asked anew each time', async (url) => {
    const { get } = await makePage()

    const answer = await get(url)

    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(answer.body).toContain('<!doctype html>')
  })

  it('answers HEAD as GET, without the text', async () => {
    const { get } = await makePage()

    const head = await get('/jobs/abc', 'HEAD')

    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ])
  })

  it.each(['/api', '/api/', '/api/nothing', '/api/job/a/nothing', '/api/nothing.js'])(
    'does not answer the unknown call %s',
    async (url) => {
      const { get } = await makePage()

      const answer = await get(url)

      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ type: 'NotFound' })
    },
  )

  it('does not answer requests other than reads', async () => {
    const { app } = await makePage()

    const answer = await app.inject({ method: 'POST', url: '/jobs/abc' })

    expect(answer.statusCode).toBe(404)
  })

  it.each([
    '/assets/gone.js',
    '/assets/gone',
    '/gone.js',
    '/jobs/style.css',
    '/jobs/logo.svg',
    '/index-abc.js.map',
    '/logo.png',
    '/favicon.ico',
  ])('never stands in for the missing file %s', async (url) => {
    const { get } = await makePage()

    const answer = await get(url)

    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ type: 'NotFound' })
  })

  it.each(['/assets/../../secret.js', '/assets/%2e%2e/%2e%2e/secret.js', '/..%2fsecret.js'])(
    'shows no file from outside its folder by %s',
    async (url) => {
      const { get } = await makePage()

      const answer = await get(url)

      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
      expect(answer.body).not.toContain('not for you')
    },
  )

  it('has files that are kept for a year, and others that are revalidated', async () => {
    const { get } = await makePage()

    const script = await get('/assets/index-abc.js')
    const icon = await get('/favicon.svg')

    expect([script.statusCode, script.body]).toEqual([200, 'go()'])
    expect(script.headers['cache-control']).toContain('immutable')
    expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  it.each([
    [undefined, ''],
    ['https://soc.example', ''],
    ['https://soc.example/assay', '/assay'],
    ['https://soc.example/a/b/', '/a/b'],
    ['https://soc.example//other.example/', '/other.example'],
    ['https://soc.example/r&d/"><b>', '/r&amp;d/%22%3E%3Cb%3E'],
  ])('finds its files from every depth behind %s', async (publicUrl, base) => {
    const { get } = await makePage(
      publicUrl === undefined ? {} : { ASSAY_HTTP_PUBLICURL: publicUrl },
    )

    const { body } = await get('/jobs/abc')

    expect(body).toContain(`src="${base}/assets/index-abc.js"`)
    expect(body).toContain(`href="${base}/assets/index-abc.css"`)
    expect(body).toContain(`href="${base}/favicon.svg"`)
    expect(body).toContain('href="/api/docs"')
  })

  it('says that it is not there while it is rebuilt', async () => {
    const { get, directory } = await makePage()

    await rm(join(directory, 'index.html'))

    expect((await get('/jobs')).statusCode).toBe(404)
  })
})
