import { type AnyEndpoint, contract, scopesOf } from '@assay/contract'
import { expect, it } from 'vitest'
import { isRead } from '../../../client/src/retry.ts'

it('the client repeats only calls that a key may make that must change nothing', () => {
  const repeated = Object.entries(contract).filter(([, { method, path }]) => isRead(method, path))
  const isReadable = (call: AnyEndpoint) => scopesOf(call).includes('read')

  // A GET changes nothing for other reasons than a key: to sign out, or what only administrators see.
  const posts = repeated.filter(([, { method }]) => method === 'POST')
  const unknown = posts.filter(([, call]) => !isReadable(call)).map(([name]) => name)
  const missed = Object.entries(contract)
    .filter(([, call]) => isReadable(call) && !isRead(call.method, call.path))
    .map(([name]) => name)

  expect(unknown).toEqual([])
  expect(missed).toEqual([])
})
