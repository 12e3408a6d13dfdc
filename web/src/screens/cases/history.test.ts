import { expect, it } from 'vitest'
import { changesIn } from './history.ts'

it('shows each change in one short line', () => {
  expect(changesIn({ severity: 3, tags: ['a', 'b'], owner: null, title: 'a\n b' })).toEqual([
    { name: 'severity', value: '3' },
    { name: 'tags', value: 'a, b' },
    { name: 'owner', value: '–' },
    { name: 'title', value: 'a b' },
  ])
  const [long] = changesIn({ description: 'x'.repeat(500) })
  expect(long?.value).toHaveLength(121)
})

it('shows addresses in a form that no program follows', () => {
  expect(changesIn({ description: 'see http://evil.example' })[0]?.value).toBe(
    'see hxxp://evil[.]example',
  )
})
