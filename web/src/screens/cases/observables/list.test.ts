import { describe, expect, it } from 'vitest'
import { conditionIn } from '../../../shared/list/filters.ts'
import { observableList } from './list.ts'

const conditionFor = (search: string) => conditionIn(observableList.filters, search)

describe('the filter of observables', () => {
  it('wants all of them when the address says nothing', () => {
    expect(conditionFor('tab=observables')).toBeUndefined()
  })

  it('finds a value that was copied from the page', () => {
    expect(conditionFor('q=hxxps://evil[.]example')).toMatchObject({
      _or: [{ _like: { _field: 'data', _value: '*https://evil.example*' } }, {}, {}],
    })
  })

  it('takes types as alternatives, marks and tags together', () => {
    expect(conditionFor('type=ip&type=url&tag=a&only=ioc&only=sighted&only=other')).toEqual({
      _and: [
        { _in: { _field: 'dataType', _values: ['ip', 'url'] } },
        { _field: 'tags', _value: 'a' },
        { _field: 'ioc', _value: true },
        { _field: 'sighted', _value: true },
      ],
    })
  })
})
