import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type pg from 'pg'

/** Where to connect, and how the connection is encrypted. */
export type Connection = Pick<pg.ClientConfig, 'connectionString' | 'ssl'>

/** What `sslmode` and its companions mean in an address. The driver interprets them differently. */
const tlsOptions = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword'] as const

/**
 * As libpq reads it: `require` encrypts and checks no certificate, unless `sslrootcert` names an
 * authority; `verify-ca` checks who signed the certificate, `verify-full` its name too.
 */
export function connectionOf(address: string): Connection {
  const url = URL.parse(address)
  if (!url || !tlsOptions.some((name) => url.searchParams.has(name)))
    return { connectionString: address }
  const ssl = tlsOf(url.searchParams)
  for (const name of tlsOptions) url.searchParams.delete(name)
  return { connectionString: url.href, ssl }
}

function tlsOf(options: URLSearchParams): ConnectionOptions | false {
  // Files without a mode were given for a reason.
  const mode = options.get('sslmode') ?? 'verify-full'
  if (mode === 'disable') return false
  const root = options.get('sslrootcert')
  const ca = root === null || root === 'system' ? undefined : readNamed('sslrootcert', root)
  const cert = options.get('sslcert')
  const key = options.get('sslkey')
  const passphrase = options.get('sslpassword')
  const isChecked = mode.startsWith('verify') || (mode === 'require' && root !== null)
  return {
    rejectUnauthorized: isChecked,
    ...(isChecked && mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(ca !== undefined && { ca }),
    ...(cert !== null && { cert: readNamed('sslcert', cert) }),
    ...(key !== null && { key: readNamed('sslkey', key) }),
    ...(passphrase !== null && { passphrase }),
  }
}

function readNamed(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${option} names ${path}, which cannot be read (${code})`, { cause: error })
  }
}

/** What OpenSSL calls a certificate that no known authority signed. */
const unknownSigner =
  /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE/

/** For an operator: what is wrong with the encryption, and the remedy. Undefined for other errors. */
export function tlsProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return
  const { code = '' } = error as NodeJS.ErrnoException
  if (unknownSigner.test(code))
    return 'its certificate is not signed by a known CA; set sslrootcert to the CA file'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${error.message}; use a hostname in the certificate, or sslmode=verify-ca`
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired; renew it'
  if (error.message === 'The server does not support SSL connections')
    return 'the server does not support TLS; set ssl = on in postgresql.conf, or sslmode=disable'
}
