import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configurationContext } from '../../src/engine/configurations/sealed.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { type FixtureProgram, makeOwnEngineApp } from '../engine/setup.ts'
import { atEnd } from '../lifetime.ts'
import type { Person } from '../setup.ts'

const item = (name: string, multi = false) => ({
  ...{ name, description: name, type: 'string', multi, required: false },
})
/** Says what it got, and its hash, which nobody removes. */
const program: FixtureProgram = {
  name: 'Asker',
  dataTypeList: ['ip', 'other'],
  configurationItems: [item('key'), item('url'), item('tokens', true)],
  script: `all=$(cat "$1/input/input.json")
key=$(printf '%s' "$all" | sed -n 's/.*"key":"\\([^"]*\\)".*/\\1/p')
tokens=$(printf '%s' "$all" | sed -n 's/.*"tokens":\\[\\([^]]*\\)\\].*/\\1/p' | tr -d '"')
parameters=$(printf '%s' "$all" | sed -n 's/.*"asked":"\\([^"]*\\)".*/\\1/p')
hash=$(printf '%s' "$key" | sha256sum | cut -c1-64)
printf '{"success":true,"summary":{},"artifacts":[],"operations":[],"full":{"said":"%s","hash":"%s","tokens":"%s","asked":"%s","env":"%s"}}' \\
  "$key" "$hash" "$tokens" "$parameters" "$(env | grep -c SECRET_OF)" > "$1/output/output.json"`,
}

