import { formatAddress, parseAddress } from '@assay/contract/detect'
import { type Brand, brandsOf } from '../domain/brands.ts'
import { examineName } from '../domain/examine.ts'
import { readDomainName } from '../domain/name.ts'
import { type Artifact, artifact, defineAnalyzer, finding, taxonomy } from '../kit/index.ts'
import { addresseesOf } from './addressee.ts'
import { urlDescription } from './description.ts'
import { brandInPath, mailInFragment, translatedSignIn } from './imitation.ts'
import { type ParsedUrl, parseUrl } from './parse.ts'
import { traitsOf } from './traits.ts'
import { embeddedTargets, unwrap, type Wrapped } from './unwrap.ts'

/** A link in a safe link in a tracker; deeper ones are left to the next analysis. */
const maxLayers = 5

export const analyzer = defineAnalyzer({
  ...urlDescription,
  run({ data }, { config }) {
    const brands = brandsOf(config)
    const parsed = parseUrl(data)
    const layers = layersOf(parsed)
    const outer = examine(parsed, brands)
    const inner = layers.map(({ service, target, isDomainOnly = false }) => ({
      service,
      target,
      isDomainOnly,
      ...examine(parseUrl(target), brands),
    }))
    const addressees = addresseesOf(parsed.url)
    return {
      taxonomies: outer.domain === null ? [] : [taxonomy('info', 'Url', 'Domain', outer.domain)],
      namespace: 'Url',
      findings: [
        ...outer.findings,
        ...inner.map(({ service, target }) => finding('url.wrapped', { service, target })),
        ...inner.flatMap(({ service, target }) => translatedSignIn(service, target)),
        // The real target of the link is judged like the link itself.
        ...inner.flatMap(({ findings }) => findings.filter(({ level }) => level !== 'info')),
        ...addressees
          .slice(0, 1)
          .map((first) => finding('url.mail-address', { count: addressees.length, first })),
      ],
      full: {
        ...outer.full,
        layers: inner.map(({ service, target, isDomainOnly, full }) => ({
          service,
          target,
          isDomainOnly,
          ...full,
        })),
        mailAddresses: addressees,
      },
      artifacts: [
        ...outer.artifacts,
        ...inner.flatMap(({ service, target, isDomainOnly, artifacts }) => [
          ...(isDomainOnly
            ? []
            : [
                artifact('url', target, { kind: 'redirects to', message: `wrapped by ${service}` }),
              ]),
          ...artifacts,
        ]),
        ...addressees.map((mail) =>
          artifact('mail', mail, { kind: 'names', message: 'in the URL' }),
        ),
      ],
    }
  },
})

/** From the outside in: known services first, otherwise the parameters. */
function layersOf({ url }: ParsedUrl): Wrapped[] {
  const layers: Wrapped[] = []
  const seen = new Set([url.href])
  let open = [url]
  for (let depth = 0; depth < maxLayers && open.length > 0 && layers.length < 20; depth += 1) {
    const next: URL[] = []
    for (const current of open) {
      const wrapped = unwrap(current)
      const found = wrapped
        ? [wrapped]
        : embeddedTargets(current).map((target) => ({ service: current.hostname, target }))
      for (const layer of found) {
        const target = new URL(layer.target)
        if (seen.has(target.href)) continue
        seen.add(target.href)
        layers.push(layer)
        next.push(target)
      }
    }
    open = next
  }
  return layers.slice(0, 20)
}

function examine(parsed: ParsedUrl, brands: readonly Brand[]) {
  const { url } = parsed
  const address = parseAddress(url.hostname.replace(/^\[|\]$/g, ''))
  const hostAddress = address ? formatAddress(address) : null
  const name = address ? undefined : readDomainName(url.hostname)
  const about = name && examineName(name, brands, 'url')
  const findings = [
    ...traitsOf(parsed, hostAddress),
    ...(about?.findings ?? []),
    ...brandInPath(url, name, brands),
    ...mailInFragment(url),
  ]
  const artifacts: Artifact[] = []
  if (hostAddress) artifacts.push(artifact('ip', hostAddress, { kind: 'host', message: 'host' }))
  if (name) {
    const isBare = name.registrable === null || name.registrable === name.ascii
    artifacts.push(
      artifact(isBare ? 'domain' : 'fqdn', name.ascii, { kind: 'host', message: 'host' }),
    )
    if (!isBare && name.registrable)
      artifacts.push(
        artifact('domain', name.registrable, {
          kind: 'registered part',
          message: 'registered domain of the host',
        }),
      )
  }
  return {
    findings,
    domain: name?.registrable ?? null,
    artifacts,
    full: { ...partsOf(parsed), host: about?.full ?? null },
  }
}

/** The password is left out: it is in the observable for those who may see it. */
const partsOf = ({ url, writtenHost, hasScheme }: ParsedUrl) => ({
  url: withoutPassword(url),
  scheme: url.protocol.slice(0, -1),
  hasScheme,
  hasUserName: url.username !== '',
  hasPassword: url.password !== '',
  hostname: url.hostname,
  writtenHost,
  port: url.port === '' ? null : Number(url.port),
  path: url.pathname,
  parameters: [...url.searchParams].slice(0, 100).map(([name, value]) => ({ name, value })),
  fragment: url.hash.slice(1) || null,
  length: url.href.length,
})

function withoutPassword(url: URL): string {
  if (url.password === '') return url.href
  const copy = new URL(url)
  copy.password = '***'
  return copy.href
}
