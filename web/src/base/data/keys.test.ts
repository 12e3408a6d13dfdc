import { expect, it } from 'vitest'
import { keyOf, staleAfter } from './keys.ts'

const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('every key of the cache is made here, so no change forgets one', () => {
  const bare = Object.entries(sources)
    .filter(([path]) => !path.endsWith('.test.ts'))
    .filter(([, source]) => /queryKey: \[|Query(Data|Defaults)\w*(<[^>]*>)?\(\s*\[/.test(source))
    .map(([path]) => path)

  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(bare).toEqual([])
})

it('a change of an observable is read again wherever observables are shown', () => {
  const shown = [keyOf('case'), keyOf('alert'), keyOf('observables'), keyOf('similar')]

  expect(staleAfter('case_artifact')).toEqual(expect.arrayContaining(shown))
})

it('what several changes make stale is read again once', () => {
  expect(staleAfter('case', 'case_task')).toEqual(
    [
      ...['alertFacts', 'case', 'cases', 'story', 'caseReport'],
      ...['task', 'tasks', 'similar', 'value', 'known'],
    ].map((kind) => [kind]),
  )
})
