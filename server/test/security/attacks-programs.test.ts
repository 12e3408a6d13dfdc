import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedByTests } from '../lifetime.ts'
import { writeCatalogue } from './catalogue.ts'
import { atTheEnd, besideData, makeDataFolder, startTarget } from './target.ts'
import { aFile, enabled, foundIn, givenTwoOrganizations, runToEnd, until, upload } from './work.ts'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const ip = { json: { dataType: 'ip', data: '192.0.2.1', tlp: 0, pap: 0 } }
const done = `echo '{"success":true,"full":{}}' > "$1/output/output.json"`

/** What bubblewrap would show at this path: later mounts cover earlier ones. */
function isVisible(path: string, args: readonly string[]): boolean {
  let isShown = false
  const covers = (folder = '') => path === folder || folder === '/' || path.startsWith(`${folder}/`)
  for (const [at, option] of args.entries()) {
    const [from, to] = [args[at + 1], args[at + 2]]
    if (/^--(ro-)?bind(-try)?$/.test(option) && covers(to)) isShown = from === to
    if (/^--(tmpfs|dev|proc)$/.test(option) && covers(from)) isShown = false
  }
  return isShown
}

describe('finding 6: what sandboxed programs can read', () => {
  it('neither the settings file nor the file of the key, also through links', async () => {
    // Not below /tmp, of which every sandboxed program has one of its own.
    const home = await mkdtemp(join(modules, '.attack-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    const data = join(home, 'data')
    const folder = join(home, 'etc')
    // Not `bin`: next to a folder of that name all would belong to the same installation.
    const tools = join(home, 'tools')
    const seen = join(home, 'bwrap-arguments')
    await mkdir(folder, { recursive: true })
    await mkdir(tools)
    await writeFile(join(folder, 'assay.yaml'), 'log:\n  level: warn\n', { mode: 0o600 })
    await symlink(join(folder, 'assay.yaml'), join(folder, 'linked.yaml'))
    await writeFile(join(folder, 'key'), 'k'.repeat(44), { mode: 0o600 })
    await writeFile(join(folder, 'root-key'), 'key-of-root-0123456789abcdef0123456789abcdef')
    // A replacement for bubblewrap: records what it was asked to show, then runs the program.
    await writeFile(
      join(tools, 'bwrap'),
      `#!/bin/sh\nprintf '%s\\n' "$@" >> ${seen}\nwhile [ "$1" != -- ]; do shift; done; shift\nexec "$@"\n`,
    )
    await chmod(join(tools, 'bwrap'), 0o755)
    await writeCatalogue(join(folder, 'analyzers'), [{ name: 'Look', script: done }])
    const target = await startTarget({
      environment: {
        ...{
          ASSAY_DATA_DIR: data,
          ASSAY_CONFIG: join(folder, 'linked.yaml'),
          ASSAY_JOB_SANDBOX: 'required',
        },
        ...{ ASSAY_SECRET_KEY_FILE: join(folder, 'key'), PATH: `${tools}:${process.env.PATH}` },
        ...{ ASSAY_BOOTSTRAP_KEY: '', ASSAY_BOOTSTRAP_KEY_FILE: join(folder, 'root-key') },
        ASSAY_ANALYZER_URLS: join(folder, 'analyzers'),
      },
    })
    await givenTwoOrganizations(target)
    const id = await enabled(target, 'ada', 'Look_1_0')
    const { job } = await runToEnd(target, 'ada', id, ip)

    expect(job.status).toBe('Success')
    const used = (await readFile(seen, 'utf8')).split('\n')
    const wanted = ['assay.yaml', 'key', 'root-key'].map((name) => join(folder, name))
    expect([join(data, 'master.key'), ...wanted].filter((path) => isVisible(path, used))).toEqual(
      [],
    )
    // The program itself must be there, or this would prove nothing.
    expect(isVisible(join(folder, 'analyzers', 'Look', 'Look.sh'), used)).toBe(true)
  })

  it('a sandbox that fell back to none is reported at start and in /api/health', async () => {
    const data = await makeDataFolder()
    const tools = besideData({ data }, 'bin')
    await mkdir(tools)
    await symlink('/bin/sh', join(tools, 'sh'))
    const target = await startTarget({ environment: { ASSAY_DATA_DIR: data, PATH: tools } })

    const health = await target.must(200, 'GET', '/api/health')

    expect(target.shown()).toMatch(/unsandboxed|no sandbox/i)
    expect(JSON.stringify(health.json.details?.sandbox ?? '')).toMatch(
      /"active":false|bwrap|bubblewrap|none/i,
    )
    // Outsiders learn nothing about where files are.
    expect(health.text).not.toContain(data)
  })
})

describe('finding 7: one tenant and the threads of built-in analyzers', () => {
  it('looping rules end at their own deadline, and others do not wait for them', async () => {
    const target = await startTarget({
      environment: { ASSAY_JOB_BUILTINTIMEOUT: '4s', ASSAY_JOB_SLOTS: '64' },
    })
    await givenTwoOrganizations(target)
    const content = `rule Loop { condition: for all i in (0..2000000000) : ( for all j in (0..2000000000) : ( i + j >= 0 ) ) }`
    await target.must(201, 'POST', '/api/resource', {
      as: 'ada',
      ...upload({}, { name: 'loop.yar', content }),
    })
    const loop = await enabled(target, 'ada', 'Assay_Yara_1_0', { rules: ['upload:loop.yar'] })
    const ofBeta = await enabled(target, 'bob', 'Assay_Text_1_0')
    const started = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        target.must(200, 'POST', `/api/analyzer/${loop}/run`, {
          as: 'alan',
          ...aFile(`file ${index}`),
        }),
      ),
    )
    const looping = () =>
      target.must(200, 'POST', '/api/job/_search', {
        as: 'alan',
        json: { query: { status: 'InProgress' } },
      })
    await until('a rule loops', looping, ({ json }) => json.length > 0)

    for (let round = 0; round < 3; round += 1) {
      const json = { dataType: 'other', data: `see example.org ${round}`, tlp: 0 }
      const { job } = await runToEnd(target, 'bob', ofBeta, { json })
      expect(job.status).toBe('Success')
    }
    // They did not wait until the loops of the others had ended.
    const { json: waiting } = await looping()
    expect(waiting.length).toBeGreaterThan(0)
    const first = await target.must(
      200,
      'GET',
      `/api/job/${started[0]?.json.id}/waitreport?atMost=Inf`,
      { as: 'alan' },
    )
    expect(first.json.status).toBe('Failure')
    expect(first.json.errorMessage).toMatch(/4 ?s|second|deadline|longer|time/i)
    // The thread that was stuck is replaced: the organization that looped can work again.
    for (const { json } of started)
      await target.call('DELETE', `/api/job/${json.id}`, { as: 'alan' })
    const own = await enabled(target, 'ada', 'Assay_Text_1_0')
    const after = await runToEnd(target, 'alan', own, {
      json: { dataType: 'other', data: 'x.example', tlp: 0 },
    })
    expect(after.job.status).toBe('Success')
  })
})

