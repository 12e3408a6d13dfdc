import { Refusal } from './problem.ts'
import { text } from './texts/index.ts'

/** Pages over plain http have none, and neither have old browsers. */
export const hasPasskeys = () => typeof globalThis.PublicKeyCredential === 'function'

type Json = Readonly<Record<string, unknown>>

const toBytes = (text: unknown): ArrayBuffer => {
  const plain = atob(String(text).replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer
}

const toText = (bytes: ArrayBuffer | null): string =>
  btoa(
    Array.from(new Uint8Array(bytes ?? new ArrayBuffer()), (b) => String.fromCharCode(b)).join(''),
  )
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const described = (credentials: unknown) =>
  ((credentials ?? []) as Json[]).map((one) => ({ ...one, id: toBytes(one.id) }))

// By hand: `parseCreationOptionsFromJSON` and `toJSON` are younger than many browsers.

/** Asks the browser for a new passkey; what it answers is for the server. */
export async function createPasskey(options: Json) {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...(options.user as Json), id: toBytes((options.user as Json).id) },
    excludeCredentials: described(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = await asked(() => navigator.credentials.create({ publicKey }))
  const response = made.response as AuthenticatorAttestationResponse
  return answerOf(made, {
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

/** Asks the browser for a passkey that it has. */
export async function askForPasskey(options: Json) {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    ...(options.allowCredentials !== undefined && {
      allowCredentials: described(options.allowCredentials),
    }),
  } as unknown as PublicKeyCredentialRequestOptions
  const found = await asked(() => navigator.credentials.get({ publicKey }))
  const response = found.response as AuthenticatorAssertionResponse
  return answerOf(found, {
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    ...(response.userHandle && { userHandle: toText(response.userHandle) }),
  })
}

const answerOf = (credential: PublicKeyCredential, response: Json) => ({
  id: credential.id,
  rawId: toText(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
  response: { clientDataJSON: toText(credential.response.clientDataJSON), ...response },
})

/** A cancel is reported as such; browsers do not say more, on purpose. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await ask()
    if (found) return found as PublicKeyCredential
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Refusal(text('passkey.known'))
  }
  throw new Refusal(text('passkey.cancelled'))
}
