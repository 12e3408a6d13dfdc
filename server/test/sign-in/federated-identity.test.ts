import { describe, expect, it } from 'vitest'
import { type FederatedIdentity, userOf } from '../../src/identity/federation/account.ts'
import { sqlite } from '../databases.ts'
import { makeApp } from '../setup.ts'

const origin = { address: 'test', requestId: 'test' }

async function arrive(
  groups: NonNullable<FederatedIdentity['mapping']['groups']>,
  of: readonly string[],
) {
  const { deps } = await makeApp(sqlite.open)
  const { auth } = deps.config
  const oidc = { ...auth.oidc, create: true }
  const config = { ...deps.config, auth: { ...auth, oidc } }
  const federated: FederatedIdentity = {
    gate: 'auth.oidc',
    by: 'oidc:corp',
    mapping: { groups },
    issuer: 'https://idp.example',
    subject: 'subject-1',
    claims: { preferred_username: 'grace', groups: of },
    keepsPassword: true,
  }
  const arrived = userOf({ ...deps, config }, federated, origin)
  const made = async () =>
    deps.db.selectFrom('users').select('login').where('login', '=', 'grace').execute()
  return { arrived, made }
}

describe('a user whom a provider authenticates', () => {
  it('becomes a user as the groups say', async () => {
    const { arrived } = await arrive({ soc: { organization: 'alpha', roles: ['read'] } }, ['soc'])
    expect(await arrived).toMatchObject({ login: 'grace', organization: 'alpha' })
  })

  it.each([
    ['is in none of the groups', { organization: 'alpha', roles: ['read'] }, ['staff']],
    ['belongs to no organization of ours', { organization: 'nowhere', roles: ['read'] }, ['soc']],
    ['belongs to one that is locked', { organization: 'closed', roles: ['read'] }, ['soc']],
    ['would be superadmin', { organization: 'alpha', roles: ['superadmin'] }, ['soc']],
  ])('is let in by no group, and no user is made: %s', async (_who, group, of) => {
    const { arrived, made } = await arrive({ soc: group }, of)
    await expect(arrived).rejects.toMatchObject({ code: 'notMapped' })
    expect(await made()).toEqual([])
  })
})
