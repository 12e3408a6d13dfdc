import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { type Environment, type Files, load, loadFile, problemsOf } from './load-texts.ts'
import { settingKeys } from './table.ts'

/** As the unit `binary` of fast-check, which takes a second to make. */
const anyCharacter = fc.nat(0x10f7ff).map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800))

describe('values from files named by *_FILE', () => {
  const key = 'k'.repeat(32)

  it.each([
    [`${key}\n`, key],
    [`${key}\r\n`, key],
    [`${key}\n\n`, `${key}\n`],
    [key, key],
  ])('%j loses one newline at its end', (text, expected) => {
    expect(load({ ASSAY_SECRET_KEY_FILE: '/run/key' }, { '/run/key': text }).secret.key).toBe(
      expected,
    )
  })

  it.each<[string, Environment, Files, string]>([
    [
      'both forms',
      { ASSAY_SECRET_KEY: key, ASSAY_SECRET_KEY_FILE: '/k' },
      { '/k': key },
      'keep one',
    ],
    [
      'a missing file',
      { ASSAY_SECRET_KEY_FILE: '/nope' },
      {},
      'cannot read the file it points to (ENOENT)',
    ],
    ['an empty file', { ASSAY_SECRET_KEY_FILE: '/k' }, { '/k': '\n' }, 'is empty'],
    ['a bad value', { ASSAY_HTTP_PORT_FILE: '/k' }, { '/k': 'x' }, 'ASSAY_HTTP_PORT_FILE must be'],
  ])('refuses %s', (_, environment, files, sentence) => {
    expect(problemsOf(() => load(environment, files))).toEqual([expect.stringContaining(sentence)])
  })
})

