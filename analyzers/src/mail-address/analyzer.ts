import { refang } from '@assay/contract/detect'
import { brandsOf, resemblanceOf } from '../domain/brands.ts'
import { isFreeMail } from '../domain/free-mail.ts'
import { generatedScoreOf, generatedThreshold } from '../domain/generated.ts'
import { readDomainName } from '../domain/name.ts'
import { scriptsOf } from '../domain/scripts.ts'
import { artifact, defineAnalyzer, type Finding, fail, finding } from '../kit/index.ts'
import { mailAddressDescription } from './description.ts'
import { posesAs } from './poses.ts'
import { isDisposable } from './providers.ts'

/** What RFC 5321 allows. */
const longest = 320

export const analyzer = defineAnalyzer({
  ...mailAddressDescription,
  run({ data }, { config }) {
    const text = refang(data)
      .trim()
      .replace(/^mailto:/i, '')
    const at = text.lastIndexOf('@')
    const name = at > 0 && text.length <= longest ? readDomainName(text.slice(at + 1)) : undefined
    if (!name) return fail('Not an email address')
    const local = text.slice(0, at)
    const brands = brandsOf(config)
    const domain = name.registrable ?? name.ascii
    const isFree = isFreeMail(domain)
    const findings: Finding[] = [finding('mail-address.domain', { domain })]
    const resemblance = resemblanceOf(name, brands)
    if (resemblance?.isSuspicious)
      findings.push(
        finding('mail-address.look-alike', {
          domain: name.unicode,
          brand: resemblance.brand,
          way: resemblance.way,
        }),
      )
    if (isDisposable(domain)) findings.push(finding('mail-address.disposable', { domain }))
    if (isFree) findings.push(finding('mail-address.free', { domain }))
    const brand = posesAs(local, name, brands, isFree)
    if (brand !== undefined)
      findings.push(
        finding(isFree ? 'mail-address.free-brand' : 'mail-address.brand', {
          local,
          domain,
          brand,
        }),
      )
    const mixed = [local, ...name.unicode.split('.')].find((label) => scriptsOf(label).isMixed)
    if (mixed !== undefined) findings.push(finding('mail-address.scripts', { label: mixed }))
    const generated = generatedScoreOf(name)
    if (generated.score >= generatedThreshold)
      findings.push(finding('mail-address.generated', { domain, score: generated.score }))
    return {
      taxonomies: [],
      namespace: 'MailAddress',
      findings,
      full: { address: text, local, domain: name.ascii, resemblance: resemblance ?? null, isFree },
      artifacts: [
        artifact(name.ascii === domain ? 'domain' : 'fqdn', name.ascii, {
          kind: 'host',
          message: 'domain of the address',
        }),
      ],
    }
  },
})
