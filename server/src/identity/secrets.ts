import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'

const argon2Async = promisify(argon2)

export type LookupPurpose = 'api-key' | 'session' | 'feed' | 'device'
export type ProofPurpose =
  | 'csrf'
  | 'setup'
  | 'configuration'
  | 'credential'
  | 'service-account'
  | 'device'
  | 'mail-reference'
  | 'inputs'

/**
 * All sealed kinds. A new kind must say in `key/sealed-values.ts` where its values are, or a
 * rotation of the master key would lose them; without that it does not compile.
 */
export type SealedKind =
  | 'meta.canary'
  | 'meta.service'
  | 'meta.feedLookup'
  | 'users.key_sealed'
  | 'workers.configuration'
  | 'worker_configs.config'
  | 'webhook'
  | 'webhooks.url_sealed'
  | 'sign-in'
  | 'second-factor'
  | 'totp_secrets.secret'
  | 'threat_feeds.address'
  | 'sessions.id_token_sealed'
  | 'mailboxes.secret_sealed'
  | 'starting_jobs.request'
  | 'secret_inputs.values'
  | 'channels.url_sealed'
  | 'channels.secret_sealed'

/** The kind, and the row of a table that has many. */
export type SealContext = SealedKind | `${SealedKind}:${string}`

/** What the master key can do. The key itself never leaves this closure. */
export interface Secrets {
  /** Keyed hash: finds a secret in the database without storing it. */
  lookup(purpose: LookupPurpose, secret: string): string
  /** Short proof that only this installation can make. */
  proof(purpose: ProofPurpose, text: string): string
  /** `context` is bound in: a sealed value copied to another row or column does not open. */
  seal(context: SealContext, plain: string): string
  open(context: SealContext, sealed: string): string
  /**
   * Feed tokens are not stored, so after a key rotation they are still found by the previous hash.
   */
  readonly feedLookup: string
}

/** Random values of the database that go into keys together with the master key. */
export interface Bound {
  /** Without it the master key alone would make keys of the service account. */
  readonly service: string
  /** Of a previous master key, in base64. */
  readonly feedLookup?: string | undefined
}

/** Without `bound` everything but the proofs of the service account; see `openInstallation`. */
export function makeSecrets(masterKey: string, bound?: Bound): Secrets {
  // As key objects they are prepared once: a lookup takes 9 µs instead of 33.
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, 'assay', purpose, 32)))
  const feed =
    bound?.feedLookup === undefined
      ? derive('feed lookup')
      : createSecretKey(Buffer.from(bound.feedLookup, 'base64'))
  const keys = {
    'api-key': derive('api-key lookup'),
    session: derive('session lookup'),
    feed,
    csrf: derive('csrf proof'),
    setup: derive('setup proof'),
    configuration: derive('configuration proof'),
    credential: derive('credential proof'),
    'service-account': bound && derive(`service account proof ${bound.service}`),
    device: derive('device proof'),
    'mail-reference': derive('mail reference proof'),
    inputs: derive('inputs proof'),
    seal: derive('seal'),
  }
  const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text)
  return {
    lookup: (purpose, secret) => hmac(keys[purpose], secret).digest('hex'),
    proof(purpose, text) {
      const key = keys[purpose]
      if (!key) throw new Error('The service account is bound to a value of the database')
      return hmac(key, text).digest('base64url')
    },
    feedLookup: feed.export().toString('base64'),
    seal(context, plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
    },
    open(context, sealed) {
      if (!sealed.startsWith('v1:')) throw new Error('Unknown format of an encrypted value')
      const bytes = Buffer.from(sealed.slice(3), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', keys.seal, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/**
 * Constant time: a proof that is wrong in the first character takes as long as one wrong in the
 * last.
 */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  // guard (open = true): secrets.test.ts
  return a.length === b.length && timingSafeEqual(a, b)
}

/** 24 random bytes in base64: 32 characters, as long as today's clients expect. */
export const newApiKey = () => randomBytes(24).toString('base64')
/** Says what it is, for anyone who finds it in the wrong place. */
export const namedKeyPrefix = 'assay_'
export const newNamedKey = () => `${namedKeyPrefix}${randomBytes(30).toString('base64url')}`
export const newSessionToken = () => randomBytes(32).toString('base64url')

/** What it takes to check one password, and so to guess one. */
export interface PasswordCost {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The smallest setting of the OWASP password storage sheet: 19 MiB, two passes, about 50 ms. */
const standardCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
let cost = standardCost

/**
 * For tests in this process, which sign in thousands of times; nothing that an operator can set leads
 * here. Answers a function that goes back to the usual cost.
 */
export function usePasswordCost(other: PasswordCost): () => void {
  cost = other
  return () => {
    cost = standardCost
  }
}

/** In the usual PHC form, so the cost can be raised without touching old hashes. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await argon2Async('argon2id', { message: password, nonce, tagLength, ...cost })
  return phc(nonce, tag)
}

/**
 * Without a hash (unknown user, no password) it computes just as long and says no, so response
 * times do not reveal which accounts exist.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const parsed = parseHash(hash ?? makeDecoy())
  const tag = await argon2Async('argon2id', { message: password, ...parsed.parameters })
  // guard (open = true): secrets.test.ts
  return timingSafeEqual(tag, parsed.tag) && hash !== null && password !== ''
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const phc = (nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`

/** Looks like a hash and is the hash of nothing. */
const makeDecoy = () => phc(randomBytes(16), randomBytes(tagLength))

function parseHash(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!match) throw new Error('Unknown format of a stored password hash')
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match
  return {
    tag: Buffer.from(tag, 'base64'),
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(nonce, 'base64'),
      tagLength: Buffer.from(tag, 'base64').length,
    },
  }
}