describe('the settings file', () => {
  it.each([
    ['nested YAML', 'http:\n  port: 8080\nauth:\n  method:\n    basic: true\n'],
    ['dotted YAML', 'http.port: 8080\nauth.method.basic: yes\n'],
    ['half dotted YAML', 'http: { port: "8080" }\nauth.method: { basic: true }\n'],
    ['JSON', '{"http": {"port": 8080}, "auth.method.basic": true}'],
    ['YAML with a byte order mark', '\uFEFFhttp.port: 8080\nauth.method.basic: on\n'],
  ])('may be %s', (_, text) => {
    const config = loadFile(text)

    expect(config.http.port).toBe(8080)
    expect(config.auth.method.basic).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['only a comment', '# http.port: 1\n'],
    ['an empty object', '{}'],
    ['an empty group', 'http:\n'],
  ])('may hold %s', (_, text) => {
    expect(loadFile(text).http.port).toBe(9001)
  })

  it('takes lists as lists or with commas, and structured values as they are', () => {
    const config = loadFile(
      'analyzer.urls: ["a,b", c]\nroles: engine, worker\n' +
        'platform.engines:\n  - { name: x, url: "http://y", auth: { type: key, key: k } }\n',
    )

    expect(config.analyzer.urls).toEqual(['a,b', 'c'])
    expect(config.roles).toEqual(['engine', 'worker'])
    expect(config.platform.engines).toEqual([
      { name: 'x', url: 'http://y', auth: { type: 'key', key: 'k' } },
    ])
  })

  it('stands between defaults and environment, and each value knows its source', () => {
    const file = 'http: { port: 1, host: 127.0.0.1 }'
    const config = load({ ASSAY_HTTP_PORT: '2', ASSAY_CONFIG: 'a.yaml' }, { 'a.yaml': file })

    expect([config.http.port, config.http.host]).toEqual([2, '127.0.0.1'])
    expect(config.sources).toMatchObject({
      'http.port': 'environment ASSAY_HTTP_PORT',
      'http.host': 'file a.yaml',
      'data.dir': 'default',
    })
  })

  it('is taken from --config before ASSAY_CONFIG', () => {
    const files = { 'a.yaml': 'http.port: 1', 'b.yaml': 'http.port: 2' }

    expect(load({ ASSAY_CONFIG: 'a.yaml' }, files, 'b.yaml').http.port).toBe(2)
  })

  const bomb = ['a0: &a0 [x, x, x]']
  for (let i = 1; i < 10; i++)
    bomb.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(',')}]`,
    )

  it.each([
    ['a list', '- a\n- b\n', 'must contain settings'],
    ['a word', 'hello', 'must contain settings'],
    ['broken YAML', 'http: [1', 'not valid YAML or JSON at line 1'],
    ['the same key twice', 'http.port: 1\nhttp.port: 2\n', 'at line 2, column 1 (DUPLICATE_KEY)'],
    ['one setting nested and dotted', 'http.port: 1\nhttp: { port: 2 }\n', 'sets http.port twice'],
    ['two documents', 'http.port: 1\n---\nhttp.port: 2\n', 'MULTIPLE_DOCS'],
    ['an alias bomb', bomb.join('\n'), 'too many aliases'],
    ['an alias ring', 'platform.engines: &a [*a, *a]', 'too many aliases'],
    ['an unknown alias', 'bootstrap.password: *hunter2', 'too many aliases'],
    ['an unknown tag', 'bootstrap.password: !hunter2 x', 'TAG_RESOLVE_FAILED'],
    ['deep nesting', '['.repeat(20_000), 'not valid YAML'],
    ['a huge text', ' '.repeat(1024 ** 2 + 1), 'exceeds 1 MiB'],
    ['__proto__', '__proto__: { http: { port: 1 } }', 'unknown key __proto__'],
    ['constructor', 'constructor.prototype.x: 1', 'unknown key constructor.prototype.x'],
    ['__proto__ in a group', 'http: { __proto__: { port: 1 } }', 'unknown key http.__proto__'],
    ['__proto__ in JSON', '{"platform.engines": [{"__proto__": 1}]}', '__proto__'],
    ['a merge key', '<<: { http.port: 1 }', 'unknown key …'],
    ['a typing error', 'http: { prot: 1 }', 'unknown key http.prot; did you mean http.port?'],
    ['a wrong group', 'htp: { port: 1 }', 'unknown key htp; did you mean http?'],
    ['a value for a group', 'auth.method: true', 'did you mean auth.method.session?'],
    ['a group for a value', 'http.port: { a: 1 }', 'http.port must be a whole number'],
    ['an object that cannot be text', 'log.level: { toString: 1 }', 'must be one of'],
    ['an unquoted number', 'bootstrap.login: 0123', 'put the value in quotes'],
    ['a value lost to a comment', 'secret.key: #abc', 'secret.key has no value'],
    ['a value lost to an anchor', 'secret.key: &abc', 'secret.key has no value'],
    ['a bare duration', 'cache.job: 10', 'cache.job needs a unit'],
    ['a binary value', 'data.dir: !!binary aGVsbG8=', 'must be text'],
  ])('is refused with %s', (_, text, sentence) => {
    const problems = problemsOf(() => loadFile(text))

    expect(problems.join('\n')).toContain(sentence)
    for (const problem of problems) expect(problem).toMatch(/^assay\.yaml: /)
  })

  it.each([
    ['ENOENT', () => load({}, {}, 'nope.yaml')],
    ['EISDIR', () => loadConfig({ file: import.meta.dirname, environment: {} })],
  ])('says %s when it cannot be read', (code, action) => {
    expect(problemsOf(action)).toEqual([expect.stringContaining(`(${code})`)])
  })
})

describe('problems', () => {
  it('are all reported at once, one line each', () => {
    const problems = problemsOf(() =>
      load({ ASSAY_HTTP_PORT: 'x', ASSAY_NONSENSE: 'y' }, { f: 'log.level: loud\nhtp: 1' }, 'f'),
    )

    expect(problems).toHaveLength(4)
    expect(problems.join('')).not.toContain('\n')
  })

  it.each<[string, Environment, string]>([
    ['a login without a secret', { ASSAY_BOOTSTRAP_LOGIN: 'x' }, 'bootstrap.login requires'],
    [
      'disables every way to sign in',
      { ASSAY_AUTH_METHOD_SESSION: 'false', ASSAY_AUTH_METHOD_KEY: 'false' },
      'disables every way to sign in',
    ],
    ['a platform without an engine', { ASSAY_ROLES: 'platform' }, 'platform.engines is required'],
  ])('include %s', (_, environment, sentence) => {
    expect(problemsOf(() => load(environment))).toEqual([expect.stringContaining(sentence)])
  })

  const secret = 'hunter2'
  it.each([
    `secret.key: ${secret}`,
    `bootstrap: {password:${secret}}`,
    `bootstrap.password: *${secret}`,
    `bootstrap.password: !${secret}`,
    `bootstrap.password: "${secret}`,
    `database.url: postgres//a:${secret}@b`,
    `database.url: postgres://a:1#${secret}@b/c`,
    `platform.engines: '[{"key": ${secret}'`,
    `platform.engines: { key: ${secret} }`,
    `bootstrap.password=${secret}`,
  ])('never repeat a secret: %s', (text) => {
    const problems = problemsOf(() => loadFile(text))

    expect(problems).not.toEqual([])
    expect(problems.join()).not.toContain(secret)
  })

  it('are the only way to fail, whatever the file holds', () => {
    const name = fc.constantFrom(...settingKeys, 'http', 'auth', 'toString', '__proto__', 'x y')
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (value) => {
        problemsOf(() => loadFile(JSON.stringify(value)))
      }),
    )
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        (text) => void problemsOf(() => loadFile(text)),
      ),
    )
  })
})
