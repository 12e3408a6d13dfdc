import { badRequest } from '../../domain/errors.ts'
import { readSecretReference, referenceProblem } from '../../domain/secret-references.ts'
import type { Config } from '../../settings/config.ts'
import { isOpenTo, type Needs, resolveSecrets } from './resolve.ts'

/** What no form can send: so that an older password which looks like a reference stays one. */
const mark = '\u0001reference:'

/** As administrators see an address: a reference by its name. */
export const shownSecret = (opened: string): string =>
  opened.startsWith(mark) ? opened.slice(mark.length) : opened

/** A value that forms show, and send again with other changes: that its source was closed since refuses nothing. */
export const shownToSeal = (
  config: Config,
  organization: string,
  item: string,
  text: string,
  before: string | undefined,
): string =>
  before !== undefined && shownSecret(before) === text
    ? before
    : secretToSeal(config, organization, item, text)

/** A secret of one value as it is sealed: a reference is checked and marked. */
export function secretToSeal(
  config: Config,
  organization: string,
  item: string,
  text: string,
): string {
  // guard: server/test/security/single-secret-references.test.ts
  if (text.startsWith(mark)) throw badRequest(`${item} must not begin with a control character`)
  const problem = referenceProblem(text, true, (reference) =>
    isOpenTo(config, organization, reference),
  )
  // guard: server/test/security/single-secret-references.test.ts
  if (problem !== undefined) throw badRequest(`Invalid value for ${item}: ${problem}`)
  return typeof readSecretReference(text) === 'object' ? mark + text : text
}

export const isReference = (text: string): boolean => typeof readSecretReference(text) === 'object'

/** What a sealed value stands for now, or why it stands for nothing. */
export async function secretBehind(
  deps: Needs,
  organization: string,
  opened: string,
): Promise<{ readonly secret: string } | { readonly problem: string }> {
  if (!opened.startsWith(mark)) return { secret: opened }
  const text = opened.slice(mark.length)
  const found = await resolveSecrets(deps, organization, { secret: { $secret: text } })
  if ('problem' in found) return found
  return { secret: found.secrets.get(text) ?? '' }
}
