import { describe, expect, it } from 'vitest'
import { refused, routeLists } from './routes.ts'
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

  it('refuses only what is in it', () => {
    const unknown = Object.keys(refused).filter((pattern) =>
      pattern.endsWith('*')
        ? !all.some((route) => route.startsWith(pattern.slice(0, -1)))
        : !all.includes(pattern),
    )

    expect(unknown).toEqual([])
  })

  it('tells answered from missing by the contract, not by a name that happens to fit', () => {
    expect(stateIn('GET /api/case/{}')).toBe('answered')
    expect(stateIn('GET /api/case/{}/nothing')).toBe('missing')
    // `/api/case/:id` would take it for the id of a case.
    expect(stateIn('GET /api/case/_dashboard')).toBe('missing')
    expect(stateIn('POST /api/v1/admin/index/{}/reindex')).toBe('refused')
  })

  it('leaves nothing out: a call is answered, or there is a reason', () => {
    expect(all.filter((route) => stateIn(route) === 'missing')).toEqual([])
  })
})
