import { type AnyEndpoint, contract, type Role } from '@assay/contract'
import type { FastifyRequest } from 'fastify'
import { expect, it, vi } from 'vitest'
import type { AccessChange, Caller } from '../domain/caller.ts'
import { notAllowed } from '../domain/errors.ts'
import { type AdmissionOptions, admissionProblem } from './admission.ts'
import { watchAdmission } from './still-admitted.ts'
import { makeToolCalls } from './tool-calls.ts'

const caller = (roles: Role[], more: Partial<Caller> = {}): Caller => ({
  login: 'alan',
  organization: 'alpha',
  roles,
  via: 'key',
  ...more,
})
const analyst = caller(['read', 'analyze'])
const plain = contract.getJob
const stream = Object.values<AnyEndpoint>(contract).find(
  ({ answer, roles }) => answer === 'events' && roles !== 'public',
) as AnyEndpoint

/** For a call that `analyst` began, when the same key now belongs to a user like this. */
function problemNow(endpoint: AnyEndpoint, now: Caller | undefined) {
  const nobody = async () => undefined
  const find = {
    bySession: nobody,
    byServiceKey: nobody,
    byPassword: nobody,
    duringSetup: nobody,
    byKnownKey: () => undefined,
    byKey: async () => now,
  }
  const options: AdmissionOptions = {
    find,
    methods: { session: true, key: true, basic: false },
    publicUrl: undefined,
    sessionMs: 1_000,
    access: { version: 0, onChange: () => () => undefined },
    readersToo: false,
    tools: makeToolCalls(),
  }
  const request = { headers: { authorization: 'Bearer key' }, caller: analyst }
  return admissionProblem(endpoint, request as unknown as FastifyRequest, options)
}

it.each<[string, AnyEndpoint, Caller | undefined, string | undefined]>([
  ['is the same', plain, analyst, undefined],
  ['is the same, of a stream', stream, analyst, undefined],
  ['has more roles', plain, caller(['read', 'analyze', 'orgadmin']), undefined],
  [
    'has more roles, of a stream',
    stream,
    caller(['read', 'analyze', 'orgadmin']),
    'AuthorizationError',
  ],
  ['is nobody any more', plain, undefined, 'AuthenticationError'],
  ['was moved', plain, { ...analyst, organization: 'beta' }, 'AuthenticationError'],
  ['lost the role', plain, caller(['read']), 'AuthorizationError'],
  [
    'must set up a second factor',
    plain,
    { ...analyst, mustSetUpSecondFactor: true },
    'SecondFactorSetupRequired',
  ],
])('a call that goes on is admitted as long as its caller would be: %s', async (...row) => {
  const [, endpoint, now, type] = row
  expect((await problemNow(endpoint, now))?.type).toBe(type)
})

it.each<[AccessChange, boolean]>([
  [{ login: 'alan' }, true],
  [{ organization: 'alpha' }, true],
  [{}, true],
  [{ login: 'rita' }, false],
  [{ organization: 'beta' }, false],
])(
  'a call is looked at again after a change that concerns its caller: %j',
  async (change, isIt) => {
    const listeners = new Set<(change: AccessChange) => void>()
    const access = {
      version: 1,
      onChange(listener: (change: AccessChange) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const request = { caller: analyst, accessVersion: 1 } as FastifyRequest
    const onRevoked = vi.fn()
    const stop = watchAdmission(request, access, async () => notAllowed('no'), onRevoked)

    for (const listener of [...listeners]) listener(change)
    await request.looking

    expect(onRevoked).toHaveBeenCalledTimes(isIt ? 1 : 0)
    stop()
  },
)
