import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const caller =
  (app: TestApp) => async (as: Person, method: Method, path: string, json?: object) => {
    const url = `/api/list${path}`
    const response = await app.inject({ as, method, url, ...(json && { payload: json }) })
    const body = response.body === '' ? undefined : response.json()
    return { status: response.statusCode, body }
  }

describe.each(databases)('$name: lists of older clients', ({ open }) => {
  it('change and remove a custom field of the organization, and of no other', async () => {
    const app = await makePlatformApp(open)
    const call = caller(app)
    const field = { name: 'Cost', reference: 'cost', type: 'integer' }
    const { body: id } = await call('orgadmin', 'POST', '/custom_fields', { value: field })
    const path = `/${id}`
    const change = { value: { ...field, name: 'Price', description: 'Other', options: [3] } }

    expect((await call('stranger', 'PATCH', path, change)).status).toBe(404)
    expect(await call('orgadmin', 'PATCH', path, change)).toEqual({ status: 200, body: id })
    expect(await app.as('read').getCustomField({ id })).toMatchObject({
      name: 'Price',
      reference: 'cost',
      description: 'Other',
      options: [3],
    })
    for (const value of [{ type: 'string' }, { reference: 'x' }, { name: 1 }, { options: 'x' }])
      expect((await call('orgadmin', 'PATCH', path, { value })).status).toBe(400)
    expect((await call('stranger', 'DELETE', path)).status).toBe(404)
    expect((await call('orgadmin', 'DELETE', path)).status).toBe(204)
    expect((await call('orgadmin', 'GET', '/custom_fields')).body).toEqual({})
  })

  it('keep the types of observables', async () => {
    const app = await makePlatformApp(open)
    const call = caller(app)
    const added = await call('orgadmin', 'POST', '/list_artifactDataType', { value: 'wallet' })
    const exists = { key: 'value', value: 'wallet' }

    expect(added).toEqual({ status: 200, body: expect.stringMatching(/^~\d+$/) })
    const { body } = await call('read', 'GET', '/list_artifactDataType')
    expect(Object.values(body)).toEqual(expect.arrayContaining(['ip', 'wallet']))
    const found = await call('read', 'POST', '/list_artifactDataType/_exists', exists)
    const foreign = await call('stranger', 'POST', '/list_artifactDataType/_exists', exists)
    expect([found.body, foreign.body]).toEqual([{ found: true }, { found: false }])
    expect((await call('stranger', 'DELETE', `/${added.body}`)).status).toBe(404)
    expect((await call('orgadmin', 'DELETE', `/${added.body}`)).status).toBe(204)
    // The platform's: an organization cannot take it from the others.
    const ip = Object.entries(body).find(([, name]) => name === 'ip')?.[0]
    expect((await call('orgadmin', 'DELETE', `/${ip}`)).status).toBe(403)
  })
})

describe.each(oneDatabase)('$name: lists of older clients', ({ open }) => {
  it('define a custom field as the older client does', async () => {
    const app = await makePlatformApp(open)
    const call = caller(app)
    const key = { key: 'reference', value: 'cost' }
    const value = {
      name: 'Cost',
      reference: 'cost',
      description: 'In euros',
      type: 'number',
      options: [1, 2],
    }

    const before = await call('analyze', 'POST', '/custom_fields/_exists', key)
    const made = await call('orgadmin', 'POST', '/custom_fields', { value })
    const after = await call('analyze', 'POST', '/custom_fields/_exists', key)
    const again = await call('orgadmin', 'POST', '/custom_fields', { value })

    expect([before.body, after.body]).toEqual([{ found: false }, { found: true }])
    expect(made).toEqual({ status: 200, body: expect.stringMatching(/^~\d+$/) })
    expect(again.status).toBe(400)
    const { body: list } = await call('read', 'GET', '/custom_fields')
    expect(list[made.body]).toMatchObject({ ...value, type: 'integer' })
    const ofBeta = await call('stranger', 'POST', '/custom_fields/_exists', key)
    expect(ofBeta.body).toEqual({ found: false })
    expect((await call('stranger', 'GET', '/custom_fields')).body).toEqual({})
  })

  it.each([
    ['/custom_fields', { value: 'text' }, 400],
    ['/custom_fields', { value: { name: 'x' } }, 400],
    ['/custom_fields', { value: { name: 'x', type: 'colour' } }, 400],
    ['/custom_fields', {}, 400],
    ['/list_artifactDataType', { value: { name: 'x', type: 'string' } }, 400],
    ['/list_artifactDataType', { value: 'ip' }, 400],
    ['/case_metrics', { value: 'x' }, 404],
    ['/constructor', { value: 'x' }, 404],
  ])('refuse to add to %s: %j', async (path, json, status) => {
    const app = await makePlatformApp(open)

    expect((await caller(app)('orgadmin', 'POST', path, json)).status).toBe(status)
  })

  it('are two; others are empty', async () => {
    const app = await makePlatformApp(open)
    const call = caller(app)

    expect((await call('read', 'GET', '')).body).toEqual(['custom_fields', 'list_artifactDataType'])
    for (const name of ['case_metrics', 'constructor', '__proto__'])
      expect(await call('read', 'GET', `/${name}`)).toEqual({ status: 200, body: {} })
  })
})
