import { brandTable, commonWords, lureWords } from './brand-table.ts'
import { digitSkeleton, skeleton, standsFor } from './confusables.ts'
import { type DomainName, readDomainName } from './name.ts'

export interface Brand {
  readonly name: string
  /** As senders call themselves, in lower case. */
  readonly names: readonly string[]
  /** Everything that is theirs. */
  readonly domains: ReadonlySet<string>
  readonly looks: readonly Look[]
}

/** A domain of a brand that others imitate. */
export interface Look {
  readonly domain: string
  readonly label: string
  /** With digits for the letters that they look like. */
  readonly digits: string
  /** How many, between its hyphens. */
  readonly words: number
  /** A word of the language, which says nothing by itself. */
  readonly isCommon: boolean
}

export interface Resemblance {
  readonly brand: string
  readonly way: string
  readonly isSuspicious: boolean
  readonly explanation: string
}

export interface BrandSettings {
  readonly brands: readonly string[]
  readonly well_known_brands: boolean
  readonly brand_countries: readonly string[]
}

/** Taken apart once for each thread: all of them cost 10 ms, a whole analysis less than one. */
const known = new Map<string, readonly Brand[]>()

const brandsOfCountry = (country: string): readonly Brand[] => {
  const brands = known.get(country) ?? (brandTable[country] ?? []).flatMap(readBrand)
  known.set(country, brands)
  return brands
}

/** The organization's own first, then worldwide ones, then those of the countries; of all by default. */
export function brandsOf(settings: BrandSettings): readonly Brand[] {
  const own = settings.brands.flatMap(readBrand)
  if (!settings.well_known_brands) return own
  const wanted = settings.brand_countries.map((code) => code.trim().toLowerCase())
  const countries = Object.keys(brandTable).filter(
    (country) => country !== 'world' && (wanted.length === 0 || wanted.includes(country)),
  )
  return [...own, ...['world', ...countries].flatMap(brandsOfCountry)]
}

/** `Acme Bank = acme.example acme-bank.example ; acme-static.example`, or a domain alone. */
export function readBrand(text: string): Brand[] {
  const equals = text.indexOf('=')
  const [imitated = '', others = ''] = text.slice(equals + 1).split(';')
  const domainsIn = (list: string) =>
    list.split(/[\s,]+/).flatMap((part) => readDomainName(part) ?? [])
  const looks = domainsIn(imitated).flatMap(({ registrable, label }) =>
    registrable !== null && label !== null ? [lookOf(registrable, label)] : [],
  )
  const [first] = looks
  if (!first) return []
  const names = text
    .slice(0, Math.max(0, equals))
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const domains = [...looks.map(({ domain }) => domain), ...domainsIn(others).map(registrableOf)]
  return [
    {
      name: names[0] ?? first.domain,
      names: (names.length > 0 ? names : [first.label.replaceAll('-', ' ')]).map(words),
      domains: new Set(domains),
      looks,
    },
  ]
}

const lookOf = (domain: string, label: string): Look => ({
  domain,
  label,
  digits: digitSkeleton(label),
  words: label.split('-').length,
  isCommon: commonWords.has(label),
})

const registrableOf = ({ registrable, ascii }: DomainName) => registrable ?? ascii

