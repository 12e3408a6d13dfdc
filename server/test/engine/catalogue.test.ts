import { rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { ScanResult } from '../../src/engine/catalogue/catalogue.ts'
import {
  builtinDefinition,
  definition,
  makeFolder,
  serve,
  start,
  write,
} from './catalogue-fixtures.ts'

describe('a folder', () => {
  it('gives the definitions one level below it and never deeper ones', async () => {
    const root = await makeFolder()
    await write(root, {
      'B/B.json': definition('B'),
      'A/A_One.json': definition('A.One'),
      'A/A_Two.json': [definition('A_Two'), definition('A_Three')],
      'A/run.py': '',
      'A/requirements.txt': '',
      'A/taxonomy/machinetag.json': definition('Deeper'),
      'Top.json': definition('Top'),
      '.git/hidden.json': definition('Hidden'),
    })
    const { ids, find } = await start({ analyzerUrls: [root] })

    expect(ids()).toEqual(['A_One_1_0', 'A_Three_1_0', 'A_Two_1_0', 'B_1_0'])
    expect(find('analyzer', 'B_1_0')).toMatchObject({
      type: 'analyzer',
      command: join(root, 'B/run.py'),
      workingFolder: root,
    })
    expect(find('responder', 'B_1_0')).toBeUndefined()
  })

  it('loses nothing but what is broken, and says what and why', async () => {
    const root = await makeFolder()
    await write(root, {
      'A/a.json': definition('A'),
      'A/broken.json': '{"name": ',
      'A/empty.json': '',
      'A/text.json': '"hello"',
      'A/nameless.json': { ...definition('X'), name: undefined },
      'A/mixed.json': [definition('M'), 5, null],
      'A/bom.json': `\uFEFF${JSON.stringify(definition('Marked'))}`,
      'A/large.json': ' '.repeat(1024 ** 2 + 1),
      'A/folder.json/x.txt': '',
      'B/escape.json': definition('Escape', { command: '../../bin/sh' }),
      'Z/z.json': definition('Z'),
    })
    await symlink(join(root, 'nowhere'), join(root, 'A/dangling.json'))
    await symlink(join(root, 'nowhere'), join(root, 'Dangling'))
    const { ids, logged } = await start({ analyzerUrls: [root] })

    expect(ids()).toEqual(['A_1_0', 'M_1_0', 'Marked_1_0', 'Z_1_0'])
    const told = (start: string) =>
      logged.filter((line) => line.startsWith(`skipping ${root}/${start}`))
    expect(told('A/broken.json: ')).toHaveLength(1)
    expect(told('A/empty.json: ')).toHaveLength(1)
    expect(told('A/text.json: neither a definition nor a list')).toHaveLength(1)
    expect(told('A/nameless.json: name is missing')).toHaveLength(1)
    expect(told('A/mixed.json[1]: not a JSON object')).toHaveLength(1)
    expect(told('A/mixed.json[2]: not a JSON object')).toHaveLength(1)
    expect(told('A/large.json: larger than 1048576 bytes')).toHaveLength(1)
    expect(told('A/folder.json: not a file')).toHaveLength(1)
    expect(told('A/dangling.json: ')).toHaveLength(1)
    expect(told('B/escape.json: command "../../bin/sh" leaves')).toHaveLength(1)
    expect(logged.filter((line) => line.includes('skipping '))).toHaveLength(10)
  })

  it('does not let a link lead a command out, and takes one that stays inside', async () => {
    const root = await makeFolder()
    const outside = await makeFolder()
    await write(outside, { 'evil.py': '' })
    await write(root, {
      'Evil/Evil.json': definition('Evil'),
      'Shared/Shared.json': definition('Shared'),
      'Lib/real.py': '',
      'Way/Way.json': definition('Way', { command: 'Way/out/evil.py' }),
    })
    await symlink(join(outside, 'evil.py'), join(root, 'Evil/run.py'))
    await symlink('../Lib/real.py', join(root, 'Shared/run.py'))
    await symlink(outside, join(root, 'Way/out'))
    // The folder itself may be reached by a link, as installations do with versions.
    const link = join(await makeFolder(), 'current')
    await symlink(root, link)
    const { ids, logged } = await start({ analyzerUrls: [link] })

    expect(ids()).toEqual(['Shared_1_0'])
    expect(logged.filter((line) => line.includes('links outside the catalog folder'))).toHaveLength(
      2,
    )
  })

  it('keeps a definition whose command is a call, without the command', async () => {
    const root = await makeFolder()
    await write(root, {
      'Hawk/Hawk.json': definition('Hawk', { command: 'python3 Hawk/run.py' }),
      'With blank/run.py': '',
      'With blank/blank.json': definition('Blank', { command: 'With blank/run.py' }),
    })
    const { find, logged } = await start({ analyzerUrls: [root] })

    expect(find('analyzer', 'Hawk_1_0')).toMatchObject({ command: null, workingFolder: null })
    expect(find('analyzer', 'Blank_1_0')?.command).toBe(join(root, 'With blank/run.py'))
    expect(logged).toEqual([expect.stringContaining('so it cannot be started')])
  })

  it('that is missing, empty or not understood is reported', async () => {
    const root = await makeFolder()
    const urls = [join(root, 'none'), root, 'ftp://h/x', 'file://elsewhere/x']
    const { logged, scan } = await start({ analyzerUrls: urls })

    expect(logged.join('\n')).toContain(`no definitions in ${root}`)
    expect(new Set((await scan()).failedSources)).toEqual(new Set([urls[0], urls[2], urls[3]]))
  })
})

describe('a file', () => {
  it('holds one definition or a list, and is named by path or file: address', async () => {
    const root = await makeFolder()
    await write(root, {
      'One/one.json': definition('One'),
      'One/run.py': '',
      'list.json': [definition('Two'), definition('Three')],
      'Two/run.py': '',
    })
    const { ids, find } = await start({
      analyzerUrls: [join(root, 'One/one.json'), pathToFileURL(join(root, 'list.json')).href],
      responderUrls: [join(root, 'list.json')],
    })

    expect(ids()).toEqual(['One_1_0', 'Three_1_0', 'Two_1_0'])
    expect(ids('responder')).toEqual(['Three_1_0', 'Two_1_0'])
    for (const name of ['One', 'Two'])
      expect(find('analyzer', `${name}_1_0`)).toMatchObject({
        command: join(root, name, 'run.py'),
        workingFolder: root,
      })
  })
})

describe('the catalog', () => {
  it('takes the last of two definitions with one id and names both places', async () => {
    const one = await makeFolder()
    const two = await makeFolder()
    await write(one, {
      'A/A.json': definition('A', { description: 'one' }),
      'B/B.json': definition('B'),
      'Run/run.json': definition('Run'),
    })
    await write(two, { 'A/A.json': definition('A', { description: 'two' }) })
    const { find, ids, logged } = await start({
      analyzerUrls: [one, two],
      builtin: [builtinDefinition('B'), builtinDefinition('C')],
    })

    expect(ids()).toEqual(['A_1_0', 'B_1_0', 'C_1_0', 'Run_1_0'])
    expect(find('analyzer', 'A_1_0')?.description).toBe('two')
    expect(find('analyzer', 'B_1_0')?.builtin).toBeNull()
    expect(logged).toContain(
      `duplicate analyzer A_1_0 in ${join(one, 'A/A.json')} and ${join(two, 'A/A.json')}; ` +
        'using the last one',
    )
    expect(logged.join('\n')).toContain('B_1_0 in the built-in ones and ')
  })

  it('knows the newest version of a name', async () => {
    const root = await makeFolder()
    await write(root, {
      'A/a.json': ['1.9', '1.10', '1.2'].map((version) => definition('A', { version })),
      'A/b.json': definition('AB', { version: '9.0' }),
    })
    const { newest } = await start({ analyzerUrls: [root] })

    expect(newest('analyzer', 'A')?.version).toBe('1.10')
    expect(newest('analyzer', 'Z')).toBeUndefined()
    expect(newest('responder', 'A')).toBeUndefined()
  })

  it('reports what a scan added, changed and removed, and only then', async () => {
    const root = await makeFolder()
    const path = { 'A/run.py': '', 'B/run.py': '', 'C/run.py': '' }
    await write(root, { ...path, 'A/A.json': definition('A'), 'B/B.json': definition('B') })
    const { scan, onChange } = await start({ analyzerUrls: [root] })
    const told: ScanResult[] = []
    const stop = onChange((result) => told.push(result))
    await scan()
    expect(told).toEqual([])

    await write(root, { 'B/B.json': definition('B', { url: 'new' }), 'C/C.json': definition('C') })
    await rm(join(root, 'A/A.json'))
    await scan()
    stop()
    await rm(join(root, 'B/B.json'))
    await scan()

    expect(told).toEqual([
      expect.objectContaining({
        analyzers: 2,
        added: [{ type: 'analyzer', id: 'C_1_0' }],
        changed: [{ type: 'analyzer', id: 'B_1_0' }],
        removed: [{ type: 'analyzer', id: 'A_1_0' }],
        warnings: [],
      }),
    ])
  })

  it('reads once for all who ask at the same time', async () => {
    let requests = 0
    const url = await serve((_, response) => {
      requests += 1
      response.end('[]')
    })
    const { scan } = await start({ analyzerUrls: [url] })
    const results = await Promise.all([scan(), scan(), scan()])

    expect(requests).toBe(2)
    expect(new Set(results).size).toBe(1)
  })
})

describe('a watched folder', () => {
  it('is read again when a definition comes, changes, moves or goes', async () => {
    const root = await makeFolder()
    await write(root, { 'A/A.json': definition('A'), 'list/l.json': [] })
    let requests = 0
    const url = await serve((_, response) => {
      requests += 1
      response.end('[]')
    })
    const { onChange, ids, find } = await start({ analyzerUrls: [url, root], watch: true })
    const change = async (act: () => Promise<unknown>) => {
      const changed = new Promise<ScanResult>((resolve) => {
        const stop = onChange((result) => {
          stop()
          resolve(result)
        })
      })
      await act()
      return await changed
    }

    await change(() => write(root, { 'A/A.json': definition('A', { description: 'new' }) }))
    expect(find('analyzer', 'A_1_0')?.description).toBe('new')
    await change(() => write(root, { 'B/B.json': definition('B') }))
    expect(ids()).toEqual(['A_1_0', 'B_1_0'])
    // The folder of B came after the start and is watched all the same.
    await write(root, { 'B/.tmp': definition('C') })
    await change(() => rename(join(root, 'B/.tmp'), join(root, 'B/C.json')))
    expect(ids()).toEqual(['A_1_0', 'B_1_0', 'C_1_0'])
    await change(() => rm(join(root, 'A'), { recursive: true }))
    expect(ids()).toEqual(['B_1_0', 'C_1_0'])
    await change(() => write(root, { 'A/A.json': definition('A') }))
    expect(ids()).toEqual(['A_1_0', 'B_1_0', 'C_1_0'])
    // Addresses are asked at a scan, not whenever a file changes.
    expect(requests).toBe(1)
  })

  it('may be a single file', async () => {
    const root = await makeFolder()
    await write(root, { 'l.json': [definition('A')], 'm.json': [definition('M')] })
    const { onChange, ids } = await start({
      analyzerUrls: [join(root, 'l.json'), join(root, 'm.json')],
      watch: true,
    })
    const changed = new Promise<ScanResult>((resolve) => onChange(resolve))
    await write(root, { 'new.json': [definition('B')] })
    await rename(join(root, 'new.json'), join(root, 'l.json'))
    await changed

    expect(ids()).toEqual(['B_1_0', 'M_1_0'])
  })
})
