import { describe, expect, it } from 'vitest'
import { diff, limits } from './diff.ts'

const changes = (before: unknown, after: unknown) => diff(before, after).changes

describe('what differs between two reports', () => {
  it('is nothing when only the order of keys differs', () => {
    expect(changes({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toEqual([])
  })

  it('is shown by path, with the old and the new value', () => {
    expect(
      changes(
        { full: { stats: { malicious: 4 }, old: true } },
        { full: { stats: { malicious: 32 }, more: 'x' } },
      ),
    ).toEqual([
      { path: 'full.more', kind: 'added', after: 'x' },
      { path: 'full.old', kind: 'removed', before: true },
      { path: 'full.stats.malicious', kind: 'changed', before: 4, after: 32 },
    ])
  })

  it('shows a change of kind as a change', () => {
    expect(changes({ a: [] }, { a: {} })).toEqual([
      { path: 'a', kind: 'changed', before: [], after: {} },
    ])
    expect(changes({ a: null }, { a: 0 })).toHaveLength(1)
  })

  it.each(['id', 'name', 'data'])('matches objects of a list by a unique %s', (key) => {
    const before = [
      { [key]: 'x', v: 1 },
      { [key]: 'y', v: 1 },
    ]
    const after = [
      { [key]: 'z', v: 1 },
      { [key]: 'y', v: 2 },
    ]
    expect(changes({ list: before }, { list: after })).toEqual([
      { path: `list[${key}=x]`, kind: 'removed', before: before[0] },
      { path: `list[${key}=y].v`, kind: 'changed', before: 1, after: 2 },
      { path: `list[${key}=z]`, kind: 'added', after: after[0] },
    ])
  })

  it('goes place by place when the name is not unique', () => {
    expect(changes([{ name: 'x' }, { name: 'x' }], [{ name: 'x' }, { name: 'y' }])).toEqual([
      { path: '[1].name', kind: 'changed', before: 'x', after: 'y' },
    ])
  })

  it('shows only what came and went in a list of values', () => {
    expect(
      changes({ tags: ['a', 'b', 'redirect', 'c'] }, { tags: ['a', 'b', 'c', 'new'] }),
    ).toEqual([
      { path: 'tags[2]', kind: 'removed', before: 'redirect' },
      { path: 'tags[3]', kind: 'added', after: 'new' },
    ])
  })

  it('can show what is the same, too', () => {
    const { changes: all, different } = diff(
      { a: 1, b: ['x'] },
      { a: 2, b: ['x'] },
      {
        withSame: true,
      },
    )
    expect(all.map(({ path, kind }) => [path, kind])).toEqual([
      ['a', 'changed'],
      ['b[0]', 'same'],
    ])
    expect(different).toBe(1)
  })

  it('knows keys that every object has by birth', () => {
    expect(changes({}, JSON.parse('{"constructor": 1, "__proto__": 2}'))).toHaveLength(2)
    expect(changes({ 'a.b': 1 }, {})).toEqual([{ path: '["a.b"]', kind: 'removed', before: 1 }])
  })
})

describe('reports of any size', () => {
  it('are cut, and say so, instead of stopping the page', () => {
    const huge = (value: number) =>
      Object.fromEntries(
        Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index + value]),
      )
    const { changes: found, isCut } = diff(huge(0), huge(1))
    expect(isCut).toBe(true)
    expect(found).toHaveLength(limits.changes)
  })

  it('may be nested deeper than any stack', () => {
    const nested = (leaf: string) => JSON.parse(`${'['.repeat(5000)}${leaf}${']'.repeat(5000)}`)
    expect(diff(nested('1'), nested('2')).isCut).toBe(true)
  })
})
