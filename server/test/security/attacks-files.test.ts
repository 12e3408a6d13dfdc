import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { foundOfTheServer, startWithCanaries } from './server-canaries.ts'
import { atTheEnd, besideData, type Target } from './target.ts'
import { aFile, enable, enabled, runToEnd, upload } from './work.ts'

const cleanup = atTheEnd()
let target: Target
let count = 0

beforeAll(async () => {
  target = await startWithCanaries(cleanup)
})

const spellings = ({ data }: Target) => [
  join(data, 'master.key'),
  `${data}/./blobs/../master.key`,
  `file://${data}/master.key`,
  '/etc/passwd',
  '/etc',
  '/proc/self/environ',
  '/proc/self/cwd/package.json',
  '/dev/stdin',
  besideData({ data }, 'beside-data.txt'),
  '../beside-data.txt',
  'master.key',
  '~/.bashrc',
  'upload:',
  'upload:../../master.key',
  `upload:${data}/master.key`,
  'upload:missing.txt',
  'server:',
  'server:.',
  'server:/etc/passwd',
  'server:../beside-data.txt',
  'server:sub/../../beside-data.txt',
  'server:..%2fbeside-data.txt',
  'server:inside.txt\0/../../beside-data.txt',
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

    expect(await foundOfTheServer(target, patched.text + said)).toEqual([])
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

      expect(await foundOfTheServer(target, said)).toEqual([])
      expect(accepted).toEqual([])
    },
  )

  it('a run cannot bring its own configuration', async () => {
    const id = await enabled(target, 'ada', 'Assay_Yara_1_0', {}, { name: `yara ${++count}` })
    const config = { rules: ['/etc/passwd'] }
    const tricks = [{ config }, { parameters: { config, ...config } }, { attributes: { config } }]

    let said = ''
    for (const trick of tricks) {
      const values = { _json: JSON.stringify({ dataType: 'file', tlp: 0, force: true, ...trick }) }
      said += (await runToEnd(target, 'alan', id, upload(values, { name: 'x', content: 'x' }))).said
    }

    expect(await foundOfTheServer(target, said)).toEqual([])
  })
})
