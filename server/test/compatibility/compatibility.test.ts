import { describe, expect, it } from 'vitest'
import { routeLists, unsupported } from './routes.ts'
import { routesOf, stateOf } from './table.ts'

const all = routeLists.flatMap(({ routes }) => routesOf(routes))
const stateIn = (route: string) => stateOf(route, false).state

describe('the list of routes of the originals', () => {
  it('has a method and a path in every line, each once', () => {
    for (const { routes } of routeLists) {
      const lines = routesOf(routes)
      expect(lines.filter((line) => !/^(GET|POST|PUT|PATCH|DELETE) \/\S*$/.test(line))).toEqual([])
      expect(new Set(lines).size).toBe(lines.length)
    }
  })

  it('marks only listed routes as not supported', () => {
    const unknown = Object.keys(unsupported).filter((pattern) =>
      pattern.endsWith('*')
        ? !all.some((route) => route.startsWith(pattern.slice(0, -1)))
        : !all.includes(pattern),
    )

    expect(unknown).toEqual([])
  })

  it('tells supported from missing by the contract, not by a name that happens to fit', () => {
    expect(stateIn('GET /api/case/{}')).toBe('supported')
    expect(stateIn('GET /api/case/{}/nothing')).toBe('missing')
    // `/api/case/:id` would read it as a case id.
    expect(stateIn('GET /api/case/_dashboard')).toBe('missing')
    expect(stateIn('POST /api/v1/admin/index/{}/reindex')).toBe('not supported')
  })

  it('leaves nothing out: a call is supported, or there is a reason', () => {
    expect(all.filter((route) => stateIn(route) === 'missing')).toEqual([])
  })
})
