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
  /** With digits for the letters that they look like. */
  readonly digits: string
}

export interface Resemblance {
  readonly brand: string
  readonly way: string
  readonly isSuspicious: boolean
}

/** Taken apart once for each thread: fifty names cost 2 ms, a whole analysis less than one. */
let wellKnownBrands: readonly Brand[] | undefined

export function brandsOf(own: readonly string[], withWellKnown: boolean): readonly Brand[] {
  if (!withWellKnown) return own.flatMap(readBrand)
  wellKnownBrands ??= wellKnown.flatMap(readBrand)
  return own.length === 0 ? wellKnownBrands : [...own.flatMap(readBrand), ...wellKnownBrands]
}

function readBrand(text: string): Brand[] {
  const name = readDomainName(text)
  if (!name?.registrable || !name.label) return []
  const { registrable: domain, label } = name
  return [{ domain, label, digits: digitSkeleton(label) }]
}

/**
 * How a name resembles a brand, the strongest way first; undefined when it does not, or when it is
 * the brand. Nothing here proves bad intent, so nothing is more than suspicious.
 */
export function resemblanceOf(name: DomainName, brands: readonly Brand[]): Resemblance | undefined {
  if (brands.some(({ domain }) => name.registrable === domain)) return undefined
  const label = name.label ?? ''
  const isPlain = /^[\x21-\x7e]*$/.test(label)
  const subject = {
    label,
    look: skeleton(label),
    digits: isPlain ? digitSkeleton(label) : undefined,
    subdomain: name.subdomain,
    suffixKind: name.suffixKind,
  }
  for (const rule of [sameLook, inSubdomain, oneLetterOff, asPart, otherSuffix])
    for (const brand of brands) {
      const found = rule(subject, brand)
      if (found) return { brand: brand.domain, ...found }
    }
  return undefined
}

interface Subject {
  readonly label: string
  /** What a hasty reader sees. */
  readonly look: string
  readonly digits: string | undefined
  readonly subdomain: string
  readonly suffixKind: DomainName['suffixKind']
}

type Rule = (name: Subject, brand: Brand) => Omit<Resemblance, 'brand'> | undefined

const suspicious = (way: string) => ({ way, isSuspicious: true })

const sameLook: Rule = ({ label, look, digits }, brand) => {
  if (label === brand.label) return undefined
  if (look === brand.label) return suspicious('letters of other alphabets')
  return digits === brand.digits ? suspicious('letters and digits that look alike') : undefined
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
const oneLetterOff: Rule = ({ label, look }, brand) =>
  brand.label.length >= 6 && label !== brand.label && isOneEditApart(look, brand.label)
    ? suspicious('one letter different')
    : undefined

/** `paypal-login`, `secure-paypal`; inside a word only for names that are no part of others. */
const asPart: Rule = ({ label, look, suffixKind }, brand) => {
  if (label === brand.label) return undefined
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

/** One letter more, less, other, or two adjacent ones swapped. */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
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
