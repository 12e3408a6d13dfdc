import { type Taxonomy, taxonomy } from '../kit/index.ts'
import { type Brand, resemblanceOf } from './brands.ts'
import { foreignLetters } from './confusables.ts'
import { generatedScore, generatedThreshold } from './generated.ts'
import type { DomainName } from './name.ts'
import { scriptsOf } from './scripts.ts'

/** What a name says by itself. Serves domains, and the hosts of addresses. */
export function examineName(name: DomainName, brands: readonly Brand[], namespace: string) {
  const labels = name.unicode.split('.').filter((label) => /[^\p{ASCII}]/u.test(label))
  const mixed = labels.filter((label) => scriptsOf(label).isMixed)
  const resemblance = resemblanceOf(name, brands)
  const generated = generatedScore(name.label ?? '')
  const isGenerated = generated.score >= generatedThreshold && name.suffixKind !== 'special'

  const taxonomies: Taxonomy[] = []
  const say = (level: Taxonomy['level'], predicate: string, value: string | number) =>
    taxonomies.push(taxonomy(level, namespace, predicate, value))
  if (name.specialUse) say('info', 'Special', name.specialUse)
  else if (name.suffixKind === 'unknown') say('info', 'Suffix', `unknown: ${name.suffix}`)
  else if (name.suffixKind === 'private') say('info', 'Hosted', name.suffix)
  if (name.unicode !== name.ascii) say('info', 'IDN', name.unicode)
  if (mixed.length > 0) say('suspicious', 'Scripts', 'mixed in one label')
  if (resemblance)
    say(resemblance.isSuspicious ? 'suspicious' : 'info', 'Resembles', resemblance.brand)
  if (isGenerated) say('suspicious', 'Generated', generated.score)

  return {
    taxonomies,
    full: {
      name: name.ascii,
      unicode: name.unicode,
      registrable: name.registrable,
      subdomain: name.subdomain || null,
      suffix: name.suffix,
      suffixKind: name.suffixKind,
      specialUse: name.specialUse,
      labels: name.labels.length,
      scripts: labels.map((label) => ({ label, ...scriptsOf(label) })),
      lookAlikeLetters: labels.flatMap(foreignLetters),
      resemblance: resemblance ?? null,
      generated,
    },
  }
}
