import type { ConfigurationItem } from '@assay/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completeConfiguration,
  completeShared,
  globalItems,
  levelProblem,
  limitsOf,
  mergeForRun,
  protectionItems,
} from './configuration.ts'

const item = (values: Partial<ConfigurationItem>): ConfigurationItem => ({
  name: 'a',
  description: '',
  type: 'string',
  multi: false,
  required: false,
  ...values,
})

const defaults = { jobTimeoutMinutes: 30, jobCacheMinutes: 10 }

describe('items of every worker', () => {
  it('are six for analyzers and four for responders', () => {
    const names = (type: 'analyzer' | 'responder') =>
      globalItems(type, defaults).map(({ name }) => name)

    expect(names('responder')).toEqual(['proxy_http', 'proxy_https', 'cacerts', 'jobTimeout'])
    expect(names('analyzer')).toEqual([...names('responder'), 'auto_extract_artifacts', 'jobCache'])
  })

  it('are stored whole: with defaults where there are some, null elsewhere', () => {
    const items = [...globalItems('analyzer', defaults), ...protectionItems]

    const names = 'proxy_http proxy_https cacerts check_tlp max_tlp check_pap max_pap'
    const unset = Object.fromEntries(names.split(' ').map((name) => [name, null]))

    expect(completeConfiguration(items, {})).toEqual({
      configuration: { ...unset, jobTimeout: 30, auto_extract_artifacts: false, jobCache: 10 },
      errors: [],
    })
  })
})

describe('a configuration is completed', () => {
  it.each<[string, Partial<ConfigurationItem>, object, unknown]>([
    ['text', {}, { a: 'x' }, 'x'],
    ['an empty text', { required: true }, { a: '' }, ''],
    ['long text', { type: 'text' }, { a: 'x\ny' }, 'x\ny'],
    ['a number', { type: 'number' }, { a: 1.5 }, 1.5],
    ['zero', { type: 'number', required: true }, { a: 0 }, 0],
    ['false', { type: 'boolean', required: true }, { a: false }, false],
    ['null', {}, { a: null }, null],
    ['null instead of the default', { defaultValue: 'd' }, { a: null }, null],
    ['nothing', {}, {}, null],
    ['the default', { defaultValue: 'd' }, {}, 'd'],
    ['the default of a required one', { required: true, defaultValue: 'd' }, {}, 'd'],
    ['a list', { multi: true }, { a: ['x', 'y'] }, ['x', 'y']],
    ['no list', { multi: true }, {}, []],
    ['null for a list', { multi: true, required: true }, { a: null }, []],
    ['an empty list', { multi: true, required: true }, { a: [] }, []],
    ['no required list', { multi: true, required: true }, {}, []],
    ['a default list', { multi: true, defaultValue: ['d'] }, {}, ['d']],
    ['numbers', { multi: true, type: 'number' }, { a: [1, 2] }, [1, 2]],
  ])('%s', (_what, values, given, expected) => {
    expect(completeConfiguration([item(values)], { ...given })).toEqual({
      configuration: { a: expected },
      errors: [],
    })
  })

  it.each<[string, Partial<ConfigurationItem>, object, object]>([
    ['a missing one', { required: true }, {}, { type: 'MissingAttributeError', name: 'a' }],
    ['a required null', { required: true }, { a: null }, { name: 'a', format: 'string' }],
    ['a number for text', {}, { a: 1 }, { name: 'a', format: 'string' }],
    ['text for a number', { type: 'number' }, { a: '1' }, { name: 'a', format: 'number' }],
    ['text for a switch', { type: 'boolean' }, { a: 'true' }, { name: 'a', format: 'boolean' }],
    ['an object', { type: 'text' }, { a: {} }, { name: 'a', format: 'text' }],
    ['a list', {}, { a: ['x'] }, { name: 'a', format: 'string' }],
    ['no list', { multi: true }, { a: 'x' }, { name: 'a', format: 'multi-string' }],
    ['an element', { multi: true }, { a: ['x', 1] }, { name: 'a[]', format: 'string' }],
    ['a null element', { multi: true }, { a: [null] }, { name: 'a[]', format: 'string' }],
    ['an unknown one', {}, { b: 1 }, { type: 'UnknownAttributeError', name: 'worker.config' }],
    ['a name of Object', {}, { constructor: 1 }, { name: 'worker.config' }],
  ])('%s is an error', (_what, values, given, expected) => {
    const { errors } = completeConfiguration([item(values)], { ...given })

    expect(errors).toEqual([expect.objectContaining(expected)])
  })

  it('says everything that is wrong at once, in words that help', () => {
    const items = [
      item({ name: 'host', required: true }),
      item({ name: 'port', type: 'number' }),
      item({ name: 'api_key' }),
      item({ name: 'tags', multi: true }),
    ]
    const given = { port: 'x', api_key: 12345, tags: ['a', false], pasword: 's3cr3t' }

    expect(completeConfiguration(items, given).errors.map(({ message }) => message)).toEqual([
      'Attribute host is missing',
      'Invalid format for port: "x", expected number',
      'Invalid format for api_key: expected string',
      'Invalid format for tags[]: false, expected string',
      'Unknown attribute worker.config: "pasword"',
    ])
  })

  it('lets the first of two items with one name count', () => {
    const items = [item({ type: 'number' }), item({ required: true })]

    expect(completeConfiguration(items, { a: 1 })).toEqual({ configuration: { a: 1 }, errors: [] })
  })

  it('drops unknown names and nulls of a shared one, and requires nothing', () => {
    const items = [
      item({ required: true }),
      item({ name: 'b', defaultValue: 'd' }),
      item({ name: 'c', multi: true }),
      item({ name: 'e', type: 'number' }),
    ]

    expect(completeShared(items, { x: 1, e: 5 })).toEqual({
      configuration: { b: 'd', c: [], e: 5 },
      errors: [],
    })
    expect(completeShared(items, { e: 'x' }).errors).toHaveLength(1)
  })

  it('never throws, and what it accepts is accepted again unchanged', () => {
    const items = fc.array(
      fc.record({
        name: fc.constantFrom('a', 'b', 'c', 'key'),
        description: fc.string(),
        type: fc.constantFrom(
          'string' as const,
          'text' as const,
          'number' as const,
          'boolean' as const,
        ),
        multi: fc.boolean(),
        required: fc.boolean(),
      }),
    )
    const given = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'key', 'x', 'toString'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(items, given, (all, values) => {
        const first = completeConfiguration(all, values)
        if (first.errors.length > 0) return
        expect(completeConfiguration(all, first.configuration)).toEqual(first)
      }),
    )
  })
})

