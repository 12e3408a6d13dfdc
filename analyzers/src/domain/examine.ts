import { foreignLetters } from '../formats/confusables.ts'
import { type Finding, finding } from '../kit/index.ts'
import { type Brand, resemblanceOf } from './brands.ts'
import { generatedScoreOf, generatedThreshold } from './generated.ts'
import type { DomainName } from './name.ts'
import { scriptsOf } from './scripts.ts'

/** What a name says by itself. Used for domains, and for the hosts of URLs. */
export function examineName(
  name: DomainName,
  brands: readonly Brand[],
  of: 'domain' | 'url',
): { findings: Finding[]; full: Readonly<Record<string, unknown>> } {
  const labels = name.unicode.split('.').filter((label) => /[^\p{ASCII}]/u.test(label))
  const mixed = labels.filter((label) => scriptsOf(label).isMixed)
  const resemblance = resemblanceOf(name, brands)
  const generated = generatedScoreOf(name)
  const isGenerated = generated.score >= generatedThreshold

  const { unicode, ascii, suffix } = name
  const findings: Finding[] = []
  if (name.specialUse)
    findings.push(finding(`${of}.special`, { name: unicode, use: name.specialUse }))
  else if (name.suffixKind === 'unknown')
    findings.push(finding(`${of}.suffix-unknown`, { name: unicode, suffix }))
  else if (name.suffixKind === 'private')
    findings.push(finding(`${of}.hosted`, { name: unicode, suffix }))
  if (unicode !== ascii) findings.push(finding(`${of}.international`, { unicode, ascii }))
  if (mixed.length > 0)
    findings.push(finding(`${of}.scripts`, { label: mixed[0] as string, name: unicode }))
  if (resemblance) {
    const { brand, way, isSuspicious } = resemblance
    const id = isSuspicious ? (`${of}.resembles` as const) : (`${of}.resembles-remotely` as const)
    findings.push(finding(id, { name: unicode, brand, way }))
  }
  if (isGenerated)
    findings.push(finding(`${of}.generated`, { name: unicode, score: generated.score }))

  return {
    findings,
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