/** In plain letters, without signs: what a reader takes it for. */
export const words = (text: string): string =>
  skeleton(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * How a name resembles a brand, the strongest way first; undefined when it does not, or when it
 * belongs to a brand. Nothing here proves bad intent, so nothing is more than suspicious.
 */
export function resemblanceOf(name: DomainName, brands: readonly Brand[]): Resemblance | undefined {
  const own = name.registrable ?? name.ascii
  if (brands.some(({ domains }) => domains.has(own))) return undefined
  const subject = subjectOf(name)
  for (const rule of [sameLook, inSubdomain, oneLetterOff, asPart, otherSuffix])
    for (const brand of brands)
      for (const look of brand.looks) {
        const found = rule(subject, look)
        if (found)
          return {
            brand: look.domain,
            ...found,
            explanation: `${name.unicode} resembles ${look.domain}${nameOf(brand)}: ${found.way}`,
          }
      }
  return undefined
}

const nameOf = ({ name, domains }: Brand) => (domains.has(name) ? '' : ` of ${name}`)

/** A word of a name; its look is made once, as hundreds of brands are held against it. */
interface Token {
  readonly text: string
  readonly digits: string
}

interface Subject {
  readonly label: string
  /** What a hasty reader sees. */
  readonly look: string
  readonly digits: string | undefined
  readonly tokens: readonly Token[]
  readonly subdomain: string
  /** The words of each label in front. */
  readonly subdomainTokens: readonly (readonly Token[])[]
  readonly suffixKind: DomainName['suffixKind']
}

function subjectOf(name: DomainName): Subject {
  const label = name.label ?? ''
  const look = skeleton(label)
  return {
    label,
    look,
    digits: /^[\x21-\x7e]*$/.test(label) ? digitSkeleton(label) : undefined,
    tokens: look.split('-').map(tokenOf),
    subdomain: name.subdomain,
    subdomainTokens: skeleton(name.subdomain)
      .split('.', 20)
      .map((one) => one.split('-', 50).map(tokenOf)),
    suffixKind: name.suffixKind,
  }
}

const tokenOf = (text: string): Token => ({ text, digits: digitSkeleton(text) })

type Rule = (name: Subject, look: Look) => { way: string; isSuspicious: boolean } | undefined

const suspicious = (way: string) => ({ way, isSuspicious: true })

const sameLook: Rule = ({ label, look, digits }, brand) => {
  if (label === brand.label) return undefined
  if (look === brand.label) return suspicious('letters of other alphabets')
  return digits === brand.digits ? suspicious(standsFor(label, brand.label)) : undefined
}

/**
 * `paypal.com.evil.example`, `login-paypal.evil.example`; `paypal.evil.example` may be a page about
 * it, so that is only said.
 */
const inSubdomain: Rule = ({ subdomain, subdomainTokens, suffixKind }, brand) => {
  if (subdomain === '') return undefined
  if (`.${subdomain}.`.includes(`.${brand.domain}.`))
    return suspicious('the whole name in front of another one')
  const [hit] = subdomainTokens.flatMap((tokens) => brandIn(tokens, brand) ?? [])
  if (hit === undefined) return undefined
  if (!brand.isCommon && subdomainTokens.some((tokens) => tokens.some(isLure)))
    return suspicious('the name with words of a sign-in in front of another one')
  if (hit.text !== brand.label && brand.label.length >= 5)
    return suspicious('letters and digits that look alike in front of another name')
  if (suffixKind === 'private' || !subdomain.split('.').includes(brand.label)) return undefined
  return { way: 'the name in front of another one', isSuspicious: false }
}

/** The word itself, or `amaz0n`; short names are other words by chance. */
const isBrand = ({ text, digits }: Token, brand: Look) =>
  text === brand.label || (brand.label.length >= 5 && digits === brand.digits)

const isLure = ({ text }: Token) => lureWords.has(text)

/** A brand with hyphens, `example-bank`, is as many words in a row. */
function brandIn(tokens: readonly Token[], look: Look): Token | undefined {
  if (look.words === 1) return tokens.find((one) => isBrand(one, look))
  if (tokens.length < look.words) return undefined
  return tokens
    .map((_, at): Token => {
      const run = tokens.slice(at, at + look.words)
      const joined = (key: keyof Token) => run.map((one) => one[key]).join('-')
      return { text: joined('text'), digits: joined('digits') }
    })
    .find((run) => isBrand(run, look))
}

/** Below six letters half of all words are one letter apart. */
const oneLetterOff: Rule = ({ label, look }, brand) =>
  brand.label.length >= 6 &&
  !brand.isCommon &&
  label !== brand.label &&
  isOneEditApart(look, brand.label)
    ? suspicious('one letter different')
    : undefined

/**
 * `paypal-login`, `amaz0n-support`, `examp1e-bank-support`, `paypallogin`; inside a word only for names that
 * are no part of others.
 */
const asPart: Rule = ({ label, look, tokens, suffixKind }, brand) => {
  if (label === brand.label) return undefined
  const hasLure = tokens.some(isLure)
  const found = brandIn(tokens, brand)
  const token = found?.text === look ? undefined : found?.text
  if (token !== undefined && token !== brand.label)
    return suspicious(`${standsFor(token, brand.label)}, with words added`)
  if (token !== undefined) {
    // Three letters stand for many things, and common words for themselves.
    const needsLure = brand.isCommon || brand.label.length < 4
    if (hasLure || !needsLure) return suspicious('the name with words added')
    return brand.label.length < 4
      ? undefined
      : { way: 'the name with words added', isSuspicious: false }
  }
  if (brand.isCommon) return undefined
  const isMistyped = ({ text }: Token) =>
    brand.label.length >= 6 && isOneEditApart(text, brand.label)
  if (hasLure && tokens.some(isMistyped))
    return suspicious('one letter different, with words added')
  if (lureWords.has(restOf(look.replaceAll('-', ''), brand.label)))
    return suspicious('the name with words added')
  if (brand.label.length < 6 || !look.includes(brand.label)) return undefined
  return { way: 'the name inside another one', isSuspicious: suffixKind === 'private' }
}

/** What stands before or behind a brand of five letters or more, without a hyphen between them. */
function restOf(text: string, label: string): string {
  if (label.length < 5) return ''
  if (text.startsWith(label)) return text.slice(label.length)
  return text.endsWith(label) ? text.slice(0, -label.length) : ''
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
