import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { AttributeCheckingError } from '../errors.ts'
import { links, maxSteps, parseSteps } from './query-steps.ts'

const step = (_name: string, more: object = {}) => ({ _name, ...more })
const alert = step('getAlert', { idOrName: '~1' })
const first = { kind: 'one', entity: 'alert', idOrName: '~1' }

describe('the steps of a query', () => {
  it('become one plan', () => {
    const plan = parseSteps(
      [
        alert,
        step('observables'),
        step('filter', { _field: 'ioc', _value: true }),
        step('sort', { _fields: [{ dataType: 'asc' }, '-data'] }),
        step('page', { from: 5, to: 15, withStats: true, withParents: 1, extraData: ['total'] }),
      ],
      1,
    )

    expect(plan).toEqual({
      source: {
        kind: 'filter',
        entity: 'observable',
        from: { kind: 'link', entity: 'observable', from: first, step: 'observables' },
        filter: { _field: 'ioc', _value: true },
        path: 'query[2]',
      },
      answer: 'rows',
      sort: [
        { field: 'dataType', descending: false },
        { field: 'data', descending: true },
      ],
      page: { offset: 5, limit: 10, withStats: true, withParents: 1, extraData: ['total'] },
      counted: false,
      withObservables: false,
    })
  })

  it('lose their order when they continue with something else', () => {
    const sorted = [alert, step('sort', { _fields: ['date'] })]

    expect(parseSteps(sorted, 1).sort).toHaveLength(1)
    expect(parseSteps([...sorted, step('observables')], 1).sort).toEqual([])
  })

  it('hand the case filter on unread', () => {
    const plan = parseSteps([alert, step('similarCases', { caseFilter: { _field: 'x' } })], 1)

    expect(plan).toMatchObject({
      source: first,
      answer: 'similarCases',
      resultFilter: { filter: { _field: 'x' }, path: 'query[1].caseFilter' },
    })
  })

  it.each([
    ['from nothing', [step('filter')], 'listAlert'],
    ['without a name', [{ idOrName: '~1' }], 'listAlert'],
    ['that is no object', ['listAlert'], 'listAlert'],
    ['that belongs elsewhere', [alert, step('logs')], 'observables'],
    ['with a name of every object', [alert, step('constructor')], 'observables'],
    ['after a page', [alert, step('page', { from: 0, to: 1 }), step('count')], 'no further step'],
    ['after a count', [alert, step('count'), step('count')], 'no further step'],
    ['after a count at the start', [step('countCase'), step('count')], 'no further step'],
    ['after a result', [alert, step('similarCases'), step('filter')], 'sort, page, count'],
  ])('refuse one %s and name those that are possible', (_name, steps, expected) => {
    const error = refusal(() => parseSteps(steps, 1))

    expect(error).toBeInstanceOf(AttributeCheckingError)
    expect(error.message).toContain(expected)
    expect((error as AttributeCheckingError).errors[0]).toMatchObject({
      name: '_name',
      format: 'query',
    })
  })

  it.each([
    [step('getAlert'), 'MissingAttributeError', 'idOrName'],
    [step('getAlert', { idOrName: {} }), 'InvalidFormatAttributeError', 'idOrName'],
    [step('page', { to: 5 }), 'MissingAttributeError', 'from'],
    [step('page', { from: 5 }), 'MissingAttributeError', 'to'],
    [step('page', { from: 'x', to: 5 }), 'InvalidFormatAttributeError', 'from'],
    [step('page', { from: -1, to: 5 }), 'InvalidFormatAttributeError', 'from'],
    [step('page', { from: 0, to: 5, extraData: [1] }), 'InvalidFormatAttributeError', 'extraData'],
    [step('sort'), 'MissingAttributeError', '_fields'],
    [step('sort', { _fields: 'date' }), 'InvalidFormatAttributeError', '_fields'],
    [step('sort', { _fields: [{ date: 'up' }] }), 'InvalidFormatAttributeError', 'order'],
    [step('sort', { _fields: [5] }), 'InvalidFormatAttributeError', 'order'],
  ])('refuse %j', (wrong, type, name) => {
    const steps = wrong._name === 'getAlert' ? [wrong] : [alert, wrong]
    const error = refusal(() => parseSteps(steps, 0)) as AttributeCheckingError

    expect(error.errors[0]).toMatchObject({ type, name })
  })

  it('read numbers as they come', () => {
    const page = (from: unknown, to: unknown) =>
      parseSteps([alert, step('page', { from, to })], 0).page

    expect(page(1.9, '4')).toMatchObject({ offset: 1, limit: 3 })
    expect(page(5, 2)).toMatchObject({ offset: 5, limit: 0 })
    expect(page(0, 1e12)).toMatchObject({ offset: 0, limit: 100_000 })
  })

  it('are at most so many', () => {
    const steps = [
      step('listObservable'),
      ...Array.from({ length: maxSteps }, () => step('similar')),
    ]

    expect(refusal(() => parseSteps(steps, 0)).message).toContain(`${maxSteps} steps`)
    expect(() => parseSteps(steps.slice(0, maxSteps), 0)).not.toThrow()
  })

  it('that both versions share lead to the same places', () => {
    for (const [entity, next] of Object.entries(links)) {
      const label = entity[0]?.toUpperCase() + entity.slice(1)
      for (const [name, target] of Object.entries(next)) {
        for (const version of [0, 1] as const) {
          const { source } = parseSteps([step(`list${label}`), step(name)], version)
          expect(source.entity).toBe(target)
        }
      }
    }
  })
})
