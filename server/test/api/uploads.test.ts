import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { endpoint, FileInput } from '@assay/contract'
import { Type } from 'typebox'
import { describe, expect, it, vi } from 'vitest'
import { sqlite } from '../echo.ts'
import { head, type json, listen, multipart, openSocket, storedFiles } from '../forms.ts'
import { patienceMs } from '../patience.ts'
import { keyOf, makeApp, makeOwnApp } from '../setup.ts'

const upload = endpoint({
  method: 'POST',
  path: '/api/test/upload',
  roles: ['analyze'],
  effect: 'write',
  resource: 'test',
  summary: 'Answers what it received',
  input: Type.Object(
    {
      data: Type.Optional(FileInput),
      attachment: Type.Optional(FileInput),
      keep: Type.Optional(Type.Boolean()),
      count: Type.Optional(Type.Integer()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({}, { additionalProperties: true }),
})

async function makeUpload(environment: Record<string, string> = {}) {
  const app = await makeApp(sqlite.open, { environment })
  app.route(upload, async ({ input: { data, attachment, keep, count } }) => {
    if (keep) await data?.keep()
    return { data: { ...data }, attachment: { ...attachment }, count }
  })
  const send = (sent: ReturnType<typeof multipart> | ReturnType<typeof json>, search = '') =>
    app.inject({ as: 'analyze', method: 'POST', url: `/api/test/upload${search}`, ...sent })
  return { app, send }
}

const hashed = (name: string, content: Buffer) => createHash(name).update(content).digest('hex')
const file = (value: Buffer | string, filename = 'sample.bin', name = 'data') => ({
  name,
  value,
  filename,
  type: 'application/x-sample',
})

describe('an uploaded file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 262_144, 1_048_576, 31_457_280])(
    'of %i bytes arrives whole, with its hashes',
    async (size) => {
      const { app, send } = await makeUpload()
      const content = randomBytes(size)

      const response = await send(multipart(file(content)), '?keep=true')

      const { data } = response.json()
      expect(data).toMatchObject({
        name: 'sample.bin',
        contentType: 'application/x-sample',
        size,
        sha256: hashed('sha256', content),
        sha1: hashed('sha1', content),
        md5: hashed('md5', content),
      })
      const [path = '', ...others] = await storedFiles(app)
      expect(others).toEqual([])
      expect(hashed('sha256', await readFile(path))).toBe(data.sha256)
    },
  )

  it('is kept apart from others of the same request', async () => {
    const { send } = await makeUpload()

    const response = await send(multipart(file('one'), file('two', 'two.txt', 'attachment')))

    expect(response.json()).toMatchObject({
      data: { size: 3, sha256: hashed('sha256', Buffer.from('one')) },
      attachment: { name: 'two.txt', sha256: hashed('sha256', Buffer.from('two')) },
    })
  })

  it('is gone after the request unless the handler keeps it', async () => {
    const { app, send } = await makeUpload()

    const response = await send(multipart(file('content')))

    expect(response.statusCode).toBe(200)
    expect(await storedFiles(app)).toEqual([])
  })

  it('wins over the same name in _json, null or not, in either order', async () => {
    const { send } = await makeUpload()
    const text = (value: unknown) => ({ name: '_json', value: JSON.stringify(value) })

    const before = await send(multipart(text({ data: null, count: 1 }), file('content')))
    const after = await send(multipart(file('content'), text({ data: 'text', count: 1 })))

    for (const response of [before, after])
      expect(response.json()).toMatchObject({ data: { size: 7 }, count: 1 })
  })

  it('loses against the same name in the query string, which is not a file', async () => {
    const { app, send } = await makeUpload()

    const response = await send(multipart(file('content')), '?data=text')

    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject([{ name: 'test.data', format: 'attachment' }])
    expect(await storedFiles(app)).toEqual([])
  })

  it.each([
    ['C:\\Users\\eve\\mail.eml', 'mail.eml'],
    ['/letters/eve/mail.eml', 'mail.eml'],
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['mixed/path\\name.txt', 'name.txt'],
    ['grüße.txt', 'grüße.txt'],
    ['folder/', 'file'],
    ['..', 'file'],
    ['', 'file'],
  ])('called %s is named %s', async (filename, name) => {
    const { send } = await makeUpload()

    const response = await send(multipart(file('content', filename)))

    expect(response.json()).toMatchObject({ data: { name, size: 7 } })
  })

  it('is one of ten at most', async () => {
    const { app, send } = await makeUpload()
    const files = (count: number) => Array.from({ length: count }, (_, n) => file('x', `${n}`))

    expect((await send(multipart(...files(10)))).statusCode).toBe(200)
    expect((await send(multipart(...files(11)))).statusCode).toBe(413)
    expect(await storedFiles(app)).toEqual([])
  })

  it('is refused for an attribute that is none, or that there is not', async () => {
    const { send } = await makeUpload()
    for (const name of ['count', 'nothing']) {
      const answer = await send(multipart(file('x', 'a', name)))
      expect([name, answer.statusCode]).toEqual([name, 400])
    }
  })

  it('comes with texts that are as long together as a body may be', async () => {
    const { send } = await makeUpload({ ASSAY_HTTP_BODYLIMIT: '4KiB' })
    const text = (length: number) => ({ name: '_json', value: `{"count":1}${' '.repeat(length)}` })

    expect((await send(multipart(text(3_000), file('x')))).statusCode).toBe(200)
    expect((await send(multipart(text(5_000), file('x')))).statusCode).toBe(413)
  })

  it.each(['nul\0in.name', 'nul-in-type'])('with NUL is refused: %j', async (filename) => {
    const { app, send } = await makeUpload()
    const type = filename.includes('\0') ? 'text/plain' : 'text/pl\0ain'

    const response = await send(multipart({ name: 'data', value: 'content', filename, type }))

    expect(response.statusCode).toBe(400)
    expect(await storedFiles(app)).toEqual([])
  })
})

describe('nothing is left on disk', () => {
  it('of a file over the limit, and the answer names the limit', async () => {
    const { app, send } = await makeUpload({ ASSAY_HTTP_UPLOADLIMIT: '100KiB' })

    const exact = await send(multipart(file(Buffer.alloc(102_400))))
    const over = await send(
      multipart(file('small', 'x', 'attachment'), file(Buffer.alloc(102_401))),
    )

    expect(exact.statusCode).toBe(200)
    expect(over.statusCode).toBe(413)
    expect(over.json()).toMatchObject({ type: 'Unknown', message: expect.stringMatching(/102400/) })
    expect(await storedFiles(app)).toEqual([])
  })

  it('of a request with a wrong attribute', async () => {
    const { app, send } = await makeUpload()
    const wrong = { name: '_json', value: '{"count":"three"}' }

    const response = await send(multipart(file('content'), wrong))

    expect(response.statusCode).toBe(400)
    expect(await storedFiles(app)).toEqual([])
  })

  it('of a request whose later part is broken', async () => {
    const { app, send } = await makeUpload()

    const response = await send(multipart(file('content'), { name: '_json', value: '{"count":' }))

    expect(response.statusCode).toBe(400)
    expect(await storedFiles(app)).toEqual([])
  })

  it.each([
    ['login', '/api/login', 'user'],
    ['createOrganization', '/api/organization', 'description'],
    ['createOrganization with a stray name', '/api/organization', 'data'],
  ])('of a call that takes no file, which says so: %s', async (_call, url, name) => {
    const { app } = await makeUpload()
    const sent = multipart(file('content', 'x', name))

    const response = await app.inject({ as: 'root', method: 'POST', url, ...sent })

    expect(response.statusCode).toBe(400)
    expect(response.json().message).toContain(name)
    expect(await storedFiles(app)).toEqual([])
  })

  it('when a handler fails after it has received the file', async () => {
    const app = await makeOwnApp(sqlite.open)
    app.route(upload, async () => {
      throw new Error('broken')
    })

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/test/upload',
      ...multipart(file('content')),
    })

    expect(response.statusCode).toBe(500)
    expect(await storedFiles(app)).toEqual([])
  })
})

