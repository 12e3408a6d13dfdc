import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  atTheEnd,
  besideData,
  makeDataFolder,
  masterKeyOf,
  startTarget,
  type Target,
} from './target.ts'
import { aFile, enable, enabled, foundIn, givenTwoOrganizations, runToEnd, upload } from './work.ts'

vi.setConfig({ testTimeout: 60_000 })

/** In a list it is an entry, in a rule file a mistake, in a database nothing: none may show it. */
const canary = 'canary.of.a.server.file.77aa41'

const cleanup = atTheEnd()
let target: Target
let count = 0

/** One server for all: its folder of resources holds rules, a broken file, and links out of it. */
beforeAll(async () => {
  const data = await makeDataFolder(cleanup)
  const folder = besideData({ data }, 'resources')
  await mkdir(join(folder, 'rules'), { recursive: true })
  await writeFile(join(folder, 'rules', 'ok.yar'), 'rule Ok { condition: true }')
  await writeFile(join(folder, 'broken.yar'), `${canary} is no rule`)
  await symlink('/etc/passwd', join(folder, 'linked.yar'))
  await symlink('/etc', join(folder, 'linked'))
  await writeFile(besideData({ data }, 'neighbour.txt'), `${canary}\n`)
  const settings = {
    ASSAY_DATA_DIR: data,
    ASSAY_DATASTORE_ATTACHMENT_PASSWORD: 'canary-of-the-environment-31',
  }
  const withResources = { ...settings, ASSAY_ANALYZER_RESOURCES: folder }
  target = await startTarget({ environment: withResources, cleanup }).catch(() =>
    // So that the attacks are tried on a version that does not know the setting.
    startTarget({ environment: settings, cleanup }),
  )
  await givenTwoOrganizations(target)
}, 120_000)

/** Of the key file, of the system's accounts, of the environment and of the neighbour. */
async function foundOfTheServer(said: string): Promise<string[]> {
  const key = await masterKeyOf(target)
  return foundIn(said, [key, key.slice(0, 12), 'root:x:', 'canary-of-the-environment', canary])
}

const spellings = ({ data }: Target) => [
  join(data, 'master.key'),
  `${data}/./blobs/../master.key`,
  `file://${data}/master.key`,
  '/etc/passwd',
  '/etc',
  '/proc/self/environ',
  '/proc/self/cwd/package.json',
  '/dev/stdin',
  besideData({ data }, 'neighbour.txt'),
  '../neighbour.txt',
  'master.key',
  '~/.bashrc',
  'upload:',
  'upload:../../master.key',
  `upload:${data}/master.key`,
  'upload:missing.txt',
  'server:',
  'server:.',
  'server:/etc/passwd',
  'server:../neighbour.txt',
  'server:sub/../../neighbour.txt',
  'server:..%2fneighbour.txt',
  'server:inside.txt\0/../../neighbour.txt',
  'SERVER:/etc/passwd',
  ' /etc/passwd',
]

/** Every setting of a built-in worker that names rules, lists or databases, and what it looks at. */
const readers = [
  { worker: 'Assay_Yara', item: 'rules', sample: aFile() },
  { worker: 'Assay_Lists', item: 'block_lists', sample: { json: other('unlisted') } },
  { worker: 'Assay_Lists', item: 'watch_lists', sample: { json: other('unlisted') } },
  { worker: 'Assay_Lists', item: 'allow_lists', sample: { json: other('unlisted') } },
  { worker: 'Assay_Lists', item: 'warning_lists', sample: { json: other('unlisted') } },
  {
    worker: 'Assay_Hash',
    item: 'malicious_lists',
    sample: { json: { ...other('a'.repeat(32)), dataType: 'hash' } },
  },
  {
    worker: 'Assay_Hash',
    item: 'safe_lists',
    sample: { json: { ...other('a'.repeat(32)), dataType: 'hash' } },
  },
  {
    worker: 'Assay_IP',
    item: 'databases',
    sample: { json: { ...other('9.9.9.9'), dataType: 'ip' } },
  },
]

function other(data: string) {
  return { dataType: 'other', data, tlp: 0, force: true }
}