describe('finding 8: secrets of the configuration', () => {
  const secrets = {
    pin: 'p1n-9Qz7-secret-4711',
    connection_string: 'Server=db;User=sa;Pwd=c0nn-Vb52-secret-4711',
    api: 'ap1-Zx81-secret-4711',
    note: 'quote"back\\slash-and-ümlaut-4711',
    lines: 'f1rst-line-4711\ns3cond-line-4711',
  }
  const list = ['l1st-Kw33-secret-4711', '0ther-list-secret-4711']
  const items = [
    ...Object.keys(secrets).map((name) => ({ name, type: 'text' })),
    { name: 'list', multi: true },
  ]
  const shout = `cat "$1/input/input.json" >&2`
  const quoted = `$(sed 's/\\\\/\\\\\\\\/g; s/"/\\\\"/g' "$1/input/input.json" | tr -d '\\n')`
  const programs = [
    { name: 'Crash', items, script: `${shout}; exit 3` },
    {
      name: 'Refuse',
      items,
      script: `echo "{\\"success\\":false,\\"errorMessage\\":\\"sent ${quoted}\\"}" > "$1/output/output.json"`,
    },
    {
      name: 'Repeat',
      items,
      script: `printf '{"success":true,"artifacts":[{"dataType":"other","data":"ap1-Zx81-secret-4711"}],"summary":{"taxonomies":[{"level":"info","namespace":"N","predicate":"P","value":"p1n-9Qz7-secret-4711"}]},"full":{"ap1-Zx81-secret-4711":1,"input":' > "$1/output/output.json"; cat "$1/input/input.json" >> "$1/output/output.json"; printf '}}' >> "$1/output/output.json"`,
    },
    { name: 'Keep', items, script: done },
  ]
  const every = Object.values(secrets).flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  const parts = [
    'c0nn-Vb52-secret-4711',
    'slash-and-',
    'f1rst-line-4711',
    's3cond-line-4711',
    ...list,
  ]

  const cleanup = atTheEnd()
  const shared = sharedByTests(async () => {
    const data = await makeDataFolder(cleanup)
    const folder = besideData({ data }, 'analyzers')
    await writeCatalogue(folder, programs)
    const environment = { ASSAY_DATA_DIR: data, ASSAY_ANALYZER_URLS: folder }
    const target = await startTarget({ environment, cleanup })
    await givenTwoOrganizations(target)
    return { data, target }
  })

  it('reach no analyst, whatever their name and source', async () => {
    const { target } = await shared()
    const leaks: string[] = []
    for (const { name } of programs) {
      const id = await enabled(target, 'ada', `${name}_1_0`, { ...secrets, list })
      const { job, said } = await runToEnd(target, 'alan', id, ip)
      expect(job.status).toBe(name === 'Repeat' || name === 'Keep' ? 'Success' : 'Failure')
      const more = [
        await target.must(200, 'GET', `/api/job/${job.id}/artifacts`, { as: 'alan' }),
        await target.must(200, 'GET', `/api/analyzer/${id}`, { as: 'alan' }),
        await target.must(200, 'POST', '/api/job/summaries', {
          as: 'alan',
          json: { jobIds: [job.id] },
        }),
      ]
      const all = said + more.map(({ text }) => text).join('')
      leaks.push(...foundIn(all, [...every, ...parts]).map((leak) => `${name}: ${leak}`))
    }
    const listed = await target.must(200, 'GET', '/api/job?range=all', { as: 'alan' })
    expect([...leaks, ...foundIn(listed.text, [...every, ...parts])]).toEqual([])
    expect(foundIn(target.shown(), [...every, ...parts])).toEqual([])
  })

  it('finding 10: do not stay on disk because an analyst asks for it', async () => {
    const { data, target } = await shared()
    const configuration = { ...secrets, list }
    const id = await enabled(target, 'ada', 'Keep_1_0', configuration, { name: 'Kept' })
    const asked = [
      { parameters: { keepJobFolder: true } },
      { parameters: '{"keepJobFolder":true}' },
      { attributes: { parameters: { keepJobFolder: true }, dataType: 'ip', tlp: 0 } },
    ]
    for (const [index, more] of asked.entries())
      await runToEnd(target, index === 0 ? 'ada' : 'alan', id, {
        json: { ...ip.json, force: true, ...more },
      })

    const left = async () => {
      const entries = await readdir(join(data, 'jobs'), { recursive: true }).catch(() => [])
      return entries.filter((name) => name.endsWith('input.json'))
    }
    await until('job folders go', left, (names) => names.length === 0)
  })
})
