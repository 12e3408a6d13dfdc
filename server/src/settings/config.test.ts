import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { environmentName, settingKeys } from './table.ts'

type Environment = Record<string, string>
type Files = Record<string, string>

function load(environment: Environment = {}, files: Files = {}, file?: string): Config {
  const readFile = (path: string) => {
    const text = files[path]
    if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' })
    return text
  }
  return loadConfig({ file, environment, readFile })
}

const loadFile = (text: string) => load({}, { 'assay.yaml': text }, 'assay.yaml')

function problemsOf(action: () => unknown): readonly string[] {
  try {
    action()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const engine = (auth: unknown) => JSON.stringify([{ name: 'a', url: 'http://b', auth }])

const oidc = (more: object) =>
  JSON.stringify([
    { name: 'a', issuer: 'https://idp.example', clientId: 'b', clientSecret: 'hunter2', ...more },
  ])

describe('defaults', () => {
  it('are complete and typed, with units in the names', () => {
    const config = load()

    expect(config.http).toEqual({
      host: '0.0.0.0',
      port: 9001,
      tls: { cert: undefined, key: undefined },
      publicUrl: undefined,
      trustProxy: [],
      bodyLimitBytes: 1024 ** 2,
      uploadLimitBytes: 100 * 1024 ** 2,
      drainPeriodMs: 0,
      stopTimeoutMs: 30_000,
      stallTimeoutMs: 30_000,
    })
    expect(config.auth.method).toEqual({ session: true, key: true, basic: false })
    expect(config.roles).toEqual(['engine', 'platform', 'worker'])
    expect(config.job).toMatchObject({
      timeoutMs: 1_800_000,
      runners: ['builtin', 'docker', 'process'],
      memoryLimitBytes: 2 * 1024 ** 3,
      retentionMs: 0,
    })
    expect(config.cache.jobMs).toBe(600_000)
    expect(config.session.inactivityMs).toBe(3_600_000)
    expect(config.platform).toEqual({ name: 'thehive', engines: undefined })
    expectTypeOf(config.http.port).toEqualTypeOf<number>()
    expectTypeOf(config.database.url).toEqualTypeOf<string | undefined>()
    expectTypeOf(config.roles).toEqualTypeOf<readonly ('engine' | 'platform' | 'worker')[]>()
    expectTypeOf(config.http).not.toHaveProperty('bodyLimit')
  })

  it('give every setting another variable', () => {
    expect(new Set(settingKeys.map(environmentName)).size).toBe(settingKeys.length)
    expect(environmentName('auth.method.basic')).toBe('ASSAY_AUTH_METHOD_BASIC')
    expect(environmentName('auth.readOnlyAccess')).toBe('ASSAY_AUTH_READONLYACCESS')
  })
})

describe('values from the environment', () => {
  it.each<[string, string, (config: Config) => unknown, unknown]>([
    ['ASSAY_HTTP_PORT', '8080', (c) => c.http.port, 8080],
    ['ASSAY_HTTP_PORT', ' 0 ', (c) => c.http.port, 0],
    ['ASSAY_HTTP_PORT', '', (c) => c.http.port, 9001],
    ['ASSAY_AUTH_METHOD_BASIC', 'true', (c) => c.auth.method.basic, true],
    ['ASSAY_AUTH_METHOD_BASIC', 'ON', (c) => c.auth.method.basic, true],
    ['ASSAY_AUTH_METHOD_SESSION', '0', (c) => c.auth.method.session, false],
    ['ASSAY_AUTH_READONLYACCESS', 'yes', (c) => c.auth.readOnlyAccess, true],
    ['ASSAY_LOG_LEVEL', 'Debug', (c) => c.log.level, 'debug'],
    ['ASSAY_ROLES', 'engine, worker,,engine', (c) => c.roles, ['engine', 'worker']],
    [
      'ASSAY_ANALYZER_URLS',
      '/a,https://b/c.json',
      (c) => c.analyzer.urls,
      ['/a', 'https://b/c.json'],
    ],
    ['ASSAY_HTTP_TRUSTPROXY', '10.0.0.0/8, ::1', (c) => c.http.trustProxy, ['10.0.0.0/8', '::1']],
    ['ASSAY_DATA_DIR', ' with space ', (c) => c.data.dir, ' with space '],
    ['ASSAY_HTTP_PUBLICURL', 'https://a.example/x', (c) => c.http.publicUrl, 'https://a.example/x'],
    [
      'ASSAY_PLATFORM_ENGINES',
      '[{"name":"a","url":"https://b"}]',
      (c) => c.platform.engines,
      [{ name: 'a', url: 'https://b' }],
    ],
    [
      'ASSAY_DATABASE_URL',
      'postgresql:///assay?host=/run/pg',
      (c) => c.database.url,
      'postgresql:///assay?host=/run/pg',
    ],
  ])('%s=%j is understood', (name, text, pick, expected) => {
    expect(pick(load({ [name]: text }))).toEqual(expected)
  })

  it.each([
    ['0', 0],
    ['500ms', 500],
    ['30s', 30_000],
    ['10m', 600_000],
    ['1minute', 60_000],
    ['1.5 hours', 5_400_000],
    ['2 days', 172_800_000],
    ['0m', 0],
  ])('duration %j is %d ms', (text, ms) => {
    expect(load({ ASSAY_CACHE_JOB: text }).cache.jobMs).toBe(ms)
  })

  it.each([
    ['4096', 4096],
    ['4096B', 4096],
    ['512k', 524_288],
    ['512kB', 512_000],
    ['10MB', 10_000_000],
    ['1 MiB', 1_048_576],
    ['1.5g', 1_610_612_736],
  ])('size %j is %d bytes', (text, bytes) => {
    expect(load({ ASSAY_HTTP_UPLOADLIMIT: text }).http.uploadLimitBytes).toBe(bytes)
  })

  it.each([
    ['ASSAY_HTTP_PORT', 'http', 'must be a whole number'],
    ['ASSAY_HTTP_PORT', '80.5', 'must be a whole number'],
    ['ASSAY_HTTP_PORT', '-1', 'must be between 0 and 65535'],
    ['ASSAY_HTTP_PORT', '65536', 'must be between 0 and 65535'],
    ['ASSAY_AUTH_METHOD_BASIC', 'maybe', 'must be true or false'],
    ['ASSAY_LOG_LEVEL', 'loud', 'must be one of fatal, error'],
    ['ASSAY_ROLES', 'engine,cook', 'may only hold engine, platform, worker'],
    ['ASSAY_ROLES', ',', 'needs at least 1 entry'],
    ['ASSAY_CACHE_JOB', '10', 'needs a unit, such as 30s'],
    ['ASSAY_CACHE_JOB', '10 apples', 'unknown unit'],
    ['ASSAY_CACHE_JOB', '1constructor', 'unknown unit'],
    ['ASSAY_CACHE_JOB', '-5m', 'must be a number with a unit'],
    ['ASSAY_CACHE_JOB', '99999999999999d', 'is too large'],
    ['ASSAY_JOB_TIMEOUT', '30d', 'must be between 1s and 24d'],
    ['ASSAY_SESSION_INACTIVITY', '1s', 'must be at least 1m'],
    ['ASSAY_HTTP_BODYLIMIT', '12', 'must be between 1KiB and 1GiB'],
    ['ASSAY_SECRET_KEY', 'short', 'needs at least 32 characters'],
    ['ASSAY_HTTP_TRUSTPROXY', '10.0.0.0/33', 'IP addresses or ranges'],
    ['ASSAY_HTTP_TRUSTPROXY', 'true', 'IP addresses or ranges'],
    ['ASSAY_HTTP_PUBLICURL', 'assay.example.org', 'http or https address'],
    ['ASSAY_HTTP_PUBLICURL', 'https://u:p@a.example', 'http or https address'],
    ['ASSAY_DATABASE_URL', 'mysql://a:b@c/d', 'must look like postgres://'],
    ['ASSAY_DATABASE_URL', 'postgres://a:12#b@c/d', 'must look like postgres://'],
    ['ASSAY_DATABASE_URL', 'postgres://a:12/b@c/d', 'must look like postgres://'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', '{}', 'must be a list of providers'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ issuer: undefined }), 'whose issuer is missing'],
    [
      'ASSAY_AUTH_OIDC_PROVIDERS',
      oidc({ issuer: 'http://idp.example' }),
      'must be an https address',
    ],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ issuer: 'https://u:p@idp.example' }), 'must be an https'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ roles: ['god'] }), 'may only hold read, analyze'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ groups: { a: ['read'] } }), 'must give each group roles'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ clientSecretFile: '/x' }), 'exclude each other'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ secret: 'x' }), 'key "secret" is not known'],
    ['ASSAY_PLATFORM_ENGINES', '{', 'must be valid JSON'],
    ['ASSAY_PLATFORM_ENGINES', '[null]', 'must be a list of engines'],
    ['ASSAY_PLATFORM_ENGINES', '[{"name":"a"}]', 'engine "a" whose url is missing'],
    ['ASSAY_PLATFORM_ENGINES', '[{"name":"a","url":"b"}]', 'whose url is not an http or https'],
    ['ASSAY_PLATFORM_ENGINES', '[{"name":"a","url":"http://u:pw@b"}]', 'those go into auth'],
    ['ASSAY_PLATFORM_ENGINES', engine({ key: 'hunter2' }), 'auth.type must be one of bearer, key'],
    ['ASSAY_PLATFORM_ENGINES', engine('hunter2'), 'auth.type must be one of bearer, key'],
    ['ASSAY_PLATFORM_ENGINES', engine({ type: 'bearer' }), 'auth.key is missing'],
    [
      'ASSAY_PLATFORM_ENGINES',
      engine({ type: 'basic', username: 'u' }),
      'auth.password is missing',
    ],
    [
      'ASSAY_PLATFORM_ENGINES',
      '[{"name":"a","url":"http://b","urll":1}]',
      'key "urll" is not known',
    ],
    [
      'ASSAY_PLATFORM_ENGINES',
      '[{"name":"a","url":"http://b","organizations":["x"]}]',
      'organizations must hold include or exclude',
    ],
    [
      'ASSAY_PLATFORM_ENGINES',
      '[{"name":"a","url":"http://b"},{"name":"a","url":"http://c"}]',
      'must give every engine another name',
    ],
    ['ASSAY_PLATFORM_ENGINES', '[{"name":"a","url":"b","__proto__":{}}]', '__proto__'],
    ['ASSAY_PLATFORM_ENGINES', '['.repeat(50_000) + ']'.repeat(50_000), 'nested too deeply'],
  ])('%s=%j is refused', (name, text, sentence) => {
    const problems = problemsOf(() => load({ [name]: text }))

    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`${name} `)
    expect(problems[0]).toContain(sentence)
  })

  it.each([
    ['ASSAY_HTP_PORT', 'ASSAY_HTTP_PORT'],
    ['ASSAY_PORT', 'ASSAY_HTTP_PORT'],
    ['ASSAY_AUTH_BASIC', 'ASSAY_AUTH_METHOD_BASIC'],
    ['ASSAY_AUTH_READ_ONLY_ACCESS', 'ASSAY_AUTH_READONLYACCESS'],
    ['ASSAY_SECRET_KEYS_FILE', 'ASSAY_SECRET_KEY_FILE'],
    ['ASSAY_CONFIG_FILE', 'ASSAY_CONFIG'],
    ['ASSAY___PROTO__', 'ASSAY_'],
  ])('the unknown %s is refused and names %s', (name, meant) => {
    const problems = problemsOf(() => load({ [name]: 'x' }))

    expect(problems).toEqual([
      expect.stringContaining(`${name}: unknown variable; did you mean ${meant}`),
    ])
  })

  it('ignores variables of other programs and empty ones', () => {
    expect(load({ PORT: '1', ASSAYER: 'x', ASSAY_UNKNOWN: '' }).http.port).toBe(9001)
  })
})

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
    ['a missing file', { ASSAY_SECRET_KEY_FILE: '/nope' }, {}, 'cannot be read (ENOENT)'],
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
    ['a list', '- a\n- b\n', 'must hold settings'],
    ['a word', 'hello', 'must hold settings'],
    ['broken YAML', 'http: [1', 'not valid YAML or JSON at line 1'],
    ['the same key twice', 'http.port: 1\nhttp.port: 2\n', 'at line 2, column 1 (DUPLICATE_KEY)'],
    ['one setting nested and dotted', 'http.port: 1\nhttp: { port: 2 }\n', 'gives http.port twice'],
    ['two documents', 'http.port: 1\n---\nhttp.port: 2\n', 'MULTIPLE_DOCS'],
    ['an alias bomb', bomb.join('\n'), 'uses aliases'],
    ['an alias ring', 'platform.engines: &a [*a, *a]', 'uses aliases'],
    ['an unknown alias', 'bootstrap.password: *hunter2', 'uses aliases'],
    ['an unknown tag', 'bootstrap.password: !hunter2 x', 'TAG_RESOLVE_FAILED'],
    ['deep nesting', '['.repeat(20_000), 'not valid YAML'],
    ['a huge text', ' '.repeat(1024 ** 2 + 1), 'larger than 1 MiB'],
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
    expect(problemsOf(action)).toEqual([expect.stringContaining(`cannot be read (${code})`)])
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
    ['a login without a secret', { ASSAY_BOOTSTRAP_LOGIN: 'x' }, 'bootstrap.login needs'],
    [
      'no way to sign in',
      { ASSAY_AUTH_METHOD_SESSION: 'false', ASSAY_AUTH_METHOD_KEY: 'false' },
      'no way to sign in',
    ],
    ['a platform without an engine', { ASSAY_ROLES: 'platform' }, 'platform.engines is needed'],
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
      fc.property(fc.string({ unit: 'binary' }), (text) => void problemsOf(() => loadFile(text))),
    )
  })
})