describe('over a connection', () => {
  const start = (key: string, length: number) =>
    `POST /api/test/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
    `Authorization: Bearer ${keyOf(key)}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
    `Content-Length: ${length}\r\n\r\n`

  it.each([
    ['without a valid key', 'nobody', 401],
    ['without the role', 'rita', 403],
  ])('a caller %s is refused before the body is read', async (_who, login, status) => {
    const { app } = await makeUpload()
    const { socket, answer } = await openSocket(await listen(app))

    socket.write(start(login, 1_000_000))

    expect(await answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('a file is on disk while it arrives, and gone when the client goes', async () => {
    const { app } = await makeUpload()
    const { socket } = await openSocket(await listen(app))
    socket.write(start('alan', 10_000_000) + head('b', file('')))
    socket.write(Buffer.alloc(1_000_000))
    await vi.waitFor(async () => {
      const [path = ''] = await storedFiles(app)
      expect((await stat(path)).size).toBeGreaterThan(900_000)
    }, patienceMs)

    socket.destroy()

    await vi.waitFor(async () => expect(await storedFiles(app)).toEqual([]), patienceMs)
  })

  it('a large file is never held in memory', async () => {
    const { app } = await makeUpload({ ASSAY_HTTP_UPLOADLIMIT: '1GiB' })
    const chunk = Buffer.alloc(1024 * 1024)
    const chunks = 256
    const [before, after] = [head('b', file('')), '\r\n--b--\r\n']
    const sending = request({
      port: await listen(app),
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/test/upload',
      headers: {
        authorization: `Bearer ${keyOf('alan')}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': before.length + chunks * chunk.length + after.length,
      },
    })
    const answered = once(sending, 'response')
    const used = () => process.memoryUsage().arrayBuffers
    const atFirst = used()
    let most = atFirst

    sending.write(before)
    for (let sent = 0; sent < chunks; sent += 1) {
      if (!sending.write(chunk)) await once(sending, 'drain')
      most = Math.max(most, used())
    }
    sending.end(after)
    const [response] = await answered
    const body = JSON.parse(Buffer.concat(await response.toArray()).toString())

    expect(body.data.size).toBe(chunks * chunk.length)
    expect(most - atFirst).toBeLessThan((chunks * chunk.length) / 2)
  })

  it('a file over the limit is answered although the client is still sending', async () => {
    const { app } = await makeUpload({ ASSAY_HTTP_UPLOADLIMIT: '100KiB' })
    const { socket, answer } = await openSocket(await listen(app))

    socket.write(start('alan', 50_000_000) + head('b', file('')))
    socket.write(Buffer.alloc(2_000_000))

    expect(await answer).toMatch(/^HTTP\/1.1 413 .*102400/s)
  })
})
