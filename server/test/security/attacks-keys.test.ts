import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedByTests } from '../lifetime.ts'
import { run } from '../program.ts'
import { atTheEnd, keyOf, masterKeyOf, startTarget } from './target.ts'
import { enabled, givenTwoOrganizations } from './work.ts'

/** A token of the service account as version 0.4.0 made it: all it takes is the master key. */
function forged(masterKey: string, organization: string): string {
  const proofKey = Buffer.from(hkdfSync('sha256', masterKey, 'assay', 'service account proof', 32))
  const encoded = Buffer.from(organization).toString('base64url')
  const named = `platform.${encoded}.${Date.now()}`
  return `assay-service.${named}.${createHmac('sha256', proofKey).update(named).digest('base64url')}`
}

// From outside, and on SQLite: what the rotation does to either database is in key-rotation.test.ts.
describe('finding 1: the master key', () => {
  const cleanup = atTheEnd()

  /** A token of the service account is tried, rotations are killed, and one is completed. */
  const story = sharedByTests(async () => {
    const target = await startTarget({ cleanup })
    await givenTwoOrganizations(target)
    const id = await enabled(target, 'ada', 'Assay_Domain_1_0', { brands: ['brand.example'] })
    const url = 'https://hooks.example.org/path'
    const hook = { name: 'hook', url, secret: 'a secret of sixteen letters' }
    await target.must(201, 'POST', '/api/webhook', { as: 'ada', json: hook })
    const before = await masterKeyOf(target)
    const headers = { authorization: `Bearer ${forged(before, 'beta')}` }
    const forgedAnswers = [
      await target.call('GET', '/api/job', { headers }),
      await target.call('GET', '/api/user/current', { headers }),
    ]
    await target.stop()

    // Wherever they are by then.
    for (const delayMs of [200, 500, 900]) {
      const rotation = run(target.environment, ['key', 'rotate'])
      const timer = setTimeout(() => rotation.child.kill('SIGKILL'), delayMs)
      await rotation.ended
      clearTimeout(timer)
    }
    const rotation = await run(target.environment, ['key', 'rotate']).ended
    const again = await startTarget({ environment: target.environment, cleanup })
    return { target, id, url, before, forgedAnswers, rotation, again }
  })

  it('alone does not make a token of the service account', async () => {
    const { forgedAnswers } = await story()

    expect(forgedAnswers.map(({ status }) => status)).toEqual([401, 401])
  })

  it('can be rotated: everything opens with the new one, nothing with the old', async () => {
    const { target, rotation, before, again, id, url } = await story()

    expect(rotation, rotation.stderr).toMatchObject({ code: 0 })
    const after = await masterKeyOf(target)
    expect(after).not.toBe(before)
    expect(rotation.stdout + rotation.stderr).not.toContain(after)
    for (const login of ['root', 'ada', 'alan', 'rita', 'bob']) {
      await again.must(200, 'GET', '/api/user/current', { as: login })
      const key = await again.must(200, 'GET', `/api/user/${login}/key`, { as: 'root' })
      expect(key.text).toBe(keyOf(login))
    }
    const worker = await again.must(200, 'GET', `/api/analyzer/${id}`, { as: 'ada' })
    expect(worker.json.configuration.brands).toEqual(['brand.example'])
    const hooks = await again.must(200, 'GET', '/api/webhook', { as: 'ada' })
    expect(hooks.json).toMatchObject([{ name: 'hook', url }])
    // The old key is refused at start, not discovered later one value at a time.
    const withOld = await run({
      ...target.environment,
      ASSAY_HTTP_PORT: '0',
      ASSAY_SECRET_KEY: before,
    }).ended
    expect(withOld.code).toBe(1)
    expect(withOld.stderr).toContain('cannot decrypt this database')
  })

  it('is whole after a rotation that was killed, however early or late', async () => {
    const { rotation, again } = await story()

    expect(rotation, rotation.stderr).toMatchObject({ code: 0 })
    await again.must(200, 'GET', '/api/user/current', { as: 'bob' })
    const list = await again.must(200, 'GET', '/api/analyzer', { as: 'ada' })
    expect(list.json[0].configuration.brands).toEqual(['brand.example'])
  })
})
