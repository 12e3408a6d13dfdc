import { describe, expect, it } from 'vitest'
import { stixObjects } from '../../src/domain/response/stix.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { givenAlert } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  await app.as('analyze').createCase({ title: 'A case', description: 'd' })
  await givenAlert(app.deps)
  return app
}

const phase = (phase_name: string, kill_chain_name = 'mitre-attack') => ({
  kill_chain_name,
  phase_name,
})
const technique = (external_id: string, more: object = {}) => ({
  type: 'attack-pattern',
  id: `attack-pattern--${external_id}`,
  name: `Name of ${external_id}`,
  description: 'With "quotes", {braces} and \\ in it',
  external_references: [
    { source_name: 'other', external_id: 'X' },
    { source_name: 'mitre-attack', external_id, url: `https://attack.example/${external_id}` },
  ],
  kill_chain_phases: [phase('execution'), phase('elsewhere', 'other-chain')],
  x_mitre_platforms: ['Linux'],
  x_mitre_version: '2.1',
  ...more,
})
const bundle = (...objects: object[]) =>
  new File([JSON.stringify({ type: 'bundle', id: 'b', objects }, null, 1)], 'attack.json')

describe.each(databases)('$name: a procedure', ({ open }) => {
  it('names a technique, its tactic and when it happened', async () => {
    const app = await makeWorld(open)
    const client = app.as('analyze')

    const onCase = await client.createCaseProcedure(
      { id: '1' },
      { patternId: 'T1059.006', tactic: 'execution', occurDate: 5_000, description: 'A script' },
    )
    const written = app.clock.now()
    app.clock.advance(1)
    const onAlert = await client.createAlertProcedure({ id: '~2001' }, { patternId: 'T1566.001' })
    const byId = await client.createProcedure({
      patternId: 'T1053',
      tactic: 'Privilege Escalation',
      caseId: '1',
    })

    expect(onCase).toEqual({
      _id: expect.stringMatching(/^~\d+$/),
      _type: 'Procedure',
      _createdBy: 'alan',
      _createdAt: written,
      patternId: 'T1059.006',
      patternName: 'Python',
      tactic: 'execution',
      tacticLabel: 'Execution',
      occurDate: 5_000,
      description: 'A script',
      extraData: {},
    })
    expect(onAlert).toMatchObject({ tactic: 'initial-access', occurDate: app.clock.now() })
    expect(byId).toMatchObject({ tactic: 'privilege-escalation' })
    const steps = [{ _name: 'getCase', idOrName: '1' }, { _name: 'procedures' }]
    expect(await app.as('read').queryV1({ query: steps })).toEqual([onCase, byId])
    expect(await app.as('read').queryV1({ query: [...steps, { _name: 'pattern' }] })).toMatchObject(
      [{ patternId: 'T1053' }, { patternId: 'T1059.006', name: 'Python' }],
    )
    expect(await app.as('read').listCasePatterns({ id: '1' })).toEqual(['T1053', 'T1059.006'])
  })

  it('comes with others, all or none, and goes with them', async () => {
    const app = await makeWorld(open)
    const client = app.as('analyze')
    const listed = async () =>
      (await app.as('read').queryV1({
        query: [{ _name: 'getCase', idOrName: '1' }, { _name: 'procedures' }],
      })) as object[]
    const several = (...ids: string[]) => ({
      procedures: ids.map((patternId) => ({ patternId, tactic: 'execution' })),
    })

    const made = await client.createCaseProcedures({ id: '1' }, several('T1059.006', 'T1053'))
    const onAlert = await client.createAlertProcedures({ id: '~2001' }, several('T1053'))
    expect(await listed()).toEqual(made)
    expect(onAlert).toMatchObject([{ patternId: 'T1053' }])

    const unknown = client.createCaseProcedures({ id: '1' }, several('T1053', 'T9999'))
    await expect(unknown).rejects.toMatchObject({ status: 404 })
    const most = several(...Array.from({ length: 200 }, () => 'T1053'))
    const more = () => client.createCaseProcedures({ id: '1' }, most)
    for (let calls = 0; calls < 4; calls += 1) await more()
    await expect(more()).rejects.toMatchObject({ status: 400 })
    expect(await listed()).toHaveLength(802)

    const ids = made.map(({ _id }) => _id)
    await expect(client.deleteProcedures({ ids: [...ids, '~404'] })).rejects.toMatchObject({
      status: 404,
    })
    await expect(app.as('stranger').deleteProcedures({ ids })).rejects.toMatchObject({
      status: 404,
    })
    expect(await listed()).toHaveLength(802)
    await client.deleteProcedures({ ids })
    expect(await listed()).toHaveLength(800)
  })

  it('is changed in all but its technique, and removed', async () => {
    const app = await makeWorld(open)
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseProcedure({ id: '1' }, { patternId: 'T1566' })

    await client.updateProcedure({ id }, { occurDate: 7, description: 'More' })
    const other = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/v1/procedure/${id}`,
      payload: { patternId: 'T1059' },
    })
    expect(await client.getProcedure({ id })).toMatchObject({
      patternId: 'T1566',
      occurDate: 7,
      description: 'More',
      _updatedBy: 'alan',
    })
    expect(other.statusCode).toBe(400)
    await client.deleteProcedure({ id })
    await expect(client.getProcedure({ id })).rejects.toMatchObject({ status: 404 })
  })

  it('goes from an alert into the case that it becomes, once', async () => {
    const app = await makeWorld(open)
    const client = app.as('analyze')
    await client.createAlertProcedure({ id: '~2001' }, { patternId: 'T1566', occurDate: 3 })
    await client.createCaseProcedure({ id: '1' }, { patternId: 'T1566', occurDate: 3 })
    await client.createAlertProcedure({ id: '~2001' }, { patternId: 'T1486', occurDate: 4 })

    const { _id } = await client.mergeAlertV1({ id: '~2001', caseId: '1' })

    expect(await client.listCasePatterns({ id: _id })).toEqual(['T1486', 'T1566'])
    const query = [{ _name: 'getCase', idOrName: '1' }, { _name: 'procedures' }, { _name: 'count' }]
    expect(await client.queryV1({ query })).toBe(2)
  })
})

describe.each(oneDatabase)('$name: a procedure', ({ open }) => {
  it('refuses a tactic that the technique does not serve, and asks for one where there are several', async () => {
    const app = await makeWorld(open)
    const add = (input: { patternId: string; tactic?: string }) =>
      app.as('analyze').createCaseProcedure({ id: '1' }, input)

    await expect(add({ patternId: 'T1059', tactic: 'impact' })).rejects.toMatchObject({
      status: 400,
      message: 'impact is not a tactic of T1059. Available: execution',
    })
    await expect(add({ patternId: 'T1053' })).rejects.toMatchObject({
      status: 400,
      message:
        'Attribute tactic is missing. Tactics of T1053: execution, persistence, privilege-escalation',
    })
    await expect(add({ patternId: 'T9999' })).rejects.toMatchObject({
      status: 404,
      message: 'Pattern T9999 not found',
    })
  })
})

describe.each(databases)('$name: the catalog of techniques', ({ open }) => {
  it('takes in a STIX bundle: what is new, and what has changed', async () => {
    const app = await makeWorld(open)
    const file = bundle(
      { type: 'identity', name: 'Somebody' },
      technique('T1059', { name: 'Another name', kill_chain_phases: [phase('impact')] }),
      technique('T8888.001', { x_mitre_detection: 'Look', revoked: true }),
      technique('not a number'),
    )

    const answer = await app.as('root').importPatterns({ file })

    expect(answer).toEqual([
      { patternId: 'T1059', status: 'Updated' },
      { patternId: 'T8888.001', status: 'Created' },
    ])
    expect(await app.as('read').getPattern({ id: 'T1059' })).toMatchObject({
      name: 'Another name',
      tactics: ['impact'],
      platforms: ['Linux'],
      version: '2.1',
      description: 'With "quotes", {braces} and \\ in it',
    })
    expect(await app.as('read').getPattern({ id: 'T8888.001' })).toMatchObject({
      revoked: true,
      detection: 'Look',
      tactics: ['execution'],
    })
  })

  it('keeps what procedures name', async () => {
    const app = await makeWorld(open)
    await app.as('analyze').createCaseProcedure({ id: '1' }, { patternId: 'T1566' })

    await expect(app.as('root').deletePattern({ id: 'T1566' })).rejects.toMatchObject({
      status: 400,
    })
    await app.as('root').deletePattern({ id: 'T1486' })
    await expect(app.as('read').getPattern({ id: 'T1486' })).rejects.toMatchObject({ status: 404 })
  })
})

describe.each(oneDatabase)('$name: the catalog of techniques', ({ open }) => {
  it('is there from the start, for all organizations', async () => {
    const app = await makeWorld(open)

    for (const person of ['read', 'stranger', 'root'] as const) {
      const query = [{ _name: 'listPattern' }, { _name: 'filter', tactics: 'impact' }]
      const found = (await app.as(person).queryV1({ query })) as { patternId: string }[]
      expect(found.map(({ patternId }) => patternId)).toContain('T1486')
    }
    expect(await app.as('read').getPattern({ id: 'T1566.001' })).toMatchObject({
      name: 'Spearphishing Attachment',
      tactics: ['initial-access'],
      url: 'https://attack.mitre.org/techniques/T1566/001',
      revoked: false,
    })
  })

  it.each([
    ['no JSON', 'no STIX', 'The file contains no ATT&CK techniques'],
    ['a list without an end', '{"objects": [{"type": "a"}', 'the file is truncated'],
    ['a broken object', '{"objects": [{"type": a}]}', 'an object is not valid JSON'],
    [
      'a bundle of something else',
      '{"objects": [{"type": "identity"}]}',
      'contains no ATT&CK techniques',
    ],
  ])('refuses %s', async (_, text, message) => {
    const app = await makeWorld(open)

    await expect(
      app.as('root').importPatterns({ file: new File([text], 'a.json') }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining(message) })
  })
})

describe('objects of a bundle', () => {
  it('are the same wherever the text is cut', async () => {
    const objects = [technique('T1001'), { a: ['}', ']', '\\"', { b: {} }], c: 'ä€' }, {}]
    const bytes = Buffer.from(JSON.stringify({ spec: '2.1', objects }))

    for (const size of [1, 2, 3, 7, 64, bytes.length]) {
      const cut = async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      const found: unknown[] = []
      for await (const object of stixObjects(cut())) found.push(object)
      expect(found).toEqual(objects)
    }
  })
})
