import { expect, it } from 'vitest'
import { askerOf, type Caller } from './caller.ts'

const agent = {
  keyId: 'k1',
  keyName: 'helper',
  maxTlp: 2,
  maxPap: 2,
  jobsPerDay: 50,
  workers: undefined,
}

it.each([
  [{ via: 'session' }, { kind: 'person', cause: null }],
  [{ via: 'key' }, { kind: 'key', cause: null }],
  [
    { via: 'key', scope: { kind: 'all', workerId: undefined } },
    { kind: 'key', cause: null },
  ],
  [
    { via: 'key', scope: { kind: 'agent', workerId: undefined, agent } },
    { kind: 'agent', cause: 'k1' },
  ],
] as const)('a caller by %j asks as %j', (by, asker) => {
  const caller: Caller = { login: 'alan', organization: 'alpha', roles: ['read'], ...by }
  expect(askerOf(caller)).toEqual({ login: 'alan', ...asker })
})
