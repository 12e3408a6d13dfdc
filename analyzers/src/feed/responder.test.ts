import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter, webAddress } from '../kit/any-text.ts'
import { runAnalyzer } from '../kit/try.ts'
import { responder } from './responder.ts'

const run = (data: unknown, config = {}) =>
  runAnalyzer(responder, { dataType: 'thehive:case_artifact', data, config })

it.each([
  ['ip', '8[.]8.8.8', 'ip', '8.8.8.8'],
  ['ip', '2A00:1450::0001', 'ip', '2a00:1450::1'],
  ['domain', 'Evil.example.org', 'domain', 'evil.example.org'],
  ['hostname', 'a.evil.example.org', 'fqdn', 'a.evil.example.org'],
  ['url', 'hxxps://evil.example.org/x', 'url', 'https://evil.example.org/x'],
  ['hash', 'A'.repeat(64), 'hash', 'a'.repeat(64)],
  ['mail', 'bad@example.org', 'mail', 'bad@example.org'],
])('lists the %s %s in its usual spelling', async (dataType, data, listedType, value) => {
  expect(await run({ dataType, data })).toMatchObject({
    success: true,
    full: { feed: { name: 'blocklist', dataType: listedType, value, days: 30 } },
  })
})

it.each([
  [
    'an address of your own network',
    { dataType: 'ip', data: '10.0.0.1' },
    {},
    'reserved address (private)',
  ],
  ['no address', { dataType: 'ip', data: 'x' }, {}, 'x is not an IP address'],
  ['two lines', { dataType: 'url', data: 'https://a.example\n0.0.0.0/0' }, {}, 'spaces or control'],
  ['another type', { dataType: 'file', data: 'x' }, {}, 'do not support type file'],
  ['a wrong type', { dataType: 'hash', data: 'evil.example.org' }, {}, 'is not of type hash'],
  ['nothing', {}, {}, 'do not support type other'],
  ['a name that is a path', { dataType: 'ip', data: '8.8.8.8' }, { feed: '../x' }, 'Setting feed'],
  [
    'a time that is none',
    { dataType: 'ip', data: '8.8.8.8' },
    { expires_days: -1 },
    'expires_days',
  ],
])('refuses %s', async (_, data, config, message) => {
  expect(await run(data, config)).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})

it('lists one line or refuses readably, whatever it is given', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('ip', 'domain', 'url', 'mail', 'hash'),
      fc.oneof(fc.string({ unit: anyCharacter }), webAddress, fc.ipV6(), fc.emailAddress()),
      async (dataType, data) => {
        const report = await run({ dataType, data })
        if (report.success) expect((report.full.feed as { value: string }).value).not.toMatch(/\s/)
        else expect(report.errorMessage).not.toContain('Unexpected')
      },
    ),
  )
})
