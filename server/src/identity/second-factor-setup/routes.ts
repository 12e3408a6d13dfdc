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
import { isByPassword, sessionProvider } from '../session/store.ts'
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

interface Confirming {
  readonly caller: Caller
  readonly session: { readonly token?: string | undefined }
}

interface Confirmation {
  readonly params: { readonly login: string }
  readonly input: { readonly password: string; readonly code?: string }
  readonly signInOrigin: SignInOrigin
}

/** Users change only their own, and every change begins with the password; an admin can only reset it. */
export function secondFactorRoutes(route: Route, deps: Deps): void {
  const { db, secrets, clock, config } = deps
  const hashOf = (token: string | undefined) => token && secrets.lookup('session', token)

  async function own(caller: Caller, login: string): Promise<UserRow> {
    // guard: server/test/security/refusals.test.ts
    if (login !== caller.login)
      throw notAllowed(
        'You cannot change the second factor of another user. An administrator can reset it',
      )
    const user = await findUser(db, everyOrganization, login)
    if (!user) throw notFound('user', login)
    return user
  }

  /** A session of a password was opened with the second factor; one of a provider, or a key, was not. */
  async function hasShownFactor({ caller, session }: Confirming): Promise<boolean> {
    if (caller.via !== 'session' || session.token === undefined) return false
    const provider = await sessionProvider(db, secrets.lookup('session', session.token))
    return provider !== undefined && isByPassword(provider)
  }

  /**
   * Checked like a sign-in, with the same count of failed attempts. A user who has not passed the
   * second factor yet does so now.
   */
  async function confirmed(call: Confirming & Confirmation): Promise<UserRow> {
    const { caller, params, input, signInOrigin } = call
    const user = await own(caller, params.login)
    const found = await signIn(deps, params.login, input.password, signInOrigin, caller.via)
    // guard: server/test/sign-in/second-factor.test.ts
    if (!found) throw notAllowed('Authentication failure')
    if (user.second_factors === null || (await hasShownFactor(call))) return user
    const { code } = input
    // guard: server/test/sign-in/second-factor.test.ts
    if (code === undefined)
      throw badRequest(
        caller.via === 'session'
          ? 'Single sign-on did not ask for your second factor. Send its code as well'
          : 'You have a second factor. Send its code as well, or use the web UI',
      )
    // guard: server/test/sign-in/second-factor.test.ts
    await checkProof(deps, found.user, { code }, signInOrigin)
    return user
  }

  route(contract.getSecondFactor, async ({ caller, params, session }) => {
    const user = await keyHolder(db, caller, params.login)
    const organization = await findOrganization(db, user.organization)
    const totp = await findTotp(db, user.login)
    const problem = relyingPartyProblem(config)
    const asksForCode =
      user.login === caller.login &&
      user.second_factors !== null &&
      caller.via === 'session' &&
      !(await hasShownFactor({ caller, session }))
    return {
      required: organization?.second_factor === 'required',
      totp: totp !== undefined && totp.confirmed_at !== null,
      passkeys: (await listPasskeys(db, user.login)).map(view),
      recoveryCodesLeft: await countRecoveryCodes(db, user.login),
      ...(problem !== undefined && { passkeysProblem: problem }),
      ...(asksForCode && { asksForCode }),
    }
  })

  route(contract.resetSecondFactor, async ({ caller, origin, params }) => {
    const user = await administeredUser(db, caller, params.login)
    // A stolen session of an admin must not switch it off without the password.
    if (user.login === caller.login)
      throw badRequest('Change your own second factor on the Account page, with your password')
    await resetSecondFactor(deps, actorOf(caller, origin), user)
  })

  route(contract.startTotp, async (call) => {
    const user = await confirmed(call)
    const present = await findTotp(db, user.login)
    if (present && present.confirmed_at !== null)
      throw badRequest('You already have an authenticator app. Remove it first')
    const secret = newTotpSecret()
    const sealed = secrets.seal(totpContext(user.login), secret)
    await startTotp(db, user.login, sealed, clock.now())
    return { secret, uri: totpUri(secret, user.login, publicHost(config)) }
  })

  route(contract.confirmTotp, async ({ caller, origin, params, input, session }) => {
    const user = await own(caller, params.login)
    const row = await findTotp(db, user.login)
    // No more time to guess than it takes to set up an app.
    const isBegun = row?.confirmed_at === null && clock.now() - row.created_at < setUpWithinMs
    if (!row || !isBegun) throw badRequest('No authenticator app to confirm. Start again')
    const secret = secrets.open(totpContext(user.login), row.secret_sealed)
    const step = matchingStep(secret, input.code, clock.now(), row.last_step)
    if (step === undefined)
      throw badRequest("Invalid code. Check that your phone's clock is correct")
    const proven = { sealed: row.secret_sealed, step }
    return addTotp(deps, actorOf(caller, origin), user, proven, hashOf(session.token))
  })

  route(contract.removeTotp, async (call) => {
    const user = await confirmed(call)
    await removeTotp(deps, actorOf(call.caller, call.signInOrigin), user)
  })

  route(contract.startPasskey, async (call) => {
    // Before the password: there is nothing that a right one could do.
    relyingParty(config)
    const user = await confirmed(call)
    const { token, challenge } = beginStep(deps, 'new passkey', user.login)
    return { token, options: await newPasskeyOptions(deps, user, challenge) }
  })

  route(contract.addPasskey, async ({ caller, origin, params, input, session }) => {
    const user = await own(caller, params.login)
    const underWay = endStep(deps, 'new passkey', input.token)
    if (underWay.login !== user.login) throw badRequest('Another user started this setup')
    const credential = await checkNewPasskey(deps, underWay, input.passkey)
    if (!(await useChallenge(db, underWay.challenge, underWay.until)))
      throw badRequest('This passkey was already submitted. Start again')
    const actor = actorOf(caller, origin)
    const kept = hashOf(session.token)
    const { row, ...codes } = await addPasskey(deps, actor, user, input.name, credential, kept)
    return { ...view(row), ...codes }
  })

  route(contract.removePasskey, async (call) => {
    const user = await confirmed(call)
    await removePasskey(deps, actorOf(call.caller, call.signInOrigin), user, call.params.id)
  })

  route(contract.renewRecoveryCodes, async (call) => {
    const user = await confirmed(call)
    const codes = await renewRecoveryCodes(deps, actorOf(call.caller, call.signInOrigin), user)
    return { recoveryCodes: codes }
  })
}

const view = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  ...(row.used_at === null ? {} : { lastUsedAt: row.used_at }),
})
