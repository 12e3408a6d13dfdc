import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { type StubAnswer, startHttpStub } from '../kit/http-stub.ts'
import { runAnalyzer } from '../kit/try.ts'
import { responder } from './responder.ts'

const secret = 'a secret of enough characters'
const alert = { dataType: 'thehive:alert', data: { title: 'Beacon', tags: ['x'] } }

async function receiver(...answers: StubAnswer[]) {
  let count = 0
  const server = await startHttpStub(() => answers[Math.min(count++, answers.length - 1)] ?? {})
  onTestFinished(() => server.stop())
  return server
}

const run = (url: string, config = {}, privateTargets = ['127.0.0.1']) =>
  runAnalyzer(responder, {
    ...alert,
    tlp: 1,
    mayUseNetwork: true,
    privateTargets,
    config: { url, secret, retry_seconds: 0, ...config },
  })

it('sends the object once, with a signature that the receiver can check', async () => {
  const server = await receiver({ status: 202 })
  const report = await run(`${server.url}/hook`)

  expect(report).toMatchObject({
    success: true,
    full: { message: 'Sent: Alert Beacon', status: 202, attempts: 1 },
  })
  const [request] = server.requests
  expect(server.requests).toHaveLength(1)
  expect(request).toMatchObject({ method: 'POST', url: '/hook' })
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ ...alert, tlp: 1 })
  const timestamp = request?.headers['x-assay-timestamp']
  const hmac = createHmac('sha256', secret).update(`${timestamp}.${request?.body}`).digest('hex')
  expect(request?.headers['x-assay-signature']).toBe(`sha256=${hmac}`)
  expect(JSON.stringify(report)).not.toContain(secret)
})

it('tries again, as the same delivery, when the receiver is in trouble', async () => {
  const server = await receiver({ status: 503 }, { status: 429 }, { status: 200 })

  expect(await run(server.url)).toMatchObject({ success: true, full: { attempts: 3 } })
  expect(new Set(server.requests.map(({ headers }) => headers['x-assay-delivery'])).size).toBe(1)
})

it('gives up after as many attempts as it may make', async () => {
  const server = await receiver({ status: 500 })

  expect(await run(server.url, { attempts: 2 })).toMatchObject({
    success: false,
    errorMessage: 'The receiver returned status 500, 2 times',
  })
  expect(server.requests).toHaveLength(2)
})

it.each([400, 404, 302])('does not try again after status %i', async (status) => {
  const server = await receiver({ status, headers: { location: '/other' } })

  expect(await run(server.url)).toMatchObject({
    errorMessage: `The receiver returned status ${status}`,
  })
  expect(server.requests).toHaveLength(1)
})

it('sends nothing to a private address unless the operator allows it', async () => {
  const server = await receiver({})

  expect(await run(server.url, { allow_private: true }, [])).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining('127.0.0.1 was not contacted: address is loopback'),
  })
  expect(server.requests).toEqual([])
})

it.each([
  ['a short secret', { secret: 'short' }, 'Setting secret needs at least 16 characters'],
  ['too many attempts', { attempts: 100 }, 'Setting attempts must be a number from 1 to 10'],
  ['another scheme', { url: 'ftp://example.org' }, 'The URL must begin with http'],
])('refuses %s without sending anything', async (_, config, message) => {
  const server = await receiver({})

  expect(await run(server.url, config)).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
  expect(server.requests).toEqual([])
})
