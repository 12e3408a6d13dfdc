import { readFileSync } from 'node:fs'
import { type AnyEndpoint, contract } from '@assay/contract'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { apiLock, lockChanges } from '../../scripts/api-lock.ts'

const { listAlerts: call, createAlert: other } = contract
const lockOf = (change: Partial<AnyEndpoint>) => apiLock({ call: { ...call, ...change } })
const sameAs = (change: Partial<AnyEndpoint>, than: Partial<AnyEndpoint>) =>
  lockChanges(lockOf(than), lockOf(change)).length === 0

const input = Type.Object({ title: Type.String(), description: Type.String() })

describe('docs/api.lock', () => {
  it('has one line for each endpoint, which fits the contract (npm run docs)', () => {
    const lock = readFileSync(new URL('../../docs/api.lock', import.meta.url), 'utf8')
    const lines = lock.split('\n').filter((line) => /^[A-Z]+ \/\S* \w+ [0-9a-f]{16}$/.test(line))

    expect(lines).toHaveLength(Object.keys(contract).length)
    expect(lockChanges(lock, apiLock(contract))).toEqual([])
  })

  it.each<[string, Partial<AnyEndpoint>]>([
    [
      'the order of keys and of what is required',
      { input: Type.Object({ description: Type.String(), title: Type.String() }) },
    ],
    [
      'what is said of an attribute',
      {
        input: Type.Object({
          title: Type.String({ description: 'One line' }),
          description: Type.String(),
        }),
      },
    ],
    ['what is said of a call', { input, summary: 'Another sentence' }],
  ])('does not change with %s', (_, change) => {
    expect(sameAs(change, { input })).toBe(true)
  })

  it('does not change with the order of a union', () => {
    const [first, second] = [Type.Literal('a'), Type.Array(Type.String())]

    const either = { output: Type.Union([first, second]) }

    expect(sameAs({ output: Type.Union([second, first]) }, either)).toBe(true)
  })

  it.each<[string, Partial<AnyEndpoint>]>([
    ['an attribute called description', { input: Type.Object({ title: Type.String() }) }],
    [
      'an attribute that may be left out',
      {
        input: Type.Object({ title: Type.String(), description: Type.Optional(Type.String()) }),
      },
    ],
    [
      'a limit',
      {
        input: Type.Object({
          title: Type.String({ maxLength: 10 }),
          description: Type.String(),
        }),
      },
    ],
    ['who may call', { input, roles: 'public' }],
    ['the effect', { input, effect: 'admit' }],
    ['the status', { input, status: 201 }],
    ['the answer', { input, output: Type.Null() }],
    ['a further path', { input, aliases: ['/api/v1/other'] }],
    ['another name of an attribute', { input, attributeAliases: { name: 'title' } }],
    ['an attribute that becomes fixed', { input, fixedAttributes: { title: 'It stays.' } }],
  ])('changes with %s', (_, change) => {
    expect(sameAs(change, { input })).toBe(false)
  })

  it('names calls that changed, came and went', () => {
    const before = apiLock({ listAlerts: call, createAlert: other })
    const after = apiLock({
      listAlerts: { ...call, status: 201 },
      createNotice: { ...other, path: '/api/notice' },
    })

    expect(lockChanges(before, after)).toEqual([
      'changed  GET /api/alert (listAlerts)',
      'new      POST /api/notice (createNotice)',
      'gone     POST /api/alert (createAlert)',
    ])
  })
})
