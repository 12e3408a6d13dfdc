import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const piece = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const later = Math.floor(Date.now() / 1_000) + 3_600

function token(header: object, claims: object, secret?: string): string {
  const signed = `${piece(header)}.${piece(claims)}`
  const signature =
    secret === undefined ? '' : createHmac('sha256', secret).update(signed).digest('base64url')
  return `${signed}.${signature}`
}

const look = (data: string) => reportOf(analyzer, { dataType: 'jwt', data })
const hs256 = { alg: 'HS256', typ: 'JWT' }
const strong = 'a secret that nobody guesses, 0123456789'

it('finds nothing wrong with a short-lived token and a good secret', async () => {
  const { taxonomies, full } = await look(token(hs256, { sub: '1', exp: later }, strong))

  expect(taxonomies).toEqual([
    { level: 'info', namespace: 'JWT', predicate: 'Algorithm', value: 'HS256' },
    { level: 'info', namespace: 'JWT', predicate: 'Lifetime', value: 'valid' },
  ])
  expect(full).toMatchObject({ header: hs256, claims: { sub: '1', exp: later } })
})

it.each([
  ['no signature asked for', token({ alg: 'none' }, { exp: later }), 'none'],
  ['no algorithm at all', token({}, { exp: later }), 'none'],
  ['a missing signature', token(hs256, { exp: later }), 'missing'],
  ['a secret out of a tutorial', token(hs256, { exp: later }, 'your-256-bit-secret'), 'guessable'],
  [
    'its own key',
    token({ ...hs256, jku: 'https://evil.test/keys' }, { exp: later }, strong),
    'key by jku',
  ],
  [
    'a path as key name',
    token({ ...hs256, kid: '../../dev/null' }, { exp: later }, strong),
    'odd kid',
  ],
  ['no end', token(hs256, {}, strong), 'endless'],
  ['an end in ten years', token(hs256, { exp: later + 10 * 31_536_000 }, strong), 'long'],
  ['an end that is no number', token(hs256, { exp: 'soon' }, strong), 'unreadable'],
  [
    'a beginning in the future',
    token(hs256, { iat: later, exp: later + 60 }, strong),
    'from the future',
  ],
])('is suspicious of %s', async (_, data, value) => {
  expect((await look(data)).taxonomies).toContainEqual(
    expect.objectContaining({ level: 'suspicious', value }),
  )
})

it('says that it has expired, and when', async () => {
  const { taxonomies, full } = await look(token(hs256, { iat: 1, exp: 1_000_000_000 }, strong))

  expect(taxonomies).toContainEqual(expect.objectContaining({ level: 'info', value: 'expired' }))
  expect(full.moments).toMatchObject({ exp: '2001-09-09T01:46:40.000Z' })
})

it('hands out the addresses that it names', async () => {
  const claims = {
    iss: 'https://login.example.org/',
    aud: ['api.example.org', 'x'],
    email: 'a@example.org',
    exp: later,
  }
  const { artifacts } = await look(
    token({ ...hs256, x5u: 'https://keys.example.org/c.pem' }, claims, strong),
  )

  expect(
    artifacts.map((found) => `${found.dataType} ${'data' in found ? found.data : ''}`),
  ).toEqual([
    'url https://keys.example.org/c.pem',
    'url https://login.example.org/',
    'fqdn api.example.org',
    'mail a@example.org',
  ])
})

it('says that an encrypted token is encrypted', async () => {
  const data = `${piece({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d`
  expect((await look(data)).taxonomies).toMatchObject([{ level: 'info', value: 'encrypted' }])
})

it('fails on a wrong token, and is silent about other text', async () => {
  expect(await runAnalyzer(analyzer, { dataType: 'jwt', data: 'a.b.c' })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining('Not a JSON Web Token'),
  })
  expect((await reportOf(analyzer, { dataType: 'other', data: 'a.b.c' })).taxonomies).toEqual([])
})

it('never fails in an unforeseen way', async () => {
  const json = fc.jsonValue({ maxDepth: 6 })
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('alg', 'kid', 'jku', 'x'), json),
      fc.dictionary(fc.constantFrom('exp', 'iat', 'nbf', 'iss', 'aud'), json),
      async (header, claims) => {
        const report = await runAnalyzer(analyzer, {
          dataType: 'other',
          data: token(header, claims),
        })
        expect(report).toMatchObject({ success: true })
      },
    ),
  )
})
