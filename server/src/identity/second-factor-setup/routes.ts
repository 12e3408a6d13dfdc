import { contract, type Passkey } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { type Caller, everyOrganization, type SignInOrigin } from '../../domain/caller.ts'
import { badRequest, notAllowed, notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { findOrganization } from '../organizations/store.ts'
import { checkNewPasskey, newPasskeyOptions } from '../second-factor/passkeys.ts'
import { publicHost, relyingParty, relyingPartyProblem } from '../second-factor/relying-party.ts'
import {
  countRecoveryCodes,
  findTotp,
  listPasskeys,
  type PasskeyRow,
  startTotp,
  totpContext,
  useChallenge,
} from '../second-factor/store.ts'
import { beginStep, endStep } from '../second-factor/tokens.ts'
import { matchingStep, newTotpSecret, totpUri } from '../second-factor/totp.ts'
import { checkProof } from '../session/second-step.ts'
import { signIn } from '../session/sign-in.ts'
import { administeredUser, keyHolder } from '../users/find.ts'
import { findUser, type UserRow } from '../users/store.ts'
import {
  actorOf,
  addPasskey,
  addTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  resetSecondFactor,
} from './change.ts'

const setUpWithinMs = 15 * 60_000

/** Everything is one's own, and every change begins with the password; an admin can only take it away. */
export function secondFactorRoutes(route: Route, deps: Deps): void {
  const { db, secrets, clock, config } = deps
  const hashOf = (token: string | undefined) => token && secrets.lookup('session', token)

  async function own(caller: Caller, login: string): Promise<UserRow> {
    if (login !== caller.login)
      throw notAllowed('You cannot change the second factor of another user; an admin can reset it')
    const user = await findUser(db, everyOrganization, login)
    if (!user) throw notFound('user', login)
    return user
  }

  /**
   * Checked like a sign-in, with the same count of failed attempts. A session was opened with the second
   * factor; whoever comes by a key shows it now.
   */
  async function confirmed(
    caller: Caller,
    login: string,
    { password, code }: { readonly password: string; readonly code?: string },
    origin: SignInOrigin,
  ): Promise<UserRow> {
    const user = await own(caller, login)
    const found = await signIn(deps, login, password, origin, caller.via)
    if (!found) throw notAllowed('Authentication failure')
    if (caller.via === 'session' || user.second_factors === null) return user
    if (code === undefined)
      throw badRequest('You have a second factor: send its code as well, or do it on the page')
    await checkProof(deps, found.user, { code }, origin)
    return user
  }

  route(contract.getSecondFactor, async ({ caller, params }) => {
    const user = await keyHolder(db, caller, params.login)
    const organization = await findOrganization(db, user.organization)
    const totp = await findTotp(db, user.login)
    const problem = relyingPartyProblem(config)
    return {
      required: organization?.second_factor === 'required',
      totp: totp !== undefined && totp.confirmed_at !== null,
      passkeys: (await listPasskeys(db, user.login)).map(view),
      recoveryCodesLeft: await countRecoveryCodes(db, user.login),
      ...(problem !== undefined && { passkeysProblem: problem }),
    }
  })

  route(contract.resetSecondFactor, async ({ caller, origin, params }) => {
    const user = await administeredUser(db, caller, params.login)
    // A stolen session of an admin must not switch it off without the password.
    if (user.login === caller.login)
      throw badRequest('Your own second factor is changed on the page Account, with your password')
    await resetSecondFactor(deps, actorOf(caller, origin), user)
  })

  route(contract.startTotp, async ({ caller, signInOrigin, params, input }) => {
    const user = await confirmed(caller, params.login, input, signInOrigin)
    const present = await findTotp(db, user.login)
    if (present && present.confirmed_at !== null)
      throw badRequest('You have an authenticator app already; remove it first')
    const secret = newTotpSecret()
    const sealed = secrets.seal(totpContext(user.login), secret)
    await startTotp(db, user.login, sealed, clock.now())
    return { secret, uri: totpUri(secret, user.login, publicHost(config)) }
  })

  route(contract.confirmTotp, async ({ caller, origin, params, input, session }) => {
    const user = await own(caller, params.login)
    const row = await findTotp(db, user.login)
    // Nobody gets more time to guess than it takes to set up an app.
    const isBegun = row?.confirmed_at === null && clock.now() - row.created_at < setUpWithinMs
    if (!row || !isBegun) throw badRequest('There is no authenticator app to confirm; begin again')
    const secret = secrets.open(totpContext(user.login), row.secret_sealed)
    const step = matchingStep(secret, input.code, clock.now(), row.last_step)
    if (step === undefined)
      throw badRequest('The code is wrong; look whether the clock of your telephone is right')
    const proven = { sealed: row.secret_sealed, step }
    return addTotp(deps, actorOf(caller, origin), user, proven, hashOf(session.token))
  })

  route(contract.removeTotp, async ({ caller, signInOrigin, params, input }) => {
    const user = await confirmed(caller, params.login, input, signInOrigin)
    await removeTotp(deps, actorOf(caller, signInOrigin), user)
  })

  route(contract.startPasskey, async ({ caller, signInOrigin, params, input }) => {
    // Before the password: there is nothing that a right one could do.
    relyingParty(config)
    const user = await confirmed(caller, params.login, input, signInOrigin)
    const { token, challenge } = beginStep(deps, 'new passkey', user.login)
    return { token, options: await newPasskeyOptions(deps, user, challenge) }
  })

  route(contract.addPasskey, async ({ caller, origin, params, input, session }) => {
    const user = await own(caller, params.login)
    const underWay = endStep(deps, 'new passkey', input.token)
    if (underWay.login !== user.login) throw badRequest('This was begun by another user')
    const credential = await checkNewPasskey(deps, underWay, input.passkey)
    if (!(await useChallenge(db, underWay.challenge, underWay.until)))
      throw badRequest('This passkey was sent before; begin again')
    const actor = actorOf(caller, origin)
    const kept = hashOf(session.token)
    const { row, ...codes } = await addPasskey(deps, actor, user, input.name, credential, kept)
    return { ...view(row), ...codes }
  })

  route(contract.removePasskey, async ({ caller, signInOrigin, params, input }) => {
    const user = await confirmed(caller, params.login, input, signInOrigin)
    await removePasskey(deps, actorOf(caller, signInOrigin), user, params.id)
  })

  route(contract.renewRecoveryCodes, async ({ caller, signInOrigin, params, input }) => {
    const user = await confirmed(caller, params.login, input, signInOrigin)
    const codes = await renewRecoveryCodes(deps, actorOf(caller, signInOrigin), user)
    return { recoveryCodes: codes }
  })
}

const view = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  ...(row.used_at === null ? {} : { lastUsedAt: row.used_at }),
})
