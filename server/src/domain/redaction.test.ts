import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { isSecretItem, redact } from './redaction.ts'

describe('names of secrets', () => {
  it.each([
    ...['key', 'API_Key', 'apiKey', 'password', 'LDAP_password', 'client_secret', 'slack_token'],
    ...['smtp_pwd', 'n4j_pwd', 'passwd', 'gmail_private_key', 'credentials', 'Authorization'],
    ...['API_ak', 'unlock_code', 'webhook', 'certificate_base64', 'passphrase'],
  ])('%s is one', (name) => {
    expect(isSecretItem(name)).toBe(true)
  })

  it.each(['url', 'username', 'polling_interval', 'max_tlp', 'proxy_http', 'cacerts', 'service'])(
    '%s is none',
    (name) => {
      expect(isSecretItem(name)).toBe(false)
    },
  )
})

describe('redact', () => {
  it.each([
    ['a plain secret', { apikey: 's', url: 'u' }, { apikey: 'REMOVED', url: 'u' }],
    ['a null', { password: null, other: null }, { password: 'REMOVED', other: null }],
    [
      'lists and objects whole',
      { keys: ['s'], token: { a: 's' } },
      { keys: 'REMOVED', token: 'REMOVED' },
    ],
    ['any depth', { a: [{ b: { Secret: 's' } }] }, { a: [{ b: { Secret: 'REMOVED' } }] }],
    ['a password in an address', { url: 'https://u:p@h/x' }, { url: 'https://REMOVED@h/x' }],
    ['a name in an address', { url: 'https://u@h/x' }, { url: 'https://REMOVED@h/x' }],
    ['a connection string', { db: 'mysql://u:p@h/db' }, { db: 'mysql://REMOVED@h/db' }],
    ['a mail address after the path', { url: 'https://h/a@b' }, { url: 'https://h/a@b' }],
    [
      'a parameter',
      { url: 'https://h/?a=1&api_key=s#x' },
      { url: 'https://h/?a=1&api_key=REMOVED#x' },
    ],
    ['a proxy', { proxy_http: 'http://u:p@h:1' }, { proxy_http: 'http://REMOVED@h:1' }],
    [
      'a proxy with odd signs',
      { proxy_http: 'http://u:p/?#@ x@h:1' },
      { proxy_http: 'http://REMOVED@h:1' },
    ],
    ['a proxy without scheme', { proxy: { http: 'u:p@h:1' } }, { proxy: { http: 'REMOVED@h:1' } }],
    [
      'texts without secrets',
      { cacerts: '---', n: 1, b: false },
      { cacerts: '---', n: 1, b: false },
    ],
  ])('%s', (_what, given, expected) => {
    expect(redact(given)).toEqual(expected)
  })

  it('leaves the observable of an input document as it is, and cleans the rest of it', () => {
    const input = {
      dataType: 'url',
      data: 'http://bank.example@evil.example/?token=1',
      config: { key: 's', proxy: { https: 'http://u:p@h' } },
      parameters: { secret: 1 },
    }

    expect(redact(input)).toEqual({
      dataType: 'url',
      data: 'http://bank.example@evil.example/?token=1',
      config: { key: 'REMOVED', proxy: { https: 'http://REMOVED@h' } },
      parameters: { secret: 'REMOVED' },
    })
  })

  it('cleans the data of a responder, which is an object', () => {
    expect(redact({ dataType: 'thehive:case', data: { apiToken: 's' } })).toEqual({
      dataType: 'thehive:case',
      data: { apiToken: 'REMOVED' },
    })
  })

  it('does not change what it is given', () => {
    const given = { a: { key: 's' } }
    redact(given)
    expect(given).toEqual({ a: { key: 's' } })
  })

  it('survives a nesting that JSON.parse survives', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}"s3cr3t"${']'.repeat(100_000)}`)
    expect(JSON.stringify(redact({ deep }))).not.toContain('s3cr3t')
  })

  it.each([['aaaa'], ['://'], ['?key'], ['?'], ['://a@'], ['&key='], ['@']])(
    'takes time in proportion to the length of many %s',
    async (part) => {
      const textOf = (times: number) => part.repeat((60_000 * times) / part.length)
      const work = (text: string) => redact({ url: text, proxy: text })
      expect(await growth(textOf, work)).toBeLessThan(nearlyLinear)
    },
  )

  const word = fc.constantFrom(
    'key',
    'PassWord',
    'secret',
    'Token',
    'pwd',
    'passwd',
    'credential',
    'auth',
  )
  const secretName = fc
    .tuple(fc.string({ maxLength: 5 }), word, fc.string({ maxLength: 5 }))
    .map((parts) => parts.join(''))
  const secretValue = fc.constantFrom<unknown>('s3cr3t', ['s3cr3t'], { a: 's3cr3t' })
  const leaf = fc.oneof(
    fc.dictionary(secretName, secretValue, { maxKeys: 3 }),
    fc.constantFrom('http://u:s3cr3t@h', 'see http://s3cr3t@h:1/a', 'https://h/?my_key=s3cr3t&a=b'),
    fc.jsonValue(),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('tree'), { maxKeys: 3 }),
    ),
  }))

  it('never leaves a secret', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.stringify(redact(value)) ?? '').not.toContain('s3cr3t')
      }),
      { numRuns: 500 },
    )
  })
})
