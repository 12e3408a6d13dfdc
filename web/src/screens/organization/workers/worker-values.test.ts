import type { BaseConfig, ConfigurationItem, Worker, WorkerDefinition } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { firstLimit, limitValues } from './limits.ts'
import { firstValues, type WorkerFormData, workerErrors, workerInput } from './worker-values.ts'

const item = (name: string, change: Partial<ConfigurationItem> = {}): ConfigurationItem => ({
  name,
  description: '',
  type: 'string',
  multi: false,
  required: false,
  ...change,
})

const global: BaseConfig = {
  name: 'global',
  workers: [],
  configurationItems: [
    item('proxy_http'),
    item('auto_extract_artifacts', { type: 'boolean', defaultValue: false }),
    item('jobTimeout', { type: 'number', defaultValue: 30 }),
    item('jobCache', { type: 'number', defaultValue: 10 }),
    item('check_tlp', { type: 'boolean' }),
    item('max_tlp', { type: 'number' }),
    item('check_pap', { type: 'boolean' }),
    item('max_pap', { type: 'number' }),
  ],
  config: {},
}

const definition = {
  id: 'NeedsKey_1_0',
  baseConfig: 'NeedsKey',
  dataTypeList: ['ip', 'url'],
  configurationItems: [item('key', { required: true }), item('retries', { type: 'number' })],
} as unknown as WorkerDefinition

const data = (change: Partial<WorkerFormData> = {}): WorkerFormData => ({
  definition,
  worker: undefined,
  base: undefined,
  global,
  ...change,
})

const stored = (change: Partial<Worker> = {}) =>
  ({
    name: 'NeedsKey_1_0',
    dataTypeList: ['ip'],
    jobCache: 10,
    rate: 2,
    rateUnit: 'Day',
    configuration: { key: 's3cret', retries: null, check_tlp: true, max_tlp: 2 },
    ...change,
  }) as Worker

describe('the form of a worker', () => {
  it('refuses to enable it while a required setting is empty', () => {
    const values = firstValues(data())
    expect(workerErrors(data(), values)).toHaveProperty('key')
  })

  it('is content when the required setting is shared by a base configuration', () => {
    const base = { name: 'NeedsKey', workers: [], configurationItems: [], config: { key: 'k' } }
    const given = data({ base })
    const values = firstValues(given)
    expect(workerErrors(given, values)).toEqual({})
    expect(workerInput(given, values).configuration).toMatchObject({ key: 'k' })
  })

  it('sends a stored secret back unseen, because the configuration is replaced whole', () => {
    const given = data({ worker: stored() })
    const values = firstValues(given)
    expect(JSON.stringify(values)).not.toContain('s3cret')
    expect(workerInput(given, values)).toMatchObject({
      configuration: { key: 's3cret', check_tlp: true, max_tlp: 2, check_pap: null },
      rate: 2,
      rateUnit: 'Day',
      jobCache: 10,
      dataTypeList: ['ip'],
    })
  })

  it('sends null for the default cache and 0 for none', () => {
    const given = data({ worker: stored() })
    const values = firstValues(given)
    expect(workerInput(given, { ...values, cache: 'default' }).jobCache).toBeNull()
    expect(workerInput(given, { ...values, cache: 'off' }).jobCache).toBe(0)
    expect(firstValues(data({ worker: stored({ jobCache: 0 }) })).cache).toBe('off')
    expect(firstValues(data({ worker: stored({ jobCache: null }) })).cache).toBe('default')
  })

  it('takes a shared number of minutes over, but not one that is the default', () => {
    const withCache = (jobCache: number) =>
      firstValues(data({ global: { ...global, config: { jobCache } } }))
    expect(withCache(60)).toMatchObject({ cache: 'minutes', cacheMinutes: '60' })
    expect(withCache(10).cache).toBe('default')
  })

  it('refuses rates, minutes and lists of types that mean nothing', () => {
    const given = data({ worker: stored() })
    const wrong = {
      ...firstValues(given),
      rate: '0',
      cache: 'minutes' as const,
      cacheMinutes: '1.5',
      jobTimeout: 'long',
      dataTypeList: [],
    }
    expect(Object.keys(workerErrors(given, wrong)).toSorted()).toEqual([
      'dataTypeList',
      'jobCache',
      'jobTimeout',
      'rate',
    ])
  })

  it('leaves the settings of a worker alone whose definition is gone', () => {
    const given = data({ definition: undefined, worker: stored() })
    expect(workerInput(given, firstValues(given))).not.toHaveProperty('configuration')
  })
})

describe('the highest TLP', () => {
  it('is a check with a number, no check, or what the definition says', () => {
    expect(firstLimit({ check_tlp: true, max_tlp: 1 }, {}, 'tlp')).toBe('1')
    expect(firstLimit({ check_tlp: false }, {}, 'tlp')).toBe('none')
    expect(firstLimit({ check_tlp: null, max_tlp: null }, {}, 'tlp')).toBe('')
    expect(limitValues('none', undefined, {}, 'tlp')).toEqual({ check_tlp: false, max_tlp: null })
    expect(limitValues('', undefined, {}, 'tlp')).toEqual({ check_tlp: null, max_tlp: null })
  })

  it('follows what is shared by all', () => {
    const shared = { check_pap: true, max_pap: 1 }
    expect(firstLimit({ check_pap: true, max_pap: 1 }, shared, 'pap')).toBe('')
    expect(limitValues('', undefined, shared, 'pap')).toEqual(shared)
  })

  it('keeps a stored number when it was not touched', () => {
    expect(limitValues('', { check_tlp: null, max_tlp: 3 }, {}, 'tlp')).toEqual({
      check_tlp: null,
      max_tlp: 3,
    })
  })
})
