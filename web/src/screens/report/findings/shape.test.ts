import { describe, expect, it } from 'vitest'
import { shapeOf, sizeOf, titleOf } from './shape.ts'

const deep = (levels: number) => {
  let value: unknown = 'end'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

describe('a part of a report', () => {
  it('that is an object splits into fields, sections and what is empty', () => {
    const value = { version: 4, tags: ['a', 'b'], reserved: { range: 'x' }, places: [], mac: null }
    expect(shapeOf(value)).toEqual({
      kind: 'record',
      fields: [
        ['version', 4],
        ['tags', ['a', 'b']],
      ],
      sections: [['reserved', { range: 'x' }]],
      empty: ['places', 'mac'],
    })
  })

  it('that is a list of alike objects is a table', () => {
    const shape = shapeOf([
      { engine: 'Alpha', detected: true },
      { engine: 'Beta', result: null },
    ])
    expect(shape).toMatchObject({ kind: 'grid', columns: ['engine', 'detected', 'result'] })
  })

  it('that is an object of alike objects is a table with a column of names', () => {
    const value = { a: { x: 1 }, b: { x: 2 }, c: { x: 3 } }
    expect(shapeOf(value)).toMatchObject({
      kind: 'grid',
      rows: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    })
  })

  it('whose objects are wide, nested or unlike stays a list of items', () => {
    const wide = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, n]))
    expect(shapeOf([wide, wide]).kind).toBe('items')
    expect(shapeOf([{ a: { b: 1 } }, { a: { b: 2 } }]).kind).toBe('items')
    expect(shapeOf([{ a: 1 }, { b: 1 }, { c: 1 }]).kind).toBe('items')
    expect(shapeOf([{ a: 1 }, 'text']).kind).toBe('items')
  })

  it('that is a lonely object in a list is an item, not a table of one row', () => {
    expect(shapeOf([{ a: 1 }]).kind).toBe('items')
  })

  it.each([
    ['null', null, 'empty'],
    ['nothing', undefined, 'empty'],
    ['an empty text', '', 'empty'],
    ['an empty object', {}, 'empty'],
    ['a text', 'Waiting', 'scalar'],
    ['zero', 0, 'scalar'],
    ['false', false, 'scalar'],
    ['a list of nothing', [null, null], 'list'],
  ])('%s has a shape', (_, value, kind) => {
    expect(shapeOf(value).kind).toBe(kind)
  })

  it('may have any name: nothing of it reaches a prototype', () => {
    const value = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 1, "toString": "x"}')
    expect(shapeOf(value)).toMatchObject({
      kind: 'record',
      sections: [['__proto__', { polluted: 1 }]],
    })
    expect(titleOf(JSON.parse('{"__proto__": {"name": "x"}}'))).toBeUndefined()
  })

  it('may be as large and as deep as it likes', () => {
    expect(shapeOf(Array.from({ length: 200_000 }, (_, n) => n)).kind).toBe('list')
    expect(shapeOf(Array.from({ length: 200_000 }, (_, n) => ({ n }))).kind).toBe('grid')
    expect(shapeOf(deep(100_000)).kind).toBe('items')
    const manyKeys = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]))
    expect(shapeOf(manyKeys).kind).toBe('record')
  })
})

it('counts rows, items and fields', () => {
  expect(sizeOf([1, 2])).toBe(2)
  expect(sizeOf({ a: 1 })).toBe(1)
  expect(sizeOf('x')).toBe(1)
})

it('knows an item by its name', () => {
  expect(titleOf({ id: 7, name: 'rule' })).toBe('rule')
  expect(titleOf({ id: 7 })).toBeUndefined()
  expect(titleOf('x')).toBeUndefined()
})
