import { digitSkeleton, skeleton } from './confusables.ts'
import { type DomainName, readDomainName } from './name.ts'

/** Names that phishing imitates most. Not a judgement about them. */
const wellKnown = (
  'adobe.com aliexpress.com amazon.com americanexpress.com apple.com bankofamerica.com binance.com booking.com ' +
  'chase.com citibank.com cloudflare.com coinbase.com dhl.com docusign.com dropbox.com ebay.com facebook.com ' +
  'fedex.com github.com gmail.com google.com hsbc.com icloud.com instagram.com linkedin.com live.com ' +
  'mastercard.com metamask.io microsoft.com netflix.com office.com office365.com okta.com onedrive.com ' +
  'outlook.com paypal.com postbank.de roblox.com santander.com sharepoint.com spotify.com steamcommunity.com ' +
  'telegram.org tiktok.com twitter.com ups.com usps.com visa.com wellsfargo.com whatsapp.com yahoo.com zoom.us'
).split(' ')

export interface Brand {
  readonly domain: string
  readonly label: string
}

export interface Resemblance {
  readonly brand: string
  readonly way: string
  readonly isSuspicious: boolean
}

export function brandsOf(own: readonly string[], withWellKnown: boolean): Brand[] {
  return [...own, ...(withWellKnown ? wellKnown : [])].flatMap((text) => {
    const name = readDomainName(text)
    return name?.registrable && name.label ? [{ domain: name.registrable, label: name.label }] : []
  })
}

/**
 * How a name resembles a brand, the strongest way first; undefined when it does not, or when it is
 * the brand. Nothing here proves bad intent, so nothing is more than suspicious.
 */
export function resemblanceOf(name: DomainName, brands: readonly Brand[]): Resemblance | undefined {
  if (brands.some(({ domain }) => name.registrable === domain)) return undefined
  for (const rule of [sameLook, inSubdomain, oneLetterOff, asPart, otherSuffix])
    for (const brand of brands) {
      const found = rule(name, brand)
      if (found) return { brand: brand.domain, ...found }
    }
  return undefined
}

type Rule = (name: DomainName, brand: Brand) => Omit<Resemblance, 'brand'> | undefined

const suspicious = (way: string) => ({ way, isSuspicious: true })

const sameLook: Rule = ({ label }, brand) => {
  if (label === null || label === brand.label) return undefined
  if (skeleton(label) === brand.label) return suspicious('letters of other alphabets')
  const isPlain = /^[\x21-\x7e]*$/.test(label)
  return isPlain && digitSkeleton(label) === digitSkeleton(brand.label)
    ? suspicious('letters and digits that look alike')
    : undefined
}

/** `paypal.com.evil.example`, and `paypal.evil.example` where the name is not a common word. */
const inSubdomain: Rule = ({ subdomain, suffixKind }, brand) => {
  if (subdomain === '') return undefined
  if (`.${subdomain}.`.includes(`.${brand.domain}.`))
    return suspicious('the whole name in front of another one')
  if (suffixKind === 'private' || !subdomain.split('.').includes(brand.label)) return undefined
  return { way: 'the name in front of another one', isSuspicious: false }
}

/** Below six letters half of all words are one letter apart. */
const oneLetterOff: Rule = ({ label }, brand) =>
  label !== null &&
  brand.label.length >= 6 &&
  label !== brand.label &&
  Math.abs(label.length - brand.label.length) <= 1 &&
  isOneEditApart(skeleton(label), brand.label)
    ? suspicious('one letter different')
    : undefined

/** `paypal-login`, `secure-paypal`; inside a word only for names that are no part of others. */
const asPart: Rule = ({ label, suffixKind }, brand) => {
  if (label === null || label === brand.label) return undefined
  const look = skeleton(label)
  const isToken = brand.label.length >= 4 && `-${look}-`.includes(`-${brand.label}-`)
  const isInside = brand.label.length >= 6 && look.includes(brand.label)
  if (!isToken && !isInside) return undefined
  const way = isToken ? 'the name with words added' : 'the name inside another one'
  return { way, isSuspicious: isToken || suffixKind === 'private' }
}

/** amazon.de is Amazon, amazon.tk is not: nobody here can tell, so it is only said. */
const otherSuffix: Rule = ({ label }, brand) =>
  label === brand.label
    ? { way: 'the same name under another suffix', isSuspicious: false }
    : undefined

/** One letter more, less, other, or two neighbours swapped. */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1)
  if (short.slice(start + 1) === long.slice(start + 1)) return true
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    short.slice(start + 2) === long.slice(start + 2)
  )
}
