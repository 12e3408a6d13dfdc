import { type AnyEndpoint, contract, deedOf, type KeyScopeName, keyScopes } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { type KeyScope, scopeProblem, toolProblem } from './key-scope.ts'

const calls = Object.entries(contract) as [string, AnyEndpoint][]
const scope = (kind: KeyScopeName, workerId?: string): KeyScope => ({ kind, workerId })
const bound = scope('run', 'one')
const isOpen = (key: KeyScope, endpoint: AnyEndpoint, params: object = {}) =>
  scopeProblem(key, endpoint, params) === undefined

it.each([contract.runAnalyzer, contract.runResponder])(
  'a key that is bound to one worker starts no other by $path',
  (endpoint) => {
    expect(isOpen(bound, endpoint, { id: 'one' })).toBe(true)
    expect(isOpen(bound, endpoint, { id: 'other' })).toBe(false)
    expect(isOpen(bound, endpoint)).toBe(false)
    expect(isOpen(scope('run'), endpoint, { id: 'other' })).toBe(true)
  },
)

it('every call of a narrow key that starts something asks which worker it is', () => {
  const free = calls
    .filter(([, { method }]) => method !== 'GET')
    .filter(([, endpoint]) => isOpen(bound, endpoint, { id: 'other' }))

  expect(free.map(([name]) => name)).toEqual(['jobStatus'])
})

describe('what decides who gets in', () => {
  const admitting = calls.filter(([, endpoint]) => deedOf(endpoint) === 'admit')

  it('is closed to every named key, with a message that says what to do instead', () => {
    for (const [name, endpoint] of admitting)
      for (const kind of keyScopes)
        expect(scopeProblem(scope(kind), endpoint, {})?.message, name).toMatch(
          /Sign in, or use the user's main API key/,
        )
  })

  it('holds every call that takes a password, a key or a secret', () => {
    expect(admitting.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        ...['createUser', 'createUserV0', 'createUserV1', 'setUp', 'login', 'createWebhook'],
        ...['setPassword', 'changePassword', 'getKey', 'renewKey', 'setKey', 'createApiKey'],
        ...['startTotp', 'addPasskey', 'renewRecoveryCodes', 'updateWebhook', 'publishFeed'],
      ]),
    )
    const secretNames = /password|^key$|^secret$/i
    const taking = calls.filter(([, { input }]) =>
      Object.entries(input.properties as Record<string, { format?: string; type?: string }>).some(
        ([property, { format, type }]) => secretNames.test(property) && format && type,
      ),
    )
    const others = taking.filter(([, endpoint]) => deedOf(endpoint) !== 'admit')
    // Theirs opens an archive of files.
    expect(others.map(([name]) => name).sort()).toEqual([
      ...['createAlertObservable', 'createAlertObservableV1'],
      ...['createCaseObservable', 'createCaseObservableV1'],
    ])
  })
})

it.each([
  [scope('read'), contract.updateCase, 'The scope read of this API key does not include'],
  [
    scope('run'),
    contract.listCases,
    'does not include this call. Use a key with scope all or read',
  ],
  [bound, contract.runAnalyzer, 'This API key is restricted to another analyzer or responder'],
] as const)('%j is told why %# is refused', (key, endpoint, words) => {
  expect(scopeProblem(key, endpoint, { id: 'other' })?.message).toContain(words)
})

describe('a key of an agent', () => {
  it('opens no call of the contract', () => {
    for (const [name, endpoint] of calls)
      for (const kind of ['agent', 'agent-read'] as const)
        expect(isOpen(scope(kind), endpoint), name).toBe(false)
    expect(scopeProblem(scope('agent'), contract.getJob, {})?.message).toContain('only POST /mcp')
  })

  it('reads through its tools, writes and runs only as agent, and creates no access', () => {
    const open = (kind: KeyScopeName, endpoint: AnyEndpoint) =>
      toolProblem(scope(kind), endpoint) === undefined
    expect([contract.getReport, contract.queryV1].map((one) => open('agent-read', one))).toEqual([
      true,
      true,
    ])
    const acting = [contract.runAnalyzer, contract.createCaseComment]
    expect(acting.map((one) => open('agent-read', one))).toEqual([false, false])
    expect(acting.map((one) => open('agent', one))).toEqual([true, true])
    for (const one of [contract.createApiKey, contract.createWebhook, contract.listAnalyzerConfigs])
      expect(open('agent', one)).toBe(false)
  })
})
