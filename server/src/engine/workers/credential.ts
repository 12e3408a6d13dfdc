import { credentialText } from '../../domain/budgets/credential.ts'
import type { Secrets } from '../../identity/secrets.ts'

const shown = 16

/**
 * The same for equal credentials of one organization, and nothing can be learned from it: another organization
 * with the same key sees another one.
 */
export function credentialId(
  secrets: Pick<Secrets, 'proof'>,
  organization: string,
  configuration: Record<string, unknown>,
): string | undefined {
  const text = credentialText(configuration)
  if (text === undefined) return undefined
  return secrets.proof('credential', JSON.stringify([organization, text])).slice(0, shown)
}