const ref = (source: string, name: string) => `\${${source}:${name}}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

interface Answer {
  readonly said?: string
  readonly hash?: string
  readonly tokens?: string
  readonly asked?: string
  readonly env?: string
}

async function make(open: TestDatabases['open']) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['alpha', 'beta']) mkdirSync(join(folder, name))
  const organizations = (name: string) => ({ organizations: [name] })
  const app = await makeOwnEngineApp(open, [program], {
    environment: {
      ASSAY_SECRETS_SOURCES: JSON.stringify([
        { type: 'env', prefix: 'ASSAY_SECRET_ALPHA_', ...organizations('alpha') },
        { type: 'env', prefix: 'SECRET_OF_BETA_', ...organizations('beta') },
        { type: 'file', folder: join(folder, 'alpha'), ...organizations('alpha') },
        { type: 'file', folder: join(folder, 'beta'), ...organizations('beta') },
      ]),
      ASSAY_SECRET_ALPHA_VT: 'alpha-value-4711',
      ASSAY_SECRET_ALPHA_EMPTY: '',
      SECRET_OF_BETA_VT: 'beta-value-0815',
      PLAIN_VARIABLE: 'plain-variable-1234',
    },
  })
  const enable = (configuration: Record<string, unknown>, person: Person = 'orgadmin') =>
    app.enable(person, 'Asker', { configuration })
  const run = async (
    id: string,
    input: Record<string, unknown> = {},
    person: Person = 'orgadmin',
  ) => {
    const client = app.as(person)
    const sent = { data: '1.1.1.1', dataType: 'ip', ...input }
    const job = await client.runAnalyzer({ id }, sent)
    const { status, report } = await client.waitReport({ id: job.id }, { atMost: 'Inf' })
    const { full, ...rest } = report as { full?: Answer; errorMessage?: string; input?: string }
    return { status, full: full ?? {}, ...rest, job: job.id }
  }
  const write = (path: string, text: string | Buffer) => writeFileSync(join(folder, path), text)
  return { app, enable, run, write, folder }
}

describe.each(oneDatabase)('$name: a secret reference', ({ open }) => {
  it('is what it stands for in the program, and removed from what the program says', async () => {
    const { app, enable, run, write } = await make(open)
    write('alpha/token', 'alpha-token-9x8y\n')
    const key = ref('env', 'ASSAY_SECRET_ALPHA_VT')
    const { id } = await enable({ key, tokens: [ref('file', 'token'), 'plain-token-77'] })
    const { status, full, job } = await run(id)
    expect(status).toBe('Success')
    expect(full.hash).toBe(sha256('alpha-value-4711'))
    expect(full.said).toBe('REMOVED')
    expect(full.tokens).toBe('REMOVED,REMOVED')
    // Programs inherit none of the variables.
    expect(full.env).toBe('0')
    const shown = await app.as('orgadmin').getAnalyzer({ id })
    expect(shown.configuration).toMatchObject({ key })
    const everything = JSON.stringify([
      shown,
      await app.as('orgadmin').getJob({ id: job }),
      await app.deps.db.selectFrom('jobs').selectAll().execute(),
      await app.deps.db.selectFrom('reports').selectAll().execute(),
      await app.deps.db.selectFrom('audit').selectAll().execute(),
      app.logged(),
    ])
    for (const secret of ['alpha-value-4711', 'alpha-token-9x8y'])
      expect(everything).not.toContain(secret)
  })

  it('that stands for nothing fails the job with its name, and works when it is there', async () => {
    const { enable, run, write } = await make(open)
    const text = ref('file', 'later')
    const { id } = await enable({ key: text })
    const failed = await run(id)
    expect(failed.status).toBe('Failure')
    expect(failed.errorMessage).toBe(`Secret reference ${text}: no such file on this node`)
    write('alpha/later', 'late-value-1\r\n')
    expect((await run(id)).full.hash).toBe(sha256('late-value-1'))
  })

  it('is read again after five minutes', async () => {
    const { app, enable, run, write } = await make(open)
    write('alpha/key', 'first-value-1')
    const { id } = await enable({ key: ref('file', 'key') })
    expect((await run(id)).full.hash).toBe(sha256('first-value-1'))
    write('alpha/key', 'second-value-2')
    app.clock.advance(4 * 60_000)
    expect((await run(id, { data: '1.1.1.2' })).full.hash).toBe(sha256('first-value-1'))
    app.clock.advance(60_000)
    expect((await run(id, { data: '1.1.1.3' })).full.hash).toBe(sha256('second-value-2'))
  })

  it('is not resolved in what a run brings, nor in what a reference stands for', async () => {
    const { enable, run, write } = await make(open)
    const text = ref('env', 'ASSAY_SECRET_ALPHA_VT')
    write('alpha/nested', text)
    const { id } = await enable({ key: ref('file', 'nested') })
    const { full } = await run(id, {
      ...{ data: text, dataType: 'other', message: text },
      parameters: { asked: text },
    })
    expect(full.hash).toBe(sha256(text))
    expect(full.asked).toBe(text)
  })

  it.each([
    ['key', ref('env', 'SECRET_OF_BETA_VT'), 'is not open to this organization'],
    ['key', ref('env', 'ASSAY_SECRET_KEY'), 'is not open to this organization'],
    ['key', ref('env', 'ASSAY_KEY'), 'is not open to this organization'],
    ['key', ref('env', 'PLAIN_VARIABLE'), 'is not open to this organization'],
    ['key', ref('env', 'PATH'), 'is not open to this organization'],
    ['key', ref('file', '../beta/token'), 'a file has a name without a path'],
    ['key', ref('file', '..'), 'a file has a name without a path'],
    ['key', ref('file', '.hidden'), 'a file has a name without a path'],
    ['key', ref('file', '/etc/passwd'), 'a file has a name without a path'],
    ['key', ref('env', ref('file', 'x')), 'must be the whole value'],
    ['key', `Bearer ${ref('env', 'ASSAY_SECRET_ALPHA_VT')}`, 'must be the whole value'],
    ['key', ref('vault', 'path#key'), 'Vault is not supported yet'],
    ['url', ref('env', 'ASSAY_SECRET_ALPHA_VT'), 'only in items that hold a secret'],
    ['tokens', ['x', ref('env', 'SECRET_OF_BETA_VT')], 'is not open to this organization'],
  ])('is refused in %s: %j', async (name, value, reason) => {
    const { enable, app } = await make(open)
    await expect(enable({ [name]: value })).rejects.toThrow(reason)
    const { id } = await enable({})
    await expect(
      app.as('orgadmin').updateAnalyzer({ id }, { configuration: { [name]: value } }),
    ).rejects.toThrow(reason)
    await expect(
      app.as('orgadmin').updateAnalyzerConfig({ name: 'Asker' }, { config: { [name]: value } }),
    ).rejects.toThrow()
  })

  it('is refused to an organization that nothing is open to, with the setting to change', async () => {
    const { app } = await make(open)
    await app.as('root').createOrganization({ name: 'gamma', description: 'x' })
    const key = 'gamma-key-0123456789abcdef0123456789abcdef'
    const roles = ['read', 'analyze', 'orgadmin']
    await app
      .as('root')
      .createUser({ login: 'gina', name: 'Gina', organization: 'gamma', roles, key })
    const response = await app.inject({
      ...{ method: 'POST', url: '/api/organization/analyzer/Asker_1_0' },
      headers: { authorization: `Bearer ${key}` },
      payload: { name: 'Asker', configuration: { key: ref('env', 'ASSAY_SECRET_ALPHA_VT') } },
    })
    expect(response.statusCode).toBe(400)
    expect(response.body).toContain('the operator opens sources in secrets.sources')
  })

  it('of another organization is its own: the same file name is another secret', async () => {
    const { app, enable, run, write } = await make(open)
    write('alpha/token', 'token-of-alpha')
    write('beta/token', 'token-of-beta')
    const ours = await enable({ key: ref('file', 'token') })
    const theirs = await enable({ key: ref('file', 'token') }, 'stranger')
    expect((await run(ours.id)).full.hash).toBe(sha256('token-of-alpha'))
    expect((await run(theirs.id, {}, 'stranger')).full.hash).toBe(sha256('token-of-beta'))
    await app
      .as('stranger')
      .updateAnalyzer(
        { id: theirs.id },
        { configuration: { key: ref('env', 'SECRET_OF_BETA_VT') } },
      )
    expect((await run(theirs.id, { data: '1.1.1.2' }, 'stranger')).full.hash).toBe(
      sha256('beta-value-0815'),
    )
  })

  it('leads nowhere else: not along links, not to the master key, not to a large file', async () => {
    const { app, enable, run, write, folder } = await make(open)
    const data = app.deps.config.data.dir
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'master.key'), 'the-key-of-all-keys')
    write('beta/token', 'token-of-beta')
    write('alpha/real', 'real-value-1')
    symlinkSync(join(folder, 'beta', 'token'), join(folder, 'alpha', 'link'))
    symlinkSync(join(folder, 'beta'), join(folder, 'alpha', 'folder'))
    symlinkSync('real', join(folder, 'alpha', 'inside'))
    linkSync(join(data, 'master.key'), join(folder, 'alpha', 'hard'))
    write('alpha/large', 'x'.repeat(64 * 1024 + 1))
    write('alpha/empty', '\n')
    write('alpha/binary', Buffer.from([0xff, 0xfe, 0x00]))
    const { id } = await enable({})
    let n = 0
    const outcome = async (name: string) => {
      await app.as('orgadmin').updateAnalyzer({ id }, { configuration: { key: ref('file', name) } })
      n += 1
      const { full, errorMessage = '' } = await run(id, { data: `192.0.2.${n}` })
      return full.hash ?? errorMessage.replace(/^Secret reference \S+: /, '')
    }
    expect(await outcome('link')).toBe('leads out of its folder')
    expect(await outcome('folder')).toBe('leads out of its folder')
    expect(await outcome('hard')).toBe('not possible')
    expect(await outcome('large')).toBe('longer than 64 KiB')
    expect(await outcome('empty')).toBe('empty')
    expect(await outcome('binary')).toBe('not text in UTF-8')
    expect(await outcome('inside')).toBe(sha256('real-value-1'))
  })

  it('is none where an older version saved such a text, until it is changed', async () => {
    const { app, enable, run } = await make(open)
    const text = ref('env', 'ASSAY_SECRET_ALPHA_VT')
    const { id } = await enable({ key: 'x' })
    const sealed = app.deps.secrets.seal(configurationContext(id), JSON.stringify({ key: text }))
    await app.deps.db
      .updateTable('workers')
      .set({ configuration_sealed: sealed })
      .where('id', '=', id)
      .execute()
    expect((await run(id)).full.hash).toBe(sha256(text))
    // The form sends all values back.
    const client = app.as('orgadmin')
    await client.updateAnalyzer({ id }, { configuration: { key: text, url: 'https://a.example' } })
    expect((await run(id, { data: '1.1.1.2' })).full.hash).toBe(sha256(text))
    await client.updateAnalyzer({ id }, { configuration: { key: 'other' } })
    await client.updateAnalyzer({ id }, { configuration: { key: text } })
    expect((await run(id, { data: '1.1.1.3' })).full.hash).toBe(sha256('alpha-value-4711'))
  })
})

describe('secrets.sources', () => {
  const load = (sources: unknown, environment: Record<string, string> = {}) =>
    loadConfig({ environment: { ASSAY_SECRETS_SOURCES: JSON.stringify(sources), ...environment } })
  const env = (prefix: string, organizations: unknown = ['alpha']) => ({
    ...{ type: 'env', prefix, organizations },
  })

  it('makes variables of its prefix known, keeps them from programs and still refuses others', () => {
    const source = [env('ASSAY_SECRET_ALPHA_'), env('OURS_', ['beta'])]
    const config = load(source, { ASSAY_SECRET_ALPHA_X: 'a', OURS_Y: 'b', OTHER: 'c' })
    expect(config.secretEnvironment).toEqual({ ASSAY_SECRET_ALPHA_X: 'a', OURS_Y: 'b' })
    expect(config.environment).toEqual({ OTHER: 'c' })
    expect(() => load(source, { ASSAY_SECRET_BETA_X: 'a' })).toThrow('unknown variable')
  })

  it.each([
    [{}, 'must be a list of sources'],
    [[{ type: 'env', prefix: 'ALPHA_' }], 'organizations is missing'],
    [[{ type: 'vault', organizations: 'all' }], 'type vault is not supported yet'],
    [[{ type: 'http', organizations: 'all' }], 'type must be env or file'],
    [[env('ALPHA')], 'prefix must be the beginning of variable names'],
    [[env('')], 'prefix must be the beginning of variable names'],
    [[env('ASSAY_')], 'would open ASSAY_'],
    [[env('ASSAY_SECRET_')], 'would open ASSAY_SECRET_KEY'],
    [[env('ASSAY_SECRET_KEY_')], 'would open ASSAY_SECRET_KEY_FILE'],
    [[env('A_SECRET_'), env('A_SECRET_B_', ['b'])], 'opens A_SECRET_B_ to other organizations'],
    [[{ type: 'file', folder: 'secrets', organizations: 'all' }], 'must be an absolute path'],
    [[{ type: 'file', folder: '/x', prefix: 'A_', organizations: 'all' }], 'key "prefix"'],
  ])('refuses %j', (sources, problem) => {
    expect(() => load(sources)).toThrow(problem)
  })

  it('refuses a folder in the data folder', () => {
    const source = { type: 'file', organizations: 'all' }
    for (const folder of ['/srv/assay', '/srv/assay/x', '/srv/assay/../assay/'])
      expect(() => load([{ ...source, folder }], { ASSAY_DATA_DIR: '/srv/assay' })).toThrow(
        'must not be in data.dir',
      )
    expect(() =>
      load([{ ...source, folder: '/srv/assay-2' }], { ASSAY_DATA_DIR: '/srv/assay' }),
    ).not.toThrow()
  })
})
