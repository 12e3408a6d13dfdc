import { lureWords } from '../domain/brand-table.ts'
import { type Brand, resemblanceOf } from '../domain/brands.ts'
import { type DomainName, readDomainName } from '../domain/name.ts'

/** As parts of companies call themselves; `john.amazon` is a person. */
const departments = new Set(
  (
    'info noreply no reply donotreply billing sales service services support team security help helpdesk hr ceo office ' +
    'department dept contact kundenservice serviceclient customerservice customercare it soporte hilfe'
  ).split(' '),
)

/**
 * The domain of the brand that the local part imitates: `paypal.support`, `micros0ft-billing`. Text after a plus is the
 * owner's note: `jane+amazon`.
 */
export function posesAs(
  local: string,
  name: DomainName,
  brands: readonly Brand[],
  isFree: boolean,
): string | undefined {
  const text = (local.split('+', 1)[0] ?? '').toLowerCase().replace(/[._]+/g, '-')
  const label = text.replace(/^-+|-+$/g, '').replace(/-?\d{1,4}$/, '')
  // A name under no brand's suffix, so the rules for names can be asked.
  const asName = label === '' ? undefined : readDomainName(`${label}.invalid`)
  const own = name.registrable ?? name.ascii
  const others = brands.filter(
    ({ domains, looks }) => !domains.has(own) && !looks.some((look) => look.label === name.label),
  )
  const theirs = isFree ? brands : others
  const alone = theirs
    .flatMap(({ looks }) => looks)
    .find((look) => look.label === label && look.label.length >= 6 && !look.isCommon)
  if (alone) return isFree ? alone.domain : undefined
  const found = asName && resemblanceOf(asName, theirs)
  if (!found?.isSuspicious || found.way === 'one character different') return undefined
  const isCalled =
    found.way !== 'name plus added words' ||
    label.split('-').some((word) => lureWords.has(word) || departments.has(word)) ||
    !label.includes('-')
  return isCalled ? found.brand : undefined
}
