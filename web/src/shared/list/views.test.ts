import { describe, expect, it } from 'vitest'
import { viewsIn, withView } from './views.ts'

describe('saved views', () => {
  it('have one filter for one name, in the order of the names', () => {
    const views = withView([{ name: 'Mine', search: '?by=ana' }], {
      name: 'Failures',
      search: '?a',
    })
    expect(withView(views, { name: 'Mine', search: '?by=oa' })).toEqual([
      { name: 'Failures', search: '?a' },
      { name: 'Mine', search: '?by=oa' },
    ])
  })

  it('are read with distrust: a storage may hold anything', () => {
    expect(viewsIn('views')).toEqual([])
    expect(viewsIn([null, 7, { name: 'x' }, { name: 'y', search: 'javascript:alert(1)' }])).toEqual(
      [],
    )
    expect(viewsIn([{ name: 'x', search: '?type=ip' }])).toHaveLength(1)
  })
})
