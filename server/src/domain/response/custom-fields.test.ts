import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import {
  type CustomFieldType,
  checkedOptions,
  mergedFields,
  readCustomFields,
  readDottedFields,
  replacedFields,
  typedValue,
} from './custom-fields.ts'

const rule = (name: string, type: CustomFieldType, options: unknown[] = []) =>
  [name, { id: `~${name}`, name, type, options: JSON.stringify(options) }] as const
const rules = new Map([
  rule('text', 'string'),
  rule('count', 'integer'),
  rule('a.string', 'integer'),
  rule('__proto__', 'string'),
])

describe('the forms in which custom fields arrive', () => {
  it.each([
    [undefined, []],
    [null, []],
    ['text', []],
    [{ a: 1 }, [{ name: 'a', value: 1 }]],
    [{ a: null }, [{ name: 'a', value: null }]],
    [{ a: { string: 'x', order: 2 } }, [{ name: 'a', value: 'x', order: 2 }]],
    [{ a: { boolean: false } }, [{ name: 'a', value: false }]],
    [{ a: { integer: 0, order: 'x' } }, [{ name: 'a', value: 0 }]],
    [{ a: { string: null, date: 5 } }, [{ name: 'a', value: 5 }]],
    [{ a: { value: 'x' } }, [{ name: 'a', value: 'x' }]],
    [{ a: { number: 5 } }, [{ name: 'a', value: null }]],
    [{ a: [1] }, [{ name: 'a', value: [1] }]],
    [[{ name: 'a', value: 'x', order: 1.9 }], [{ name: 'a', value: 'x', order: 1 }]],
    [[{ name: 'a' }], [{ name: 'a', value: null }]],
  ])('%j', (sent, read) => {
    expect(readCustomFields(sent)).toEqual(read)
  })

  it.each([[['x']], [[null]], [[{ value: 1 }]], [[{ name: 5 }]]])('refuses the list %j', (sent) => {
    expect(() => readCustomFields(sent)).toThrow(AppError)
  })

  it('reads the attributes that name one field, and no others', () => {
    const sent = { title: 'x', customFields: { z: 1 }, 'customFields.a': 1, 'customFields.b.c': 2 }

    expect(readDottedFields(sent)).toEqual([
      { name: 'a', value: 1 },
      { name: 'b.c', value: 2 },
    ])
  })
})

describe('a value of a custom field', () => {
  it.each<[CustomFieldType, unknown, unknown]>([
    ['string', '', ''],
    ['string', 1, undefined],
    ['integer', -2.9, -2],
    ['integer', '2', undefined],
    ['integer', Number.MAX_SAFE_INTEGER + 1, undefined],
    ['integer', Number.POSITIVE_INFINITY, undefined],
    ['float', 1.5, 1.5],
    ['float', Number.NaN, undefined],
    ['float', '1', undefined],
    ['boolean', true, true],
    ['boolean', 'true', undefined],
    ['date', 1.9, 1],
    ['date', '0015', 15],
    ['date', '-1', undefined],
    ['date', { a: 1 }, undefined],
  ])('of type %s: %j becomes %j', (type, value, typed) => {
    expect(typedValue(type, value)).toBe(typed)
  })

  it('is set over the one that is there, whose order stays', () => {
    const current = { text: { type: 'string', value: 'x', order: 3 } } as const

    const merged = mergedFields(current, rules, [{ name: 'text', value: 'y' }])

    expect(merged).toEqual({ text: { type: 'string', value: 'y', order: 3 } })
  })

  it('is found by id, by a name with its type, and first of all by its very name', () => {
    const replaced = replacedFields(rules, [
      { name: '~text', value: 'x' },
      { name: 'count.integer', value: 1 },
      { name: 'a.string', value: 2 },
    ])

    expect(Object.entries(replaced).map(([name, { value }]) => [name, value])).toEqual([
      ['text', 'x'],
      ['count', 1],
      ['a.string', 2],
    ])
  })

  it('changes no prototype, whatever its field is called', () => {
    const replaced = replacedFields(rules, [{ name: '__proto__', value: 'x' }])

    expect(Object.getPrototypeOf(replaced)).toBe(Object.prototype)
    expect(Object.keys(replaced)).toEqual(['__proto__'])
  })

  it('is reported together with every other wrong one', () => {
    const inputs = [
      { name: 'text', value: 1 },
      { name: 'count', value: 'x' },
    ]

    expect(() => replacedFields(rules, inputs)).toThrow(
      'Invalid format for customFields.text: expected text of at most 65536 characters; ' +
        'Invalid format for customFields.count: expected a whole number',
    )
  })

  it('of an unknown field is not found; a long name is not repeated whole', () => {
    const name = 'x'.repeat(10_000)

    expect(() => replacedFields(rules, [{ name, value: 1 }])).toThrow(
      `CustomField ${'x'.repeat(128)}… not found`,
    )
  })
})

describe('the options of a custom field', () => {
  it('are of its type, each once', () => {
    expect(checkedOptions('integer', [1, 2.5, 1, 2])).toEqual([1, 2])
    expect(() => checkedOptions('integer', [1, 'two'])).toThrow('options')
  })

  it('let nothing else be chosen, but leave empty be empty', () => {
    const chosen = new Map([rule('level', 'string', ['low', 'high'])])

    expect(replacedFields(chosen, [{ name: 'level', value: 'low' }])).toMatchObject({
      level: { value: 'low' },
    })
    expect(replacedFields(chosen, [{ name: 'level', value: null }])).toMatchObject({
      level: { value: null },
    })
    expect(() => replacedFields(chosen, [{ name: 'level', value: 'mid' }])).toThrow(
      'expected one of low, high',
    )
  })
})
