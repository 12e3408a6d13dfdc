import { describe, expect, it } from 'vitest'
import { auditQuery } from './audit-query.ts'

describe('the search in the audit trail', () => {
  it('is for everything that may be seen when nothing is wanted', () => {
    expect(auditQuery({ organization: undefined, text: ' ' })).toBeUndefined()
  })

  it('stays within one organization for whoever sees all of them', () => {
    expect(auditQuery({ organization: 'ACME', text: '' })).toEqual({
      _and: [{ organization: 'ACME' }],
    })
  })

  it('finds a part of who, what, to what and from where', () => {
    const query = JSON.stringify(auditQuery({ organization: undefined, text: 'lock' }))
    for (const field of ['actor', 'action', 'objectId', 'address'])
      expect(query).toContain(`{"_field":"${field}","_value":"*lock*"}`)
  })
})
