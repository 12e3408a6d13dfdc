import { describe, expect, it } from 'vitest'
import { isClaiming, nodeState, silentAfterMs } from './node-state.ts'

const node = (change = {}) => ({
  seenAt: 1_000_000,
  version: '1.2.0',
  running: 0,
  isDraining: false,
  hasHeard: false,
  isStopping: false,
  ...change,
})
const now = 1_000_000 + silentAfterMs

describe('the state of a node', () => {
  it.each([
    ['alive', node()],
    ['silent', node({ seenAt: 999_999 })],
    ['silent', node({ seenAt: 0, isDraining: true })],
    ['stopping', node({ isStopping: true, isDraining: true })],
    ['draining', node({ isDraining: true, hasHeard: true, running: 1 })],
    ['drained', node({ isDraining: true, hasHeard: true })],
    ['outdated', node({ version: '1.1.9' })],
  ] as const)('is %s', (state, given) => {
    expect(nodeState(given, now, '1.2.0')).toBe(state)
  })

  it('is not drained before it has heard of it: it may be claiming', () => {
    expect(nodeState(node({ isDraining: true }), now, '1.2.0')).toBe('draining')
  })

  it('decides whether it claims jobs', () => {
    expect(isClaiming('alive')).toBe(true)
    expect(isClaiming('outdated')).toBe(true)
    expect(isClaiming('draining')).toBe(false)
    expect(isClaiming('silent')).toBe(false)
  })
})
