import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { runAnalyzer } from '../kit/try.ts'
import { responder } from './responder.ts'
import { startSmtpStub } from './smtp-stub.ts'
import { subjectOf } from './text.ts'

async function server(refuse?: Parameters<typeof startSmtpStub>[0]) {
  const stub = await startSmtpStub(refuse)
  onTestFinished(() => stub.stop())
  return stub
}

const observable = {
  dataType: 'thehive:case_artifact',
  data: { dataType: 'url', data: 'https://evil.example/x', tags: ['a', 'b'], message: 'seen' },
}

const run = (port: number, config = {}, privateTargets = ['127.0.0.0/8']) =>
  runAnalyzer(responder, {
    ...observable,
    message: 'please block',
    mayUseNetwork: true,
    privateTargets,
    config: {
      host: '127.0.0.1',
      port,
      encryption: 'none',
      from: 'assay@example.org',
      to: ['soc@example.org', 'net@example.org'],
      ...config,
    },
  })

it('tells the receivers what it is about, without a link to click', async () => {
  const { port, received } = await server()

  expect(await run(port, { user: 'u', password: 'pass word' })).toMatchObject({
    success: true,
    full: { message: 'Sent to 2 of 2', accepted: ['soc@example.org', 'net@example.org'] },
  })
  const [mail] = received
  expect(mail?.to).toHaveLength(2)
  expect(mail?.content).toContain('Subject: [Assay] Observable url hxxps://evil[.]example/x')
  expect(mail?.content).toContain('tags: a, b')
  expect(mail?.content).toContain('please block')
  expect(mail?.content).not.toContain('https://evil.example')
})

it('says which receivers were not taken', async () => {
  const { port } = await server((line) => (line.includes('net@') ? '550 unknown' : undefined))

  expect(await run(port)).toMatchObject({
    full: { message: 'Sent to 1 of 2', rejected: ['net@example.org'] },
  })
})

it('does not send without the encryption that was asked for', async () => {
  const { port, received } = await server((line) =>
    /^STARTTLS/i.test(line) ? '502 not here' : undefined,
  )
  const report = await run(port, { encryption: 'starttls', user: 'u', password: 'hidden-one' })

  expect(report).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining('The email was not sent'),
  })
  expect(received).toEqual([])
})

it('keeps the password out of the report when the server repeats it', async () => {
  const { port } = await server((line) =>
    /^AUTH/i.test(line) ? '535 no, not hidden-one' : undefined,
  )
  const report = await run(port, { user: 'u', password: 'hidden-one' })

  expect(report).toMatchObject({ success: false })
  expect(JSON.stringify(report)).not.toContain('hidden-one')
})

it.each([
  ['no receivers', { to: [] }, 'Setting to is empty'],
  ['too many', { to: Array(51).fill('a@b.example') }, 'more than 50 addresses'],
  ['a list in one', { to: ['a@b.example, c@d.example'] }, 'is not an email address'],
  [
    'a header in an address',
    { from: 'a@b.example\r\nBcc: x@y.example' },
    'is not an email address',
  ],
  ['another encryption', { encryption: 'rot13' }, 'Setting encryption must be'],
  ['a port that is none', { port: 0 }, 'Setting port is not a valid port'],
])('refuses %s', async (_, config, message) => {
  expect(await run(25, config)).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})

it('has a subject of one line, whatever the object holds', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('title', 'data', 'dataType', 'caseId'), fc.anything()),
      (data) => {
        const subject = subjectOf('thehive:case_artifact', data)
        expect(subject).not.toMatch(/[\r\n]/)
        expect(subject.length).toBeLessThanOrEqual(200)
      },
    ),
  )
})

it.each(['127.0.0.1', 'localhost', 'localhost.', '127.1', '0x7f000001', '::ffff:127.0.0.1'])(
  'speaks to no mail server %s inside unless the operator allows it',
  async (host) => {
    const { port, received } = await server()

    expect(await run(port, { host }, [])).toMatchObject({
      success: false,
      errorMessage: expect.stringContaining('was not contacted: address is loopback'),
    })
    expect(received).toEqual([])
  },
)
