import { describe, expect, it } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { Person } from '../setup.ts'
import { asking, key } from './asking.ts'
import { type EngineApp, makeEngineApp, programs } from './setup.ts'

const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

async function patch(app: EngineApp, id: string, payload: object, as: Person = 'orgadmin') {
  const response = await app.inject({ as, method: 'PATCH', url: `/api/analyzer/${id}`, payload })
  return { status: response.statusCode, body: response.json() }
}

describe.each(databases)('$name: an enabled analyzer', ({ open }) => {
  it('is changed by what is sent and by nothing else', async () => {
    const app = await makeEngineApp(open, [asking])
    const { id } = await app.enable('orgadmin', 'Asking', {
      configuration: { api_key: key, old: 'x' },
      rate: 5,
      rateUnit: 'Day',
      jobCache: 3,
    })
    app.clock.advance(1000)

    const renamed = await app.as('orgadmin').updateAnalyzer({ id }, { name: 'New name' })
    const replaced = await app
      .as('orgadmin')
      .updateAnalyzer({ id }, { configuration: { api_key: 'other' } })
    const cleared = await app
      .as('orgadmin')
      .updateAnalyzer({ id }, { jobCache: null, rate: null, rateUnit: null })

    expect(renamed).toMatchObject({
      id,
      name: 'New name',
      rate: 5,
      updatedBy: 'ada',
      updatedAt: app.clock.now(),
      configuration: { api_key: key, old: 'x' },
    })
    expect(replaced.configuration).toMatchObject({ api_key: 'other', old: null })
    expect(cleared).toMatchObject({ jobCache: null, rate: null, rateUnit: null, name: 'New name' })
  })

  it('is found by data type in whatever case, and by the search that the platform sends', async () => {
    const app = await makeEngineApp(open)
    await app.enable('orgadmin', 'Echo')
    await app.enable('orgadmin', 'Block')
    const client = app.as('analyze')
    const discover = (value: string) =>
      app.inject({
        as: 'analyze',
        method: 'POST',
        url: '/api/responder/_search',
        payload: { query: { _field: 'dataTypeList', _value: value }, range: 'all' },
      })

    const byType = await client.listRespondersByType({ dataType: 'thehive:case' })
    const inOtherCase = await client.listRespondersByType({ dataType: 'thehive:Case' })
    const analyzers = await client.listAnalyzersByType({ dataType: 'domain' })
    const found = await discover('thehive:case')
    const none = await discover('thehive:alert')

    expect(names(byType)).toEqual(['Block'])
    expect(names(inOtherCase)).toEqual(['Block'])
    expect(names(analyzers)).toEqual(['Echo'])
    expect(found.statusCode).toBe(200)
    expect(names({ rows: found.json() })).toEqual(['Block'])
    expect(none.json()).toEqual([])
  })

  it('is listed ten at a time by name, with the total, and all by type', async () => {
    const app = await makeEngineApp(open, [programs.echo])
    const all = Array.from({ length: 12 }, (_, at) => `Echo ${String(at).padStart(2, '0')}`)
    for (const name of all.toReversed()) await app.enable('orgadmin', 'Echo', { name })
    const client = app.as('analyze')

    const first = await client.listAnalyzers()
    const last = await client.listAnalyzers({ range: '10-20' })
    const reversed = await client.searchAnalyzers({ query: {}, range: '0-2', sort: ['-name'] })
    const byType = await client.listAnalyzersByType({ dataType: 'ip' })

    expect(first).toMatchObject({ total: 12 })
    expect(names(first)).toEqual(all.slice(0, 10))
    expect(names(last)).toEqual(all.slice(10))
    expect(names(reversed)).toEqual(['Echo 11', 'Echo 10'])
    expect(names(byType)).toHaveLength(12)
  })

  it('is found by its other names too, and no responder is among analyzers', async () => {
    const app = await makeEngineApp(open)
    const { id } = await app.enable('orgadmin', 'Echo')
    await app.enable('orgadmin', 'Block')
    const found = async (query: object) => names(await app.as('analyze').searchAnalyzers({ query }))

    expect(await found({ id })).toEqual(['Echo'])
    expect(await found({ _id: id })).toEqual(['Echo'])
    expect(await found({ name: 'Echo' })).toEqual(['Echo'])
    expect(await found({ analyzerDefinitionId: 'Echo_1_0' })).toEqual(['Echo'])
    expect(await found({ type: 'responder' })).toEqual([])
    expect(await found({ configuration: 'x' })).toEqual([])
    const crossed = await refusalOf(app.as('analyze').getResponder({ id }))
    expect(crossed).toEqual(notFound(`worker ${id} not found`))
  })
})

