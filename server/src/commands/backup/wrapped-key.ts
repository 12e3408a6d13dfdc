import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { UnusableBackup, type WrappedKey } from './format.ts'

/** 128 MiB and about a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1 }
const context = Buffer.from('assay backup: master key')
export const shortestPassphrase = 12

export async function wrapKey(masterKey: string, passphrase: string): Promise<WrappedKey> {
  if (passphrase.length < shortestPassphrase)
    throw new Error(`Passphrase too short: use at least ${shortestPassphrase} characters`)
  const [salt, nonce] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, cost), nonce)
  cipher.setAAD(context)
  const sealed = Buffer.concat([cipher.update(masterKey, 'utf8'), cipher.final()])
  const text = (bytes: Buffer) => bytes.toString('base64')
  return {
    kdf: 'scrypt',
    ...cost,
    salt: text(salt),
    nonce: text(nonce),
    tag: text(cipher.getAuthTag()),
    sealed: text(sealed),
  }
}

export async function unwrapKey(box: WrappedKey, passphrase: string): Promise<string> {
  const { kdf, N, r, p } = box
  // A file from elsewhere must not make us compute for days.
  const isKnown =
    kdf === 'scrypt' && N >= 2 && N <= 2 ** 20 && r >= 1 && r <= 16 && p >= 1 && p <= 4
  if (!isKnown) throw new UnusableBackup('Unknown encryption of the master key in this backup')
  const bytes = (text: string) => Buffer.from(text, 'base64')
  try {
    const key = await derive(passphrase, bytes(box.salt), { N, r, p })
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(box.nonce), { authTagLength: 16 })
      .setAAD(context)
      .setAuthTag(bytes(box.tag))
    return Buffer.concat([decipher.update(bytes(box.sealed)), decipher.final()]).toString('utf8')
  } catch {
    throw new Error('Wrong passphrase for the master key in this backup')
  }
}

const derive = (passphrase: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r }
    scrypt(passphrase, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
