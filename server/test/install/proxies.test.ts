import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import {
  type ClientHttp2Session,
  connect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { settings } from '../../src/settings/table.ts'
import { hasOpenssl, makePair, withoutOpenssl } from '../certificates.ts'
import { sqlite } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
import { listen, multipart } from '../forms.ts'
import { freePort } from '../free-port.ts'
import { exampleIn, root } from '../manual/blocks.ts'
import { keyOf } from '../setup.ts'
import { skipTest } from '../skip.ts'

interface Ports {
  readonly tls: number
  readonly plain: number
  readonly assay: number
}

interface Proxy {
  readonly name: string
  readonly program: string
  /** Where the page is; empty for the root. */
  readonly path: string
  /** Writes the settings of the proxy into the folder; answers how it is started. */
  prepare(folder: string, ports: Ports, pair: { cert: string; key: string }): string[]
}

const nginx = (file: string, path: string): Proxy => ({
  name: `nginx, ${file}`,
  program: 'nginx',
  path,
  prepare(folder, { tls, plain, assay }, { cert, key }) {
    const site = readFileSync(join(root, 'deploy', 'nginx', file), 'utf8')
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace(/^ {4}listen 80;/m, `listen 127.0.0.1:${plain};`)
      .replace(/^ {4}listen 443 /m, `listen 127.0.0.1:${tls} `)
      .replace('/etc/ssl/assay/fullchain.pem', cert)
      .replace('/etc/ssl/assay/privkey.pem', key)
      .replace('127.0.0.1:9001', `127.0.0.1:${assay}`)
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const temporary = folders.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')
    const user = userInfo().uid === 0 ? 'user root;' : ''
    writeFileSync(join(folder, 'site.conf'), site)
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
      events {} http { access_log off; ${temporary} include ${folder}/site.conf; }`,
    )
    return ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
  },
})

const caddy = (host: string, path: string): Proxy => ({
  name: `Caddy, ${host}`,
  program: 'caddy',
  path,
  prepare(folder, { tls, assay }, { cert, key }) {
    const site = exampleIn('docs/operations.md', 'caddyfile', host)
      .replace(`${host} {`, `https://127.0.0.1:${tls} {\n\ttls ${cert} ${key}`)
      .replace('127.0.0.1:9001', `127.0.0.1:${assay}`)
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
})

const proxies = [
  nginx('assay.conf', ''),
  nginx('assay-subpath.conf', '/assay'),
  caddy('assay.example.org', ''),
  caddy('soc.example.org', '/assay'),
]

/** Debian puts daemons where only root looks. */
function found(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

/** The proxy in front of a server that runs here, and a client of it that speaks HTTP/2. */
async function startBehind(proxy: Proxy) {
  const file = found(proxy.program)
  if (file === undefined) {
    const wanted = proxy.program === 'nginx' ? 'nginx-light' : proxy.program
    skipTest(`${proxy.program} is not installed (Debian: apt-get install ${wanted})`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const pageDirectory = join(folder, 'page')
  mkdirSync(pageDirectory)
  writeFileSync(join(pageDirectory, 'index.html'), '<script src="./assets/x.js"></script>')
  const tls = await freePort()
  const app = await makeEngineApp(sqlite.open, [programs.echo], {
    pageDirectory,
    environment: {
      ASSAY_HTTP_TRUSTPROXY: '127.0.0.1',
      ASSAY_HTTP_PUBLICURL: `https://127.0.0.1:${tls}${proxy.path}`,
    },
  })
  const pair = makePair(folder, 'proxy')
  const ports = { tls, plain: await freePort(), assay: await listen(app) }
  const args = proxy.prepare(folder, ports, pair)
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await expect
    .poll(() => (child.exitCode === null ? isOpen(tls) : Promise.reject(new Error(said))))
    .toBe(true)
  const session = connect(`https://127.0.0.1:${tls}`, {
    ca: readFileSync(pair.cert),
    // Handed on to the socket: an address that is not the one of the proxy.
    ...{ localAddress: '127.0.0.9' },
  })
  onTestFinished(() => session.destroy())
  const ask = (path: string, given?: Given) => send(session, `${proxy.path}${path}`, given)
  return { app, ports, session, ask }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectSocket(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

interface Given {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
  /** Resolves as soon as this was read, whatever else comes. */
  readonly until?: string
}

function send(
  session: ClientHttp2Session,
  path: string,
  { method = 'GET', headers = {}, body, until }: Given = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof send>>>()
  const stream = session.request({ ':path': path, ':method': method, ...headers })
  let answered: IncomingHttpHeaders & IncomingHttpStatusHeader = {}
  let text = ''
  const done = () => resolve({ status: answered[':status'] ?? 0, headers: answered, text })
  stream.on('response', (given) => {
    answered = given
  })
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    if (until === undefined || !text.includes(until)) return
    done()
    stream.close()
  })
  stream.on('end', done).on('error', reject)
  stream.end(body)
  return promise
}

const key = (login: string) => ({ authorization: `Bearer ${keyOf(login)}` })

describe.skipIf(!hasOpenssl).each(proxies)(`$name${withoutOpenssl}`, (proxy) => {
  it('leads to page and API over HTTP/2 and TLS, with the address of the client and no other', async () => {
    const { app, session, ask } = await startBehind(proxy)
    const claimed = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' }

    const page = await ask('/cases/1', { headers: claimed })
    const encoded = await ask('/api/organization/a%2Fb', { headers: key('root') })

    expect(session.alpnProtocol).toBe('h2')
    expect([page.status, encoded.status]).toEqual([200, 404])
    expect(page.text).toContain(`src="${proxy.path}/assets/x.js"`)
    expect(app.logged()).toContain('/api/organization/a%2Fb')
    expect(app.logged()).toContain('"address":"127.0.0.9"')
    expect(app.logged()).not.toMatch(/203\.0\.113|ignoring forwarding headers/)
  })

  it('lets people sign in, with cookies for TLS and for its own path', async () => {
    const { ask } = await startBehind(proxy)
    const headers = { 'content-type': 'application/json' }
    const body = Buffer.from(JSON.stringify({ user: 'ada', password: 'ada-password' }))

    const signedIn = await ask('/api/login', { method: 'POST', headers, body })
    const cookies = signedIn.headers['set-cookie'] ?? []
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
    const current = await ask('/api/user/current', { headers: { cookie } })

    expect([signedIn.status, current.status]).toEqual([200, 200])
    expect(cookies).toHaveLength(3)
    for (const one of cookies) {
      expect(one).toContain('Secure')
      expect(one.split('; ')).toContain(`Path=${proxy.path || '/'}`)
    }
  })

  it('hands event streams on at once, and takes files that are larger than its own default', async () => {
    const { app, ask } = await startBehind(proxy)
    const { id } = await app.enable('orgadmin', 'Echo')
    const file = Buffer.alloc(3 * 1024 ** 2, 7)
    const { headers, payload } = multipart(
      { name: '_json', value: '{"dataType":"file"}' },
      { name: 'attachment', value: file, filename: 'large.bin' },
    )

    const events = await ask('/api/events', { headers: key('alan'), until: 'retry: 2000' })
    const submitted = await ask(`/api/analyzer/${id}/run`, {
      method: 'POST',
      headers: { ...headers, ...key('alan') },
      body: payload,
    })

    expect(events.headers['content-type']).toContain('text/event-stream')
    expect([events.status, submitted.status]).toEqual([200, 200])
    expect(JSON.parse(submitted.text)).toMatchObject({ attachment: { size: file.length } })
  })
})

describe('the files for nginx', () => {
  const files = ['assay.conf', 'assay-subpath.conf']
  const text = (file: string) => readFileSync(join(root, 'deploy', 'nginx', file), 'utf8')

  it.each(files)('%s takes what http.uploadLimit allows, and the form around it', (file) => {
    const [, megabytes = '0'] = /client_max_body_size (\d+)m;/.exec(text(file)) ?? []

    expect(settings['http.uploadLimit'].default).toBe('100MiB')
    expect(Number(megabytes)).toBeGreaterThan(100)
  })

  it(`lead from http to https${withoutOpenssl}`, async () => {
    if (!hasOpenssl) skipTest('openssl is not installed (Debian: apt-get install openssl)')
    const [first] = proxies
    if (!first) throw new Error('none')
    const { ports } = await startBehind(first)
    const sent = plainRequest({ port: ports.plain, host: '127.0.0.1', path: '/cases/1?a=b' }).end()
    const [answer] = await once(sent, 'response')
    answer.resume()

    expect(answer.statusCode).toBe(301)
    expect(answer.headers.location).toBe('https://127.0.0.1/cases/1?a=b')
  })

  it.each(files)('%s is well formed for nginx itself', (file) => {
    const program = found('nginx')
    if (program === undefined)
      skipTest('nginx is not installed (Debian: apt-get install nginx-light)')
    if (!hasOpenssl) skipTest('openssl is not installed (Debian: apt-get install openssl)')
    const folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const ports = { tls: 9443, plain: 9080, assay: 9001 }
    const args = nginx(file, '').prepare(folder, ports, makePair(folder, 'proxy'))

    const { status, stderr } = spawnSync(program, [...args, '-t'], { encoding: 'utf8' })

    expect(stderr).not.toMatch(/\[(warn|emerg)\]/)
    expect(status).toBe(0)
  })
})
