import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../program.ts'
import { atTheEnd, keyOf, newSettings, places, startTarget, type Target } from './target.ts'
import { restoreOldData } from './upgrade.ts'
import { aFile, foundIn, makeInsider, runToEnd, until } from './work.ts'

/** Where the old configurations point to; nothing else uses this loopback address. */
const inside = { host: '127.83.17.99', port: 47_113 }
const hookToken = 'T0K3N-OF-THE-OLD-HOOK'

describe.each(places)('a data folder of 0.4.0, on $database', (place) => {
  const cleanup = atTheEnd()
  let target: Target
  let old: Awaited<ReturnType<typeof restoreOldData>>
  let connections = () => 0

  beforeAll(async () => {
    const environment = await newSettings({ place, cleanup, hasTables: false })
    old = await restoreOldData(environment)
    // Where only 127.0.0.1 exists there is nothing to reach, and nothing to watch.
    const insider = await makeInsider({ ...inside, cleanup }).catch(() => undefined)
    if (insider) connections = insider.connections
    target = await startTarget({ environment, cleanup })
  })

  const id = (name: string) => old.ids[name] ?? ''
  const json = (dataType: string, data: unknown) => ({
    json: { dataType, data, tlp: 0, pap: 0, force: true },
  })

  it('starts, and every key, password and thing is still good', async () => {
    for (const login of ['root', 'ada', 'alan', 'rita', 'bob']) {
      await target.must(200, 'GET', '/api/user/current', { as: login })
      expect((await target.must(200, 'GET', `/api/user/${login}/key`, { as: 'root' })).text).toBe(
        keyOf(login),
      )
    }
    for (const [user, password] of [
      ['ada', 'a'],
      ['alan', '   '],
      ['rita', 'rita'],
      ['bob', 'password of bob 1'],
    ])
      expect(
        (await target.call('POST', '/api/login', { json: { user, password } })).status,
        user,
      ).toBe(200)
    for (const path of [
      `case/${id('case')}`,
      `alert/${id('alert')}`,
      `case/task/${id('task')}`,
      `case/artifact/${id('observable')}`,
    ])
      await target.must(200, 'GET', `/api/${path}`, { as: 'rita' })
    await target.must(200, 'GET', `/api/job/${id('fine')}/report`, { as: 'alan' })
    for (const path of old.ids.feed)
      expect((await target.must(200, 'GET', path)).text).toContain('9.9.9.9')
    const hook = await target.must(200, 'GET', `/api/webhook/${id('webhook')}`, { as: 'ada' })
    expect(hook.json.url).toContain(hookToken)
    const worker = await target.must(200, 'GET', `/api/analyzer/${id('old')}`, { as: 'ada' })
    expect(worker.json.configuration.pin).toBe('pin-secret-4711')
  })

  it('runs configurations that name paths into a readable failure that quotes nothing', async () => {
    const ran = [
      await runToEnd(target, 'alan', id('yara'), aFile()),
      await runToEnd(target, 'alan', id('lists'), json('other', 'root:x:0:0:root:/root:/bin/bash')),
      await runToEnd(target, 'alan', id('hash'), json('hash', 'a'.repeat(32))),
      await runToEnd(target, 'alan', id('ip'), json('ip', '9.9.9.9')),
    ]
    const said = ran
      .map(({ said }) => said)
      .join('')
      .replaceAll('root:x:0:0:root:/root:/bin/bash', '')

    expect(foundIn(said, ['root:x:', 'root:/root', keyOf('root'), old.masterKey])).toEqual([])
    expect(ran.map(({ job }) => job.status)).toEqual(ran.map(() => 'Failure'))
    for (const { job } of ran)
      expect(String(job.errorMessage)).toMatch(/upload|resource|path|server:/i)
  })

  it('reaches no private address because an old configuration says so', async () => {
    const data = { _id: id('observable'), dataType: 'ip', data: '9.9.9.9', tlp: 0, pap: 0 }
    await runToEnd(target, 'alan', id('rdap'), json('domain', 'example.org'))
    await runToEnd(target, 'alan', id('hook'), json('thehive:case_artifact', data), 'responder')
    await runToEnd(target, 'alan', id('mail'), json('thehive:case_artifact', data), 'responder')

    expect(connections()).toBe(0)
  })

  it('shows no secret in the input of a job that failed before the upgrade', async () => {
    const answers = [
      await target.must(200, 'GET', `/api/job/${id('failed')}`, { as: 'alan' }),
      await target.must(200, 'GET', `/api/job/${id('failed')}/report`, { as: 'alan' }),
      await target.must(200, 'GET', '/api/job?range=all', { as: 'alan' }),
      await target.must(200, 'POST', '/api/job/_search', {
        as: 'alan',
        json: { query: {}, range: 'all' },
      }),
    ]
    const said = answers.map(({ text }) => text).join('')

    expect(foundIn(said, ['pin-secret-4711', 'conn-secret-4711', 'api-secret-4711'])).toEqual([])
  })

  it('the configuration can be saved again once its paths are replaced', async () => {
    const path = `/api/analyzer/${id('yara')}`
    const kept = await target.call('PATCH', path, { as: 'ada', json: { name: 'renamed' } })
    const refused = await target.call('PATCH', path, {
      as: 'ada',
      json: { configuration: { rules: ['/etc/passwd'] } },
    })
    const replaced = await target.call('PATCH', path, {
      as: 'ada',
      json: { configuration: { rules: [] } },
    })

    // A change of the name alone says nothing about the configuration.
    expect([kept.status, refused.status, replaced.status]).toEqual([200, 400, 200])
  })

  if (place.database !== 'SQLite') return

  it('leaves no address of a webhook in clear on the disk', async () => {
    const look = async () => {
      const names = (await readdir(target.data)).filter((name) => name.startsWith('assay.sqlite'))
      const texts = await Promise.all(
        names.map((name) => readFile(join(target.data, name), 'latin1')),
      )
      return foundIn(texts.join(''), [hookToken])
    }
    await until('it is gone', look, (found) => found.length === 0)
  })

  // On either database: see key-rotation.test.ts.
  it('its key can be rotated', async () => {
    await target.stop()
    const rotation = await run(target.environment, ['key', 'rotate']).ended
    expect(rotation, rotation.stderr).toMatchObject({ code: 0 })
    const again = await startTarget({ environment: target.environment })

    for (const login of ['root', 'ada', 'bob'])
      await again.must(200, 'GET', '/api/user/current', { as: login })
    for (const path of old.ids.feed)
      expect((await again.must(200, 'GET', path)).text).toContain('9.9.9.9')
    const worker = await again.must(200, 'GET', `/api/analyzer/${id('old')}`, { as: 'ada' })
    expect(worker.json.configuration.pin).toBe('pin-secret-4711')
  })
})
