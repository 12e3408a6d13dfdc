import { contract, createClient } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf } from '../setup.ts'
import { makeEngineApp } from './setup.ts'

describe.each(databases)('$name: two organizations whose names run into each other', ({ open }) => {
  it('each enable a worker although the two get the same id, and see only their own', async () => {
    const app = await makeEngineApp(open)
    await app.as('root').createOrganization({ name: 'alpha_x', description: 'like alpha' })
    await app.as('root').createUser({
      login: 'xena',
      name: 'Xena',
      organization: 'alpha_x',
      roles: ['orgadmin'],
      key: keyOf('xena'),
    })
    const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
    const xena = createClient(contract, {
      baseUrl: address,
      headers: () => ({ authorization: `Bearer ${keyOf('xena')}` }),
    })

    const first = await app.as('orgadmin').enableAnalyzer({ id: 'Echo_1_0' }, { name: 'x_Echo' })
    const second = await xena.enableAnalyzer({ id: 'Echo_1_0' }, { name: 'Echo' })

    expect(second.id).toBe(first.id)
    expect((await app.as('orgadmin').getAnalyzer({ id: first.id })).name).toBe('x_Echo')
    expect((await xena.getAnalyzer({ id: first.id })).name).toBe('Echo')
    await xena.disableAnalyzer({ id: second.id })
    expect((await app.as('orgadmin').listAnalyzers()).total).toBe(1)
  })
})

describe.each(oneDatabase)('$name: a body with a dozen mistakes', ({ open }) => {
  it('gets all of them, each once', async () => {
    const app = await makeEngineApp(open)
    const wrong = {
      name: 1,
      configuration: 2,
      rate: 'x',
      rateUnit: 'y',
      jobCache: 'z',
      jobTimeout: [],
    }
    const unknown = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, 1]))

    const response = await app.inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/organization/analyzer/Echo_1_0',
      payload: { ...wrong, ...unknown, dataTypeList: 'ip' },
    })

    const names = response
      .json()
      .errors.map(({ name }: { name: string }) => name.replace('worker.', ''))
    expect(names.sort()).toEqual(
      [...Object.keys(wrong), ...Object.keys(unknown), 'dataTypeList'].sort(),
    )
  })
})
