import type { Brand } from '../domain/brands.ts'
import { readDomainName } from '../domain/name.ts'
import { type Finding, finding } from '../kit/index.ts'
import { unwrap } from '../url/unwrap.ts'
import type { Link } from './links.ts'
import { isSameOrganization } from './senders.ts'
import { isTracker } from './trackers.ts'

/** What is known about the sender when a link is judged. */
export interface LinkCircumstances {
  /** The domain of the sender that is shown. */
  readonly from: string
  readonly isSenderAuthenticated: boolean
  /** Domains of those who sent it: by signature, envelope and where one unsubscribes. */
  readonly services: readonly string[]
  readonly isBulk: boolean
  readonly brands: readonly Brand[]
}

const maxWrappings = 5

/** Where a URL leads after link checkers and click counters. */
function destinationOf(target: string): string {
  let current = URL.parse(target)
  for (let step = 0; current && step < maxWrappings; step += 1) {
    const inner = unwrap(current)
    const next = inner && URL.parse(inner.target)
    if (!next) break
    current = next
  }
  return current?.hostname.toLowerCase() ?? ''
}

/**
 * A link that shows another target than it opens is deceptive, with one exception: newsletter services
 * count clicks. That explains it where the sender is authenticated, the link shows the sender's own name,
 * and the opened host belongs to the service. Another brand's name is never explained.
 */
export function deceptionOf(
  { claimed, shown, target }: Link & { readonly claimed: string },
  circumstances: LinkCircumstances,
): Finding | undefined {
  const real = destinationOf(target)
  if (real === '' || isSameOrganization(claimed, real)) return undefined
  const { isSenderAuthenticated, services, isBulk, brands, from } = circumstances
  const isOfService =
    isTracker(registered(real)) || services.some((known) => isSameOrganization(known, real))
  if (isSenderAuthenticated && isOfService) {
    if (isOfOneBrand(claimed, from, brands)) return finding('mail.link-tracked', { shown, target })
    const isBrand = brands.some(({ domains }) => domains.has(registered(claimed)))
    if (isBulk && !isBrand) return finding('mail.link-elsewhere', { shown, target })
  }
  return finding('mail.link-misleading', { shown, target })
}

const registered = (host: string) => readDomainName(host)?.registrable ?? host

/** `shop.example` and `shop.co.uk` bear one name; two domains of a brand belong together. */
function isOfOneBrand(one: string, other: string, brands: readonly Brand[]): boolean {
  if (isSameOrganization(one, other)) return true
  const [a, b] = [readDomainName(one), readDomainName(other)]
  if (a?.label && a.label === b?.label) return true
  return brands.some(
    ({ domains }) => domains.has(registered(one)) && domains.has(registered(other)),
  )
}
