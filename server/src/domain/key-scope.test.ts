import { contract } from '@assay/contract'
import { expect, it } from 'vitest'
import { callsOfScope, isInScope, type KeyScope } from './key-scope.ts'

const bound: KeyScope = { kind: 'run', workerId: 'one' }

it.each([contract.runAnalyzer, contract.runResponder])(
  'a key that is bound to one worker starts no other by $path',
  (endpoint) => {
    expect(isInScope(bound, endpoint, { id: 'one' })).toBe(true)
    expect(isInScope(bound, endpoint, { id: 'other' })).toBe(false)
    expect(isInScope(bound, endpoint, {})).toBe(false)
    expect(isInScope({ ...bound, workerId: undefined }, endpoint, { id: 'other' })).toBe(true)
  },
)

it('every call of a narrow key that starts something asks which worker it is', () => {
  const starting = [...callsOfScope('run')].filter(({ method }) => method !== 'GET')
  const free = starting.filter((endpoint) => isInScope(bound, endpoint, { id: 'other' }))
  expect(free.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/job/status'])
})