describe('the configuration of a run', () => {
  it.each<[string, object, object, object]>([
    ['a stored value wins', { a: 1 }, { a: 2 }, { a: 2 }],
    [
      'also when it is empty',
      { a: 1, b: 1, c: 1 },
      { a: '', b: 0, c: false },
      { a: '', b: 0, c: false },
    ],
    ['null does not', { check_tlp: true }, { check_tlp: null }, { check_tlp: true }],
    ['null stays where nothing else is', {}, { a: null }, { a: null }],
    ['objects are merged', { a: { b: 1, c: 1 } }, { a: { b: 2, c: null } }, { a: { b: 2, c: 1 } }],
    ['lists are not', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['dots mean nothing', {}, { 'cache.root': 'x' }, { 'cache.root': 'x' }],
    [
      'proxies are also an object',
      { proxy: { http: 'old', no: 'x' } },
      { proxy_http: 'h', proxy_https: 's' },
      { proxy_http: 'h', proxy_https: 's', proxy: { http: 'h', https: 's', no: 'x' } },
    ],
    ['blank proxies are none', {}, { proxy_http: ' ' }, { proxy_http: ' ' }],
    ['a proxy that is no object goes', { proxy: 'x' }, {}, {}],
  ])('%s', (_what, fixed, stored, expected) => {
    expect(mergeForRun({ ...fixed }, { ...stored })).toEqual(expected)
  })

  it('makes no prototype out of a name', () => {
    const merged = mergeForRun(JSON.parse('{"__proto__": {"a": 1}}'), {})

    expect((merged as { a?: unknown }).a).toBeUndefined()
  })
})

describe('limits', () => {
  it.each<[object, number, boolean]>([
    [{}, 3, true],
    [{ check_tlp: null, max_tlp: null }, 3, true],
    [{ check_tlp: false, max_tlp: 0 }, 3, true],
    [{ check_tlp: true }, 2, true],
    [{ check_tlp: true }, 3, false],
    [{ check_tlp: true, max_tlp: null }, 3, false],
    [{ check_tlp: true, max_tlp: 3 }, 3, true],
    [{ check_tlp: true, max_tlp: 0 }, 0, true],
    [{ check_tlp: true, max_tlp: 0 }, 1, false],
    [{ check_tlp: true, max_tlp: '1' }, 2, false],
    [{ check_tlp: true, max_tlp: '' }, 2, true],
    [{ check_tlp: true, max_tlp: 'high' }, 3, false],
  ])('%j and %d: %s', (config, level, expected) => {
    const { checkTlp, maxTlp } = limitsOf({ ...config })
    const { checkPap, maxPap } = limitsOf(
      JSON.parse(JSON.stringify(config).replaceAll('tlp', 'pap')),
    )
    const limits = { maxTlp: checkTlp ? maxTlp : null, maxPap: checkPap ? maxPap : null }

    const byTlp = levelProblem({ ...limits, maxPap: null }, { tlp: level, pap: 3 })
    const byPap = levelProblem({ ...limits, maxTlp: null }, { tlp: 3, pap: level })

    expect(byTlp).toBe(expected ? undefined : 'TLP is higher than allowed.')
    expect(byPap).toBe(expected ? undefined : 'PAP is higher than allowed.')
  })
})