describe('finding 1: files of the server through built-in analyzers', () => {
  it('an orgadmin who points YARA at master.key is refused and learns nothing', async () => {
    const id = await enabled(target, 'ada', 'Assay_Yara_1_0', {}, { name: `yara ${++count}` })

    const patched = await target.call('PATCH', `/api/analyzer/${id}`, {
      as: 'ada',
      json: { configuration: { rules: [join(target.data, 'master.key')] } },
    })
    const { said } = await runToEnd(target, 'ada', id, aFile())

    expect(await foundOfTheServer(patched.text + said)).toEqual([])
    expect(patched.status, patched.text).toBe(400)
    const kept = await target.must(200, 'GET', `/api/analyzer/${id}`, { as: 'ada' })
    expect(kept.json.configuration.rules).toEqual([])
  })

  it.each(readers)(
    '$worker, $item: takes no path of the server, in no spelling',
    async (reader) => {
      const { worker, item, sample } = reader
      const id = await enabled(target, 'ada', `${worker}_1_0`, {}, { name: `${item} ${++count}` })
      const accepted: string[] = []
      let said = ''

      for (const path of spellings(target)) {
        const json = { configuration: { [item]: [path] } }
        const patched = await target.call('PATCH', `/api/analyzer/${id}`, { as: 'ada', json })
        const shared = await target.call('PATCH', `/api/analyzerconfig/${worker}`, {
          as: 'ada',
          json: { config: { [item]: [path] } },
        })
        said += patched.text + shared.text
        if (patched.status !== 400) {
          accepted.push(`PATCH ${JSON.stringify(path)} → ${patched.status}`)
          said += (await runToEnd(target, 'ada', id, sample)).said
        }
        if (shared.status !== 400)
          accepted.push(`shared ${JSON.stringify(path)} → ${shared.status}`)
      }
      const again = await enable(
        target,
        'ada',
        `${worker}_1_0`,
        { [item]: ['/etc/passwd'] },
        { name: `again ${++count}` },
      )
      if (again.status !== 400) accepted.push(`enable → ${again.status}`)

      expect(await foundOfTheServer(said)).toEqual([])
      expect(accepted).toEqual([])
    },
  )

  it('a run cannot bring a configuration of its own', async () => {
    const id = await enabled(target, 'ada', 'Assay_Yara_1_0', {}, { name: `yara ${++count}` })
    const config = { rules: ['/etc/passwd'] }
    const tricks = [{ config }, { parameters: { config, ...config } }, { attributes: { config } }]

    let said = ''
    for (const trick of tricks) {
      const values = { _json: JSON.stringify({ dataType: 'file', tlp: 0, force: true, ...trick }) }
      said += (await runToEnd(target, 'alan', id, upload(values, { name: 'x', content: 'x' }))).said
    }

    expect(await foundOfTheServer(said)).toEqual([])
  })

  it('what the operator offers can be chosen by name, and links out of it cannot', async () => {
    const listed = await target.must(200, 'GET', '/api/resource', { as: 'ada' })
    const id = await enabled(target, 'ada', 'Assay_Yara_1_0', {}, { name: `yara ${++count}` })
    const choose = (rule: string) =>
      target.call('PATCH', `/api/analyzer/${id}`, {
        as: 'ada',
        json: { configuration: { rules: [rule] } },
      })
    const chosen = async (rule: string) => {
      const { status, text } = await choose(rule)
      const { job, said } = await runToEnd(target, 'ada', id, aFile(`for ${rule}`))
      return { status, job: job.status, said: text + said }
    }

    expect(await chosen('server:rules/ok.yar')).toMatchObject({ status: 200, job: 'Success' })
    const broken = await chosen('server:broken.yar')
    expect(await foundOfTheServer(broken.said)).toEqual([])
    const refused = [
      'linked.yar',
      'linked/passwd',
      'linked',
      'rules/../linked.yar',
      '../neighbour.txt',
    ]
    const statuses = []
    for (const name of refused) {
      const { status, text } = await choose(`server:${name}`)
      statuses.push(`${name} ${status}`)
      expect(text).not.toContain('root:x:')
    }
    expect(statuses).toEqual(refused.map((name) => `${name} 400`))
    const names = listed.json.map(({ reference }: { reference: string }) => reference)
    expect(names).toContain('server:rules/ok.yar')
    expect(listed.text).not.toMatch(/linked|passwd/)
  })

  it('uploads belong to one organization, and their errors do not quote them', async () => {
    const file = { name: 'ours.yar', content: `rule Ours { condition: true }` }
    const bad = { name: 'bad.yar', content: `${canary} is no rule` }
    await target.must(201, 'POST', '/api/resource', { as: 'ada', ...upload({}, file) })
    await target.must(201, 'POST', '/api/resource', { as: 'ada', ...upload({}, bad) })
    const configure = (as: string, rule: string, name: string) =>
      enable(target, as, 'Assay_Yara_1_0', { rules: [rule] }, { name })

    const own = await configure('ada', 'upload:ours.yar', 'own')
    const others = await configure('bob', 'upload:ours.yar', 'others')
    const ofBad = await configure('ada', 'upload:bad.yar', 'bad')
    const seen = await target.must(200, 'GET', '/api/resource', { as: 'bob' })
    const read = await target.call('GET', '/api/resource/ours.yar/content', { as: 'bob' })
    const removed = await target.call('DELETE', '/api/resource/ours.yar', { as: 'bob' })
    const asReader = await target.call('GET', '/api/resource', { as: 'alan' })

    expect(own.status, own.text).toBe(201)
    expect([others.status, read.status, removed.status, asReader.status]).toEqual([
      400, 404, 404, 403,
    ])
    expect(seen.json.filter(({ source }: { source: string }) => source === 'organization')).toEqual(
      [],
    )
    expect((await runToEnd(target, 'ada', own.json.id, aFile())).job.status).toBe('Success')
    if (ofBad.status === 201)
      expect((await runToEnd(target, 'ada', ofBad.json.id, aFile())).said).not.toContain(canary)
    expect(ofBad.text).not.toContain(canary)
  })

  it.each([
    '../../../escaped.yar',
    '/tmp/escaped.yar',
    '..',
    '.',
    'a/b',
    'a\\..\\b',
    'upload:x',
    ' ',
    'x'.repeat(1000),
    '__proto__',
    'a\0b',
    'a\nb',
  ])('an upload named %j is refused or stored under just that name', async (name) => {
    const content = 'rule A { condition: true }'
    const sent = await target.call('POST', '/api/resource', {
      as: 'ada',
      ...upload({ name }, { name: 'a.yar', content }),
    })
    expect([201, 400]).toContain(sent.status)
    if (sent.status !== 201) return
    const path = `/api/resource/${encodeURIComponent(sent.json.name)}/content`
    const read = await target.call('GET', path, { as: 'ada' })
    expect(read.text).toBe(content)
  })
})
