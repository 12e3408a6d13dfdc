import { createHash } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Deps } from '../../deps.ts'
import { badRequest } from '../../domain/errors.ts'
import { relyingParty } from './relying-party.ts'
import {
  findPasskey,
  listPasskeys,
  markPasskeyUsed,
  type PasskeyRow,
  useChallenge,
} from './store.ts'
import type { UnderWay } from './tokens.ts'

/** Loaded with the first passkey, so installations without it pay nothing. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Ed25519, ES256 and RS256: what authenticators make, and Node can check without a package. */
const algorithms = [-8, -7, -257]

/** What a browser sends; the library looks at every part of it. */
export type PasskeyAnswer = { readonly id: string; readonly response: Record<string, unknown> }

/** An authenticator may show it to its holder, so it is not the login. */
const userHandle = (instance: string, login: string) =>
  new Uint8Array(createHash('sha256').update(`${instance} ${login}`).digest())

/** The standard's limit; a longer one would fit into no index. */
const maxCredentialId = 1023
/** RSA of 16,384 bits, which no authenticator makes. */
const maxPublicKey = 4096

const described = (rows: readonly PasskeyRow[]) =>
  rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: JSON.parse(transports) as string[],
  }))

export async function newPasskeyOptions(
  { db, config, instance }: Deps,
  user: { login: string; name: string },
  challenge: string,
): Promise<Record<string, unknown>> {
  const { id } = relyingParty(config)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Assay',
    rpID: id,
    userName: user.login,
    userDisplayName: user.name,
    userID: userHandle(instance, user.login),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    excludeCredentials: described(await listPasskeys(db, user.login)),
    // Discoverable and with a PIN or finger where it can be: then it signs in without a password.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  })
  return { ...options }
}

export interface NewCredential {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

export async function checkNewPasskey(
  { config }: Deps,
  underWay: UnderWay,
  answer: PasskeyAnswer,
): Promise<NewCredential> {
  const { id, origin } = relyingParty(config)
  const { verifyRegistrationResponse } = await library()
  const checked = await withoutMaker(answer)
    .then((response) =>
      verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: underWay.challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: false,
        supportedAlgorithmIDs: algorithms,
      }),
    )
    .catch((error: unknown) => {
      throw badRequest(`Passkey rejected: ${reasonOf(error)}`)
    })
  if (!checked.verified) throw badRequest('Passkey rejected')
  const { credential } = checked.registrationInfo
  if (Buffer.byteLength(credential.id, 'base64url') > maxCredentialId)
    throw badRequest(`Passkey rejected: its ID exceeds ${maxCredentialId} bytes`)
  if (credential.publicKey.length > maxPublicKey)
    throw badRequest(`Passkey rejected: its key exceeds ${maxPublicKey} bytes`)
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter(isWord).slice(0, 10),
  }
}

/**
 * Attestation is not requested. Some authenticators send it anyway; the library would follow their
 * certificates, and fetch revocation lists from where these say.
 */
async function withoutMaker(answer: PasskeyAnswer): Promise<PasskeyAnswer> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers()
  const said = isoBase64URL.toBuffer(String(answer.response.attestationObject))
  const decoded = decodeAttestationObject(said)
  if (decoded.get('fmt') === 'none') return answer
  const bare = isoCBOR.encode(
    new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', decoded.get('authData')],
    ]),
  )
  const attestationObject = isoBase64URL.fromBuffer(bare)
  return { ...answer, response: { ...answer.response, attestationObject } }
}

/** The browser's word, which goes back to browsers. */
const isWord = (text: unknown) => typeof text === 'string' && /^[\w-]{1,32}$/.test(text)

/**
 * The library's message names differences of values that the sender knows; internal errors are cut
 * short.
 */
const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message.slice(0, 200) : 'unreadable response'

/** Without a login any passkey of this server may answer, if its holder proves to be there. */
export async function passkeyOptions(
  { db, config }: Deps,
  challenge: string,
  login?: string,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: login === undefined ? 'required' : 'preferred',
    ...(login !== undefined && { allowCredentials: described(await listPasskeys(db, login)) }),
  })
  return { ...options }
}

/** Whether the holder of this passkey signed the challenge, which is answered once. */
export async function provesPasskey(
  deps: Deps,
  underWay: UnderWay,
  answer: PasskeyAnswer,
  row: PasskeyRow,
): Promise<boolean> {
  const { db, clock, config, log, instance } = deps
  const { id, origin } = relyingParty(config)
  const { userHandle: said } = answer.response
  const handle = Buffer.from(userHandle(instance, row.login)).toString('base64url')
  // A security key that was asked by its id does not say whose it is.
  if (said !== undefined && said !== null && said !== '' && said !== handle) return false
  const { verifyAuthenticationResponse } = await library()
  const isAlone = underWay.kind === 'passkey sign-in'
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: underWay.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      // Alone it counts as password and possession.
      requireUserVerification: isAlone,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.counter,
      },
    })
    if (!verified || !(await useChallenge(db, underWay.challenge, underWay.until))) return false
    await markPasskeyUsed(db, row.id, authenticationInfo.newCounter, clock.now())
    return true
  } catch (error) {
    const reason = reasonOf(error)
    // That is a wrong http.publicUrl; all else is the sender's, and says too much.
    if (/origin|RP ID/.test(reason)) log.warn({ user: row.login, reason }, 'passkey rejected')
    return false
  }
}

export const passkeyOf = async ({ db }: Deps, answer: PasskeyAnswer, login?: string) => {
  const row = await findPasskey(db, answer.id)
  return login === undefined || row?.login === login ? row : undefined
}
