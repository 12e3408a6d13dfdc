import type { LdapDirectory } from '../../settings/ldap-directories.ts'

/** What keeps a directory from answering, and the key of its settings to look at. */
export class DirectoryTrouble extends Error {
  readonly setting: keyof LdapDirectory

  constructor(setting: keyof LdapDirectory, message: string, options?: ErrorOptions) {
    super(message, options)
    this.setting = setting
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error ? (error as { code?: unknown }).code : ''

/** The number with which a directory refused, if that is what the error is. */
export function resultCode(error: unknown): number | undefined {
  const code = codeOf(error)
  return typeof code === 'number' ? code : undefined
}

export const results = {
  protocolError: 2,
  sizeLimitExceeded: 4,
  noSuchObject: 32,
  invalidDn: 34,
  inappropriateAuth: 48,
  invalidCredentials: 49,
  insufficientAccess: 50,
  constraintViolation: 19,
  unwillingToPerform: 53,
} as const

export const isCertificate = (error: unknown) =>
  /CERT|SELF_SIGNED|UNABLE_TO|ISSUER|EPROTO|ERR_SSL|ERR_TLS|PEM/.test(String(codeOf(error)))

/** What the connection says becomes trouble; what the directory says stays what it is. */
export function connectionTrouble(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DirectoryTrouble) return error
  if (isCertificate(error))
    return new DirectoryTrouble('caFile', `TLS failed: ${wordsOf(error)}`, { cause: error })
  const isLost = /^(?:Socket error|Connection closed|Socket connection|the connection)/
  if (/^E[A-Z_]+$/.test(String(codeOf(error))) || isLost.test(error.message))
    return new DirectoryTrouble('urls', wordsOf(error), { cause: error })
  return error
}

/** One line. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = codeOf(error)
  const words = error.message.replaceAll('\n', ' ').slice(0, 300)
  return typeof code === 'string' && !words.includes(code) ? `${code} ${words}` : words
}
