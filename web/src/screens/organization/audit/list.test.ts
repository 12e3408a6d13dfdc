import { describe, expect, it } from 'vitest'
import { valuesIn } from '../../../shared/list/filters.ts'
import { auditList, auditQuery } from './list.ts'

const query = (address: string, organization?: string) =>
  auditQuery(valuesIn(auditList.filters, new URLSearchParams(address)), organization)

describe('the search in the audit trail', () => {
  it('is for everything that may be seen when nothing is wanted', () => {
    expect(query('q=+')).toBeUndefined()
  })

  it('stays within one organization for users who see all of them', () => {
    expect(query('', 'ACME')).toEqual({ organization: 'ACME' })
    expect(query('q=lock', 'ACME')).toMatchObject({ _and: [{ organization: 'ACME' }, {}] })
  })

  it('finds a part of who, what, to what and from where', () => {
    const asked = JSON.stringify(query('q=+lock'))
    for (const field of ['actor', 'action', 'objectId', 'address'])
      expect(asked).toContain(`{"_field":"${field}","_value":"*lock*"}`)
  })
})
