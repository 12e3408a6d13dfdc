import type { ConfigurationItem } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { firstState, inheritedOf, readField, setNames, shownDraft } from './values.ts'

const item = (change: Partial<ConfigurationItem> = {}): ConfigurationItem => ({
  name: 'service',
  description: '',
  type: 'string',
  multi: false,
  required: false,
  ...change,
})
const nothing = { base: {}, global: {} }

describe('where a value comes from', () => {
  it('is the nearest place that has one: base, global, then the default', () => {
    const wanted = item({ defaultValue: 'd' })
    const base = { service: 'b' }
    const global = { service: 'g' }
    expect(inheritedOf(wanted, { base, global })?.origin).toBe('base')
    expect(inheritedOf(wanted, { base: {}, global })?.origin).toBe('global')
    expect(inheritedOf(wanted, nothing)).toEqual({ origin: 'default', value: 'd' })
    expect(inheritedOf(item(), nothing)).toBeUndefined()
  })

  it('is inherited as long as it equals what is shared, and own as soon as it differs', () => {
    const inherited = { origin: 'base', value: 'b' } as const
    expect(firstState(item(), { service: 'b' }, inherited).kind).toBe('inherited')
    expect(firstState(item(), { service: 'x' }, inherited)).toEqual({ kind: 'own', draft: 'x' })
    expect(firstState(item(), { service: null }, inherited)).toEqual({ kind: 'own', draft: '' })
  })

  it('takes false and zero for values', () => {
    expect(
      inheritedOf(item({ type: 'boolean' }), { ...nothing, base: { service: false } }),
    ).toEqual({ origin: 'base', value: false })
    expect(setNames({ a: 0, b: false, c: '', d: null, e: [] })).toEqual(['a', 'b'])
  })
})

describe('a secret', () => {
  const secret = item({ name: 'api_key', required: true })

  it('is kept without being shown', () => {
    const state = firstState(secret, { api_key: 's3cret' }, undefined)
    expect(state).toEqual({ kind: 'stored' })
    expect(shownDraft(secret, state, undefined)).toBe('')
    expect(readField(secret, state, { api_key: 's3cret' }, undefined)).toEqual({ value: 's3cret' })
  })

  it('that is inherited is not shown either, and is sent', () => {
    const inherited = { origin: 'base', value: 's3cret' } as const
    const state = firstState(secret, undefined, inherited)
    expect(shownDraft(secret, state, inherited)).toBe('')
    expect(readField(secret, state, undefined, inherited)).toEqual({ value: 's3cret' })
  })
})

describe('what is sent', () => {
  const own = (draft: string | string[]) => ({ kind: 'own', draft }) as const

  it('refuses a required field that is empty, before the server does', () => {
    expect(readField(item({ required: true }), own('  '), undefined, undefined)).toHaveProperty(
      'error',
    )
    expect(
      readField(item({ required: true, multi: true }), own(['', ' ']), undefined, undefined),
    ).toHaveProperty('error')
  })

  it('is a number, a truth or a list where one is wanted, and null when empty', () => {
    const read = (change: Partial<ConfigurationItem>, draft: string | string[]) =>
      readField(item(change), own(draft), undefined, undefined)
    expect(read({ type: 'number' }, '2.5')).toEqual({ value: 2.5 })
    expect(read({ type: 'number' }, 'two')).toHaveProperty('error')
    expect(read({ type: 'boolean' }, 'false')).toEqual({ value: false })
    expect(read({ type: 'boolean' }, '')).toEqual({ value: null })
    expect(read({ multi: true }, ['a', '', 'b'])).toEqual({ value: ['a', 'b'] })
  })
})
