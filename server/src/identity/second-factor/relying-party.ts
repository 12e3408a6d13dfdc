import { badRequest } from '../../domain/errors.ts'
import type { Config } from '../../settings/config.ts'

export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

type HttpConfig = Pick<Config, 'http'>

/** Browsers tie a passkey to a hostname, so it comes from the settings and never from a header. */
export function relyingPartyProblem({ http: { publicUrl } }: HttpConfig): string | undefined {
  if (publicUrl === undefined) return 'Passkeys require http.publicUrl, the URL that browsers use'
  const { protocol, hostname } = new URL(publicUrl)
  // `URL` writes every form of an IPv4 address with four numbers.
  if (/^\[|^\d+(\.\d+){3}$/.test(hostname))
    return 'Passkeys require a hostname in http.publicUrl; browsers do not support IP addresses'
  if (protocol !== 'https:' && hostname !== 'localhost')
    return 'Passkeys require https in http.publicUrl'
  return undefined
}

export function relyingParty(config: HttpConfig): RelyingParty {
  const problem = relyingPartyProblem(config)
  if (problem !== undefined) throw badRequest(problem)
  const { hostname, origin } = new URL(config.http.publicUrl ?? '')
  return { id: hostname, origin }
}

export const publicHost = ({ http: { publicUrl } }: HttpConfig): string | undefined =>
  publicUrl === undefined ? undefined : new URL(publicUrl).host
