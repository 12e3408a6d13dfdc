import type {
  GuardedResponse,
  ProtectedValue,
  ProtectionCheck,
  ResponderPolicy,
} from '@assay/contract'
import { expect, it } from 'vitest'
import { byEffect, fateOf, recentRuns } from './fates.ts'

const policyOf = (more: Partial<ResponderPolicy> = {}) =>
  ({
    responderId: 'w1',
    isSet: true,
    effect: 'contain',
    approval: 'always',
    ...more,
  }) as ResponderPolicy
const address = { dataType: 'ip', data: '192.0.2.53' }
const entry = {
  id: 'p1',
  kind: 'range',
  value: '192.0.2.0/28',
  note: 'Company resolver',
  scope: 'organization',
  enabled: true,
} satisfies ProtectedValue
const check = (more: Partial<ProtectionCheck> = {}): ProtectionCheck => ({
  ...address,
  protectedBy: [],
  ...more,
})
const earlier = (more: Partial<GuardedResponse> = {}) =>
  ({
    state: 'done',
    undoState: 'planned',
    targets: [address],
    targetCount: 1,
    requestedAt: 1_000,
    ...more,
  }) as GuardedResponse

it('a protected target is refused, and its entry named', () => {
  const checks = [check({ protectedBy: [entry] })]
  expect(fateOf([address], { policy: policyOf(), checks, earlier: [] })).toEqual({
    kind: 'refused',
    entry,
  })
})

it('what only informs, or has no policy, is run on protected targets, too', () => {
  const checks = [check({ protectedBy: [entry] })]
  for (const policy of [policyOf({ effect: 'inform' }), policyOf({ isSet: false }), undefined])
    expect(fateOf([address], { policy, checks, earlier: [] })).toEqual({ kind: 'run' })
})

it('a file is refused for any of its hashes', () => {
  const hashes = ['aa', 'bb'].map((data) => ({ dataType: 'hash', data }))
  const checks = [{ dataType: 'hash', data: 'bb', protectedBy: [entry] }]
  expect(fateOf(hashes, { policy: policyOf(), checks, earlier: [] }).kind).toBe('refused')
})

it('a network that is too wide is refused with the reason', () => {
  const checks = [check({ problem: 'too wide' })]
  expect(fateOf([address], { policy: policyOf(), checks, earlier: [] })).toEqual({
    kind: 'unfit',
    problem: 'too wide',
  })
})

it('what is in effect is named, what was undone or is about more is not', () => {
  const known = (response: GuardedResponse) => ({
    policy: policyOf(),
    checks: [check()],
    earlier: [response],
  })
  expect(fateOf([address], known(earlier())).kind).toBe('again')
  expect(fateOf([address], known(earlier({ state: 'undone', undoState: 'done' }))).kind).toBe('run')
  expect(fateOf([address], known(earlier({ undoState: null }))).kind).toBe('run')
  expect(fateOf([address], known(earlier({ targetCount: 2 }))).kind).toBe('run')
})

it('runs of the last hour count for the hourly limit', () => {
  const rows = [earlier({ requestedAt: 5_000_000 }), earlier({ requestedAt: 1_000 })]
  expect(recentRuns(rows, 5_000_001)).toBe(1)
})

it('responders come by effect, those without a policy last', () => {
  const policies = new Map([
    ['a', policyOf({ effect: 'inform' })],
    ['b', policyOf()],
    ['c', policyOf({ isSet: false })],
  ])
  const groups = byEffect([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }], policies)
  expect(groups.map(({ effect, responders }) => [effect, responders.map(({ id }) => id)])).toEqual([
    ['contain', ['b']],
    ['inform', ['a']],
    ['none', ['c', 'd']],
  ])
})
