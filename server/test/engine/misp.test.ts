import { contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { mispTypes, mispTypesFor } from '../../src/domain/misp-types.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { makeEngineApp } from './setup.ts'

async function makeWorld(open: TestDatabases['open']) {
  const app = await makeEngineApp(open, [], { environment: { ASSAY_JOB_RUNNERS: 'builtin' } })
  const enable = (id: string, name: string) => app.as('orgadmin').enableAnalyzer({ id }, { name })
  await enable('Assay_Hash_1_0', 'Hashes')
  await enable('Assay_Text_1_0', 'Texts')
  return app
}

describe.each(oneDatabase)('$name: a module of MISP', ({ open }) => {
  it('is an analyzer that takes an attribute of MISP', async () => {
    const app = await makeWorld(open)

    const modules = await app.as('analyze').listMispModules()

    expect(modules.find(({ name }) => name === 'Hashes')).toEqual({
      name: 'Hashes',
      type: 'cortex',
      mispattributes: {
        input: ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'imphash', 'ssdeep'],
        output: [],
      },
      meta: {
        'module-type': ['cortex'],
        description: expect.any(String),
        author: expect.any(String),
        version: '1.0',
        config: [],
      },
    })
    expect(await app.as('stranger').listMispModules()).toEqual([])
  })

  it('answers what it found, whichever way the attribute comes', async () => {
    const app = await makeWorld(open)
    const value = '44d88612fea8a8f36de82e1278abb02f'
    const attribute = { type: 'md5', value, uuid: 'u' }

    for (const sent of [{ md5: value }, { attribute, config: {} }]) {
      const answer = await app.inject({
        as: 'analyze',
        method: 'POST',
        url: '/query',
        payload: { module: 'Hashes', ...sent },
      })
      expect(answer.statusCode).toBe(200)
      const { results } = answer.json()
      const { types, values } = results.at(-1)
      expect(types).toEqual(['cortex'])
      expect(JSON.parse(values[0]).summary.taxonomies).toMatchObject([
        { value: 'MD5' },
        { level: 'malicious', value: 'EICAR test file' },
      ])
    }
  })

  it('refuses what it cannot analyze, and reports a failure', async () => {
    const app = await makeWorld(open)
    const ask = async (payload: object, as: 'analyze' | 'stranger' = 'analyze') => {
      const answer = await app.inject({ as, method: 'POST', url: '/query', payload })
      return { status: answer.statusCode, ...answer.json() }
    }

    expect(await ask({ module: 'Hashes' })).toMatchObject({
      status: 400,
      message: "Request doesn't contain data to analyze",
    })
    expect(await ask({ module: 'Nothing', md5: 'a' })).toMatchObject({ status: 404 })
    expect(await ask({ module: 'Hashes', md5: 'a' }, 'stranger')).toMatchObject({ status: 404 })
    expect(await ask({ module: 'Hashes', domain: 'a.example' })).toMatchObject({ status: 400 })
    const attribute = { type: 'bank-account-nr', value: '1' }
    expect(await ask({ module: 'Hashes', attribute })).toMatchObject({ status: 400 })
    expect(await ask({ module: 'Hashes', md5: 'no hash' })).toMatchObject({
      status: 200,
      error: expect.any(String),
    })
  })
})

describe('types of MISP', () => {
  it('are the attributes that the call takes', () => {
    const { module: _, attribute: __, ...attributes } = contract.queryMispModule.input.properties

    expect(Object.keys(attributes)).toEqual([...mispTypes])
  })

  it('are distinguished by the length of a hash', () => {
    expect(mispTypesFor('hash', 'a'.repeat(64))).toEqual(['sha256'])
    expect(mispTypesFor('ip', '1.1.1.1')).toEqual(['ip-src', 'ip-dst'])
    expect(mispTypesFor('something', 'x')).toEqual(['other'])
  })
})
