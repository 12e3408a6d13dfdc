import { describe, expect, it } from 'vitest'
import { confidentialTexts } from './confidential.ts'
import { redactInput } from './redaction.ts'

const item = (name: string, defaultValue?: unknown) => ({
  name,
  description: '',
  type: 'string' as const,
  multi: false,
  required: false,
  ...(defaultValue === undefined ? {} : { defaultValue }),
})

const nothing = { fixed: {}, items: [], sent: [] }
const of = (config: unknown, options = {}) => confidentialTexts(config, { ...nothing, ...options })

describe('removed from everything that a program says', () => {
  it.each<[string, unknown, string[]]>([
    ['a value behind any name', { thing: 'x7f3-99aa-22' }, ['x7f3-99aa-22']],
    ['the key that the catalogue calls api', { api: 'qwertz' }, ['qwertz']],
    ['a PIN of four digits', { pin: '4711' }, ['4711']],
    ['a PIN that is a number', { pin: 4711 }, ['4711']],
    ['a long number behind any name', { account: 99887766 }, ['99887766']],
    ['elements of lists and objects', { a: [{ b: 'k3y-k3y-k3y' }] }, ['k3y-k3y-k3y']],
    ['plain words behind the name of a secret', { password: 'sesame' }, ['sesame']],
    ['an account', { username: 'svc_4ssay' }, ['svc_4ssay']],
    [
      'a hook',
      { url: 'https://h.example/services/T0AB/B1CD/xyzXYZ' },
      ['https://h.example/services/T0AB/B1CD/xyzXYZ'],
    ],
    [
      'the password of an address as well',
      { url: 'mysql://u:p%40ss@h/db' },
      [...['p%40ss', 'p@ss', 'mysql://u:p%40ss@h/db']],
    ],
    [
      'the password of a connection string as well',
      { x: 'Server=db;Uid=sa;Pwd=hunter2' },
      [...['hunter2', 'Server=db;Uid=sa;Pwd=hunter2']],
    ],
    [
      'every line of a key',
      { k: '-----BEGIN X-----\nMIIabc123\nDEF456ghi\n-----END X-----' },
      [...['MIIabc123', 'DEF456ghi']],
    ],
  ])('%s', (_, config, expected) => {
    expect(of(config).everywhere.toSorted()).toEqual(expected.toSorted())
  })

  it('the members of JSON in a text', () => {
    const { everywhere } = of({ account: '{"type":"x","private_key":"abc123def"}' })
    expect(everywhere).toContain('abc123def')
  })
})

describe('left in reports of success, removed from failures', () => {
  it.each([
    ['a word', 'level', 'malicious'],
    ['a name', 'name', 'MISP-1'],
    ['a host', 'host', 'misp01.corp.example'],
    ['an IP address', 'resolver', '10.0.0.53'],
    ['an address', 'url', 'https://misp.corp.example:8443/api/v2'],
    ['a mail address', 'from', 'soc@corp.example'],
    ['a tag, whatever it looks like', 'added_tag', 'fw1:blocked-2'],
    ['the name of an upload', 'rules', 'upload:rules2024.yar'],
  ])('%s', (_, name, value) => {
    expect(of({ [name]: value })).toEqual({ everywhere: [], inFailures: [value] })
  })
})

describe('left everywhere', () => {
  it.each<[string, unknown, object]>([
    ['short values', { lang: 'en', port: '443', region: 'eu-w1', key: 'abc' }, {}],
    ['switches and what is common to all', { check_tlp: true, jobTimeout: 1_000_000, a: null }, {}],
    ['what the definition fixes', { service: 'get-1234' }, { fixed: { service: 'get-1234' } }],
    ['a default', { s: 'x1y2z3' }, { items: [item('s', 'x1y2z3')] }],
    ['an element of a default', { s: ['x1y2z3'] }, { items: [item('s', ['x1y2z3', 'other1'])] }],
    ['what the analyst sent', { own: 'host7.example' }, { sent: ['https://host7.example/x'] }],
    ['what a built-in may repeat', { brands: ['office365'] }, { plainItems: new Set(['brands']) }],
    ['certificates of others', { cacerts: '-----BEGIN CERTIFICATE-----\nMIIabc123' }, {}],
  ])('%s', (_, config, options) => {
    expect(of(config, options)).toEqual({ everywhere: [], inFailures: [] })
  })
})

describe('the input of a failure', () => {
  const shown = (config: unknown, known = { fixed: {}, items: [] as ReturnType<typeof item>[] }) =>
    redactInput({ dataType: 'ip', data: '192.0.2.1', config }, known).config

  it.each([
    [
      'texts',
      { pin: '12345', any: 'x', list: ['a'] },
      { pin: 'REMOVED', any: 'REMOVED', list: ['REMOVED'] },
    ],
    ['numbers', { pin: 12345 }, { pin: 'REMOVED' }],
    ['objects', { proxy: { http: 'http://h:1' } }, { proxy: { http: 'REMOVED' } }],
    [
      'everything behind the name of a secret',
      { key: null, token: { a: 1 } },
      { key: 'REMOVED', token: 'REMOVED' },
    ],
    [
      'no switch, no level, no empty value',
      { a: true, max_tlp: 2, jobCache: 10, b: '', c: null, d: [] },
      { a: true, max_tlp: 2, jobCache: 10, b: '', c: null, d: [] },
    ],
  ])('loses %s', (_, config, expected) => {
    expect(shown(config)).toEqual(expected)
  })

  it('keeps what the definition says, and nothing else', () => {
    const known = {
      fixed: { service: 'get', deep: { mode: 'a', other: 'b' } },
      items: [item('url', 'https://api.example'), item('password', 'changeme')],
    }
    const config = {
      service: 'get',
      deep: { mode: 'a', other: 'mine' },
      url: 'https://api.example',
      password: 'changeme',
    }
    expect(shown(config, known)).toEqual({
      service: 'get',
      deep: { mode: 'a', other: 'REMOVED' },
      url: 'https://api.example',
      password: 'REMOVED',
    })
  })

  it('keeps the observable, and survives any nesting', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}"s3cr3t"${']'.repeat(50_000)}`)
    const input = redactInput(
      { dataType: 'url', data: 'http://a@b/?key=1', config: { deep } },
      nothing,
    )
    expect(input.data).toBe('http://a@b/?key=1')
    expect(JSON.stringify(input)).not.toContain('s3cr3t')
  })

  it('looks for values as deep as a configuration can be, and no deeper', () => {
    const nested = (depth: number) =>
      JSON.parse(`${'['.repeat(depth)}"s3cr3t-value-1"${']'.repeat(depth)}`)
    expect(of({ deep: nested(10) }).everywhere).toEqual(['s3cr3t-value-1'])
    expect(of({ deep: nested(50_000) }).everywhere).toEqual([])
  })
})
