import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Config } from './config.ts'
import { load, problemsOf } from './load-texts.ts'
import { environmentName, settingKeys } from './table.ts'

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
      drainPeriodMs: 10_000,
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
    expect(config.platform).toEqual({ name: 'thehive', level: 4, engines: undefined })
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
    ['ASSAY_ROLES', 'engine,cook', 'may only contain engine, platform, worker'],
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
    ['ASSAY_HTTP_PUBLICURL', 'assay.example.org', 'http or https URL'],
    ['ASSAY_HTTP_PUBLICURL', 'https://u:p@a.example', 'http or https URL'],
    ['ASSAY_DATABASE_URL', 'mysql://a:b@c/d', 'must look like postgres://'],
    ['ASSAY_DATABASE_URL', 'postgres://a:12#b@c/d', 'must look like postgres://'],
    ['ASSAY_DATABASE_URL', 'postgres://a:12/b@c/d', 'must look like postgres://'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', '{}', 'must be a list of providers'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ issuer: undefined }), 'whose issuer is missing'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ issuer: 'http://idp.example' }), 'must be an https URL'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ issuer: 'https://u:p@idp.example' }), 'must be an https'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ roles: ['god'] }), 'may only contain read, analyze'],
    [
      'ASSAY_AUTH_OIDC_PROVIDERS',
      oidc({ groups: { a: ['read'] } }),
      'must map each group to roles',
    ],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ clientSecretFile: '/x' }), 'are mutually exclusive'],
    ['ASSAY_AUTH_OIDC_PROVIDERS', oidc({ secret: 'x' }), 'key "secret" is unknown'],
    ['ASSAY_PLATFORM_ENGINES', '{', 'must be valid JSON'],
    ['ASSAY_PLATFORM_ENGINES', '[null]', 'must be a list of engines'],
    ['ASSAY_PLATFORM_ENGINES', '[{"name":"a"}]', 'engine "a" whose url is missing'],
    ['ASSAY_PLATFORM_ENGINES', '[{"name":"a","url":"b"}]', 'whose url must be an http or https'],
    ['ASSAY_PLATFORM_ENGINES', '[{"name":"a","url":"http://u:pw@b"}]', 'those go into auth'],
    ['ASSAY_PLATFORM_ENGINES', engine({ key: 'hunter2' }), 'auth.type must be one of bearer, key'],
    ['ASSAY_PLATFORM_ENGINES', engine('hunter2'), 'auth.type must be one of bearer, key'],
    ['ASSAY_PLATFORM_ENGINES', engine({ type: 'bearer' }), 'auth.key is missing'],
    [
      'ASSAY_PLATFORM_ENGINES',
      engine({ type: 'basic', username: 'u' }),
      'auth.password is missing',
    ],
    ['ASSAY_PLATFORM_ENGINES', '[{"name":"a","url":"http://b","urll":1}]', 'key "urll" is unknown'],
    [
      'ASSAY_PLATFORM_ENGINES',
      '[{"name":"a","url":"http://b","organizations":["x"]}]',
      'organizations must have include or exclude',
    ],
    [
      'ASSAY_PLATFORM_ENGINES',
      '[{"name":"a","url":"http://b"},{"name":"a","url":"http://c"}]',
      'must have a unique name for every engine',
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

  it('ignores what Kubernetes sets in each pod of a Service called assay, or assay-web', () => {
    const links = (prefix: string) => ({
      [`${prefix}_SERVICE_HOST`]: '10.96.0.12',
      [`${prefix}_SERVICE_PORT`]: '80',
      [`${prefix}_SERVICE_PORT_HTTP`]: '80',
      [`${prefix}_PORT`]: 'tcp://10.96.0.12:80',
      [`${prefix}_PORT_80_TCP`]: 'tcp://10.96.0.12:80',
      [`${prefix}_PORT_80_TCP_PROTO`]: 'tcp',
      [`${prefix}_PORT_80_TCP_PORT`]: '80',
      [`${prefix}_PORT_80_TCP_ADDR`]: '10.96.0.12',
    })

    const config = load({ ...links('ASSAY'), ...links('ASSAY_WEB'), ASSAY_HTTP_PORT: '9005' })

    expect(config.http.port).toBe(9005)
  })

  it('ignores variables of other programs and empty ones', () => {
    expect(load({ PORT: '1', ASSAYER: 'x', ASSAY_UNKNOWN: '' }).http.port).toBe(9001)
  })
})
