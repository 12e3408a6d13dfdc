import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Cbor = number | string | Buffer | readonly Cbor[] | Map<number | string, Cbor>

/** As much of CBOR as an authenticator speaks. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (!(value instanceof Map)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

interface Options {
  readonly challenge?: string
  readonly rp?: { readonly id?: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
}

interface Ceremony {
  /** The page that asks, as the browser sees it. */
  readonly origin: string
  /** Whether its holder showed a finger or a PIN. */
  readonly isVerified?: boolean
  /** Whether it was touched. */
  readonly isPresent?: boolean
  /** What it counts from now on; else one more than before. */
  readonly counter?: number
  /** The user it claims to be. */
  readonly userHandle?: string
  /** What the browser claims that it was asked for. */
  readonly type?: string
  /** What it says about who made it. */
  readonly attestation?: { readonly format: string; readonly statement: ReadonlyMap<string, Cbor> }
}

interface Make {
  readonly id?: Buffer
  /** Of COSE; another one than that of its key is a lie. */
  readonly algorithm?: number
}

/** A passkey in software, ES256, as a browser would hand its answers on. */
export function makeAuthenticator({ id = randomBytes(16), algorithm = -7 }: Make = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const point = (part: string | undefined) => Buffer.from(part ?? '', 'base64url')
  const coseKey = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, point(jwk.x)],
      [-3, point(jwk.y)],
    ]),
  )
  let counter = 0
  let userHandle: string | undefined

  const authenticatorData = (
    rpId: string,
    { isVerified = true, isPresent = true, counter: next = counter + 1 }: Ceremony,
    attested: Buffer,
  ) => {
    counter = next
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags =
      (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, string>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: id.toString('base64url'),
    /** `navigator.credentials.create`. */
    create(options: Options, ceremony: Ceremony) {
      const { origin, type = 'webauthn.create', attestation } = ceremony
      const client = clientData(type, options.challenge ?? '', origin)
      const size = Buffer.from([id.length >> 8, id.length & 0xff])
      const attested = Buffer.concat([Buffer.alloc(16), size, id, coseKey])
      const authData = authenticatorData(options.rp?.id ?? '', ceremony, attested)
      userHandle = options.user?.id
      const statement = new Map<string, Cbor>([
        ['fmt', attestation?.format ?? 'none'],
        ['attStmt', new Map(attestation?.statement)],
        ['authData', authData],
      ])
      return answer({
        clientDataJSON: client.toString('base64url'),
        attestationObject: cbor(statement).toString('base64url'),
      })
    },
    /** `navigator.credentials.get`. */
    get(options: Options, ceremony: Ceremony) {
      const { origin, type = 'webauthn.get', userHandle: handle = userHandle } = ceremony
      const client = clientData(type, options.challenge ?? '', origin)
      const authData = authenticatorData(options.rpId ?? '', ceremony, Buffer.alloc(0))
      const signed = Buffer.concat([authData, sha256(client)])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        ...(handle !== undefined && { userHandle: handle }),
      })
    },
  }
}