describe.each(oneDatabase)('$name: an enabled analyzer', ({ open }) => {
  it('shows rate, cache and configuration to orgadmin alone', async () => {
    const app = await makeEngineApp(open, [asking])
    const { id } = await app.enable('orgadmin', 'Asking', {
      configuration: { api_key: key },
      rate: 5,
      rateUnit: 'Month',
      jobCache: 3,
    })
    const own = { rate: 5, rateUnit: 'Month', jobCache: 3 }
    const seenBy = async (person: Person) => {
      const client = app.as(person)
      return {
        get: await client.getAnalyzer({ id }),
        list: (await client.listAnalyzers()).rows[0],
        search: (await client.searchAnalyzers({ query: {} })).rows[0],
        organization: (await client.listOrganizationAnalyzers()).rows[0],
        byType: (await client.listAnalyzersByType({ dataType: 'ip' })).rows[0],
      }
    }

    const { byType, ...admin } = await seenBy('orgadmin')
    const analyst = await seenBy('analyze')

    for (const worker of Object.values(admin))
      expect(worker).toMatchObject({ ...own, configuration: { api_key: key } })
    expect(byType).toMatchObject(own)
    expect(byType).not.toHaveProperty('configuration')
    for (const worker of Object.values(analyst))
      for (const hidden of ['configuration', 'rate', 'rateUnit', 'jobCache'])
        expect(worker).not.toHaveProperty(hidden)
    expect(JSON.stringify(analyst)).not.toContain(key)
  })

  it('is found under the organization, by GET and by POST', async () => {
    const app = await makeEngineApp(open, [asking])
    const { id } = await app.enable('orgadmin', 'Asking', { configuration: { api_key: key } })
    const url = '/api/organization/analyzer/_search'

    for (const method of ['GET', 'POST'] as const) {
      const own = await app.inject({ as: 'analyze', method, url })
      const foreign = await app.inject({ as: 'stranger', method, url })
      expect(own.json()).toMatchObject([{ id }])
      expect([foreign.statusCode, foreign.json()]).toEqual([200, []])
    }
  })

  it('refuses read-only and unknown attributes, all of them at once', async () => {
    const app = await makeEngineApp(open)
    const { id } = await app.enable('orgadmin', 'Echo')
    const readOnly = ['version', 'description', 'author', 'url', 'license', 'command', 'type']

    const fixed = await patch(app, id, Object.fromEntries(readOnly.map((name) => [name, 'x'])))
    const unknown = await patch(app, id, { id: 'x', analyzerDefinitionId: 'x', createdAt: 1 })
    const after = await app.as('orgadmin').getAnalyzer({ id })

    expect(fixed.status).toBe(400)
    expect(fixed.body.errors.map((error: { name: string }) => error.name).sort()).toEqual(
      readOnly.toSorted(),
    )
    expect(new Set(fixed.body.errors.map((error: { type: string }) => error.type))).toEqual(
      new Set(['UpdateReadOnlyAttributeError']),
    )
    expect(unknown.status).toBe(400)
    expect(new Set(unknown.body.errors.map((error: { type: string }) => error.type))).toEqual(
      new Set(['UnknownAttributeError']),
    )
    expect(after).toMatchObject({ version: '1.0', author: 'tests' })
  })

  it('says the highest TLP and PAP that it takes when they are checked', async () => {
    const app = await makeEngineApp(open, [programs.echo])
    const limits = async (name: string, configuration: object) => {
      const { id } = await app.enable('orgadmin', 'Echo', { name, configuration })
      const { maxTlp, maxPap } = await app.as('analyze').getAnalyzer({ id })
      return { maxTlp, maxPap }
    }

    expect(await limits('a', {})).toEqual({})
    expect(await limits('b', { max_tlp: 1, max_pap: 1 })).toEqual({})
    expect(await limits('c', { check_tlp: true, max_tlp: 1 })).toEqual({ maxTlp: 1 })
    expect(await limits('d', { check_tlp: true, check_pap: true, max_pap: 3 })).toEqual({
      maxTlp: 2,
      maxPap: 3,
    })
    expect(await limits('e', { check_tlp: true, max_tlp: 1.5 })).toEqual({ maxTlp: 1 })
    expect(await limits('f', { check_pap: true, max_pap: 1e300 })).toEqual({ maxPap: 3 })
  })
})
