import { describe, expect, it } from 'vitest'
import { conditionIn, filterSearch } from '../list/filters.ts'
import { jobList } from './list.ts'
import { jobsPath } from './paths.ts'

const now = 1_800_000_000_000
const { filters } = jobList
const query = (search: string) => conditionIn(filters, search, now)

describe('the search for what a filter says', () => {
  it('asks for everything when nothing is chosen', () => {
    expect(query('')).toBeUndefined()
    expect(query('page=2&sort=-createdAt&size=50')).toBeUndefined()
  })

  it('takes repeated names as alternatives', () => {
    expect(query('status=Success&status=Waiting')).toEqual({
      _in: { _field: 'status', _values: ['Success', 'Waiting'] },
    })
  })

  it('tells failures from observables that are not for their analyzer', () => {
    const failed = { _and: [{ status: 'Failure' }, { _not: { _contains: 'notApplicable' } }] }
    expect(query('status=Failure')).toEqual(failed)
    expect(query('status=NotApplicable')).toEqual({ _contains: 'notApplicable' })
    expect(query('status=Waiting&status=Failure')).toEqual({
      _or: [{ _in: { _field: 'status', _values: ['Waiting'] } }, failed],
    })
  })

  it('wants all kinds of conditions at once', () => {
    expect(query('status=Success&type=ip&tlp=2&by=ana')).toEqual({
      _and: [
        { _in: { _field: 'status', _values: ['Success'] } },
        { _in: { _field: 'dataType', _values: ['ip'] } },
        { _in: { _field: 'tlp', _values: [2] } },
        { _in: { _field: 'createdBy', _values: ['ana'] } },
      ],
    })
  })

  it('finds a defanged part of a value in whatever case it was written', () => {
    expect(query('q=hxxp://Evil[.]example')).toEqual({
      _or: ['data', 'attachment.name', 'attachment.id'].flatMap((field) => [
        { _wildcard: { _field: field, _value: '*http://Evil.example*' } },
        { _wildcard: { _field: field, _value: '*http://evil.example*' } },
      ]),
    })
  })

  it('never sends a pattern that the server would refuse for its length', () => {
    const { _or } = query(`q=${'a'.repeat(4000)}`) as {
      _or: { _wildcard: { _value: string } }[]
    }
    expect(_or[0]?._wildcard._value.length).toBeLessThanOrEqual(256)
  })

  it('knows both spellings of a data type', () => {
    expect(query('type=mail_subject')).toEqual({
      _in: { _field: 'dataType', _values: ['mail_subject', 'mail-subject'] },
    })
  })

  it('takes a worker by id or by name', () => {
    expect(query('worker=Echo_1_0')).toEqual({
      _or: [
        { _in: { _field: 'workerId', _values: ['Echo_1_0'] } },
        { _in: { _field: 'workerName', _values: ['Echo_1_0'] } },
      ],
    })
  })

  it('counts a preset back from now, and lets exact times win', () => {
    expect(query('created=1h')).toEqual({ _gte: { createdAt: now - 3_600_000 } })
    expect(query('created=1h&from=2026-11-01T00:00Z&to=1800000000000')).toEqual({
      _and: [
        { _gte: { createdAt: Date.UTC(2026, 10, 1) } },
        { _lt: { createdAt: 1_800_000_000_000 } },
      ],
    })
  })

  it('passes over unreadable times and presets', () => {
    expect(query('created=toString&from=yesterday')).toBeUndefined()
  })

  it('finds nothing, instead of everything, for a TLP that does not exist', () => {
    expect(query('tlp=amber')).toEqual({ _in: { _field: 'tlp', _values: [-1] } })
  })

  it('wants every word of an error', () => {
    expect(query('error=Invalid+API+key,+invalid!')).toEqual({
      _and: ['invalid', 'api', 'key'].map((word) => ({
        _like: { _field: 'errorMessage', _value: word },
      })),
    })
  })
})

describe('a filter in the address', () => {
  it('is kept by a saved view without the current page', () => {
    expect(filterSearch(filters, new URLSearchParams('page=3&type=ip&size=100&type=url'))).toBe(
      '?type=ip&type=url',
    )
  })

  it('can be written by other screens', () => {
    expect(jobsPath({ status: ['Failure'], error: 'Invalid API key' })).toBe(
      '/activity?status=Failure&error=Invalid+API+key',
    )
  })
})
