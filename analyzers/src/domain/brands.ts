import { digitSkeleton, skeleton, standsFor } from '../formats/confusables.ts'
import { brandTable, commonWords, lureWords, weakLures } from './brand-table.ts'
import { type DomainName, readDomainName } from './name.ts'
import { ordinaryWords } from './ordinary-words.ts'

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
  readonly suffix: string
  /** Without its hyphens. */
  readonly plain: string
  /** With digits replaced by the letters that they resemble. */
  readonly digits: string
  /** How many, between its hyphens. */
  readonly words: number
  /** A word of the language, which says nothing alone. */
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
  const looks = domainsIn(imitated).flatMap(({ registrable, label, suffix }) =>
    registrable !== null && label !== null ? [lookOf(registrable, label, suffix)] : [],
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

const lookOf = (domain: string, label: string, suffix: string): Look => ({
  domain,
  label,
  suffix,
  plain: label.replaceAll('-', ''),
  digits: digitSkeleton(label),
  words: label.split('-').length,
  isCommon: commonWords.has(label),
})

const registrableOf = ({ registrable, ascii }: DomainName) => registrable ?? ascii

/** In plain letters, without accents: what a reader takes it for. */
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
  const isNameOfOne = brands.some(({ looks }) => looks.some(({ label }) => label === subject.label))
  let remote: Resemblance | undefined
  for (const rule of isNameOfOne ? rulesOfSubdomains : rules)
    for (const brand of brands)
      for (const look of brand.looks) {
        const found = rule(subject, look)
        if (!found || (remote && !found.isSuspicious)) continue
        const explanation = `${name.unicode} is a look-alike of ${look.domain}${nameOf(brand)}: ${found.way}`
        const resemblance = { brand: look.domain, ...found, explanation }
        if (found.isSuspicious) return resemblance
        remote = resemblance
      }
  return remote
}

const nameOf = ({ name, domains }: Brand) => (domains.has(name) ? '' : ` (${name})`)

/** A word of a name; its look is made once, as hundreds of brands are held against it. */
interface Token {
  readonly text: string
  readonly digits: string
}

interface Subject {
  readonly label: string
  readonly suffix: string
  /** What a hasty reader sees. */
  readonly look: string
  /** The same without hyphens. */
  readonly plain: string
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
    suffix: name.suffix,
    look,
    plain: look.replaceAll('-', ''),
    digits: /^[\x21-\x7e]*$/.test(label) ? digitSkeleton(label) : undefined,
    tokens: look.split('-').map(tokenOf),
    subdomain: name.subdomain,
    subdomainTokens: skeleton(unicodeSubdomain(name))
      .split('.', 20)
      .map((one) => one.split('-', 50).map(tokenOf)),
    suffixKind: name.suffixKind,
  }
}

/** As it is read: `ɡoogle`, not `xn--oogle-qmc`. */
const unicodeSubdomain = ({ subdomain, unicode }: DomainName) =>
  subdomain === '' ? '' : unicode.split('.').slice(0, subdomain.split('.').length).join('.')

const tokenOf = (text: string): Token => ({ text, digits: digitSkeleton(text) })

type Rule = (name: Subject, look: Look) => { way: string; isSuspicious: boolean } | undefined

const suspicious = (way: string) => ({ way, isSuspicious: true })

const sameLook: Rule = ({ label, look, plain, digits }, brand) => {
  if (label === brand.label) return undefined
  if (look === brand.label) return suspicious('homoglyphs')
  if (digits === brand.digits && label.length > 3 && !ordinaryWords.has(label))
    return suspicious(standsFor(label, brand.label))
  // `pay-pal`; the other way round, `deutschebank`, it may well be theirs.
  return brand.words === 1 && brand.label.length >= 6 && plain === brand.label
    ? suspicious('hyphen added')
    : undefined
}

/**
 * `paypal.com.evil.example`, `login-paypal.evil.example`; `paypal.evil.example` may be a page about
 * it, so it is only informational.
 */
const inSubdomain: Rule = ({ subdomain, subdomainTokens, suffixKind }, brand) => {
  if (subdomain === '') return undefined
  if (`.${subdomain}.`.includes(`.${brand.domain}.`))
    return suspicious('full name used as a subdomain')
  const [hit] = subdomainTokens.flatMap((tokens) => brandIn(tokens, brand) ?? [])
  if (hit === undefined) return undefined
  if (!brand.isCommon && subdomainTokens.some((tokens) => tokens.some(isLure)))
    return suspicious('name and sign-in words used as a subdomain')
  if (!subdomain.includes(brand.label) && brand.label.length >= 5)
    return suspicious('look-alike characters in a subdomain')
  if (suffixKind === 'private' || !subdomain.split('.').includes(brand.label)) return undefined
  return { way: 'name used as a subdomain', isSuspicious: false }
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

/**
 * Mistyped names. The shorter a brand, the more words are one letter apart: below six letters only what fingers do,
 * a letter left out, doubled or swapped, and below five only under the suffix of the brand.
 */
const oneLetterOff: Rule = ({ look, suffix }, brand) => {
  if (look.replaceAll('-', '') === brand.plain || ordinaryWords.has(look)) return undefined
  const edit = editBetween(look, brand.label)
  if (!edit || !isTelling(edit, brand, suffix)) return undefined
  // Without its first letter a short brand is another word.
  if (brand.label.length < 6 && look === brand.label.slice(1)) return undefined
  return suspicious('one character different')
}

function isTelling(edit: Edit, { label, isCommon, suffix }: Look, shownUnder: string): boolean {
  if (label.length >= 6) return !isCommon || edit !== 'other'
  if (label.length === 5) return edit !== 'other'
  if (label.length < 3) return false
  return suffix === shownUnder && (edit === 'doubled' || (edit === 'swapped' && label.length === 4))
}

/**
 * `paypal-login`, `amaz0n-support`, `examp1e-bank-support`, `mypaypalonline`; inside a word only for names that
 * are not part of others.
 */
const asPart: Rule = ({ label, look, plain, tokens, suffixKind }, brand) => {
  if (label === brand.label) return undefined
  const found = brandIn(tokens, brand)
  const token = found?.text === look ? undefined : found?.text
  if (token !== undefined && token !== brand.label)
    return suspicious(`${standsFor(token, brand.label)}, words added`)
  if (token !== undefined) {
    if (isLured(tokens, brand)) return suspicious('name plus added words')
    return brand.label.length < 4
      ? undefined
      : { way: 'name plus added words', isSuspicious: false }
  }
  const isMistyped = ({ text }: Token) =>
    brand.label.length >= 6 && !ordinaryWords.has(text) && editBetween(text, brand.label)
  if (!brand.isCommon && tokens.some(isLure) && tokens.some(isMistyped))
    return suspicious('one character different, words added')
  if (isGluedToLures(plain, brand)) return suspicious('name plus added words')
  if (brand.isCommon || brand.label.length < 6 || !look.includes(brand.label)) return undefined
  return { way: 'name inside another name', isSuspicious: suffixKind === 'private' }
}

/** Three letters abbreviate many names, and common words mean themselves. */
function isLured(tokens: readonly Token[], { label, isCommon }: Look): boolean {
  if (label.length < 3) return false
  if (!isCommon) return label.length >= 4 || tokens.some(isLure)
  const own = label.split('-')
  const others = tokens.map(({ text }) => text).filter((text) => !own.includes(text))
  const lures = others.filter((text) => lureWords.has(text))
  const hasStrong = lures.some((text) => !weakLures.has(text))
  return hasStrong || (lures.length > 1 && lures.length === others.length)
}

/** `mypaypal-online`, `secureamazon`: the brand is surrounded by sign-in words only. */
function isGluedToLures(text: string, { plain, isCommon }: Look): boolean {
  const at = text.indexOf(plain)
  if (at < 0 || text.length === plain.length) return false
  const before = luresIn(text.slice(0, at))
  const behind = luresIn(text.slice(at + plain.length))
  if (!before || !behind) return false
  const lures = [...before, ...behind]
  const hasStrong = lures.some((word) => !weakLures.has(word) && word.length >= 5)
  if (plain.length < 3) return false
  if (plain.length < 5) return hasStrong || (!isCommon && before.length > 0 && behind.length > 0)
  return !isCommon || hasStrong || lures.length > 1
}

const longestLure = Math.max(...[...lureWords].map(({ length }) => length))
const longestRest = 40

/** The words of a sign-in that a text is made of; undefined when anything else is in it. */
function luresIn(text: string): readonly string[] | undefined {
  if (text.length > longestRest) return undefined
  const ways: (readonly string[] | undefined)[] = [[]]
  for (let end = 1; end <= text.length; end += 1)
    for (let start = Math.max(0, end - longestLure); start < end && !ways[end]; start += 1) {
      const word = text.slice(start, end)
      const before = ways[start]
      if (before && lureWords.has(word)) ways[end] = [...before, word]
    }
  return ways[text.length]
}

/**
 * amazon.de is Amazon, amazon.tk is not: this cannot be decided offline, so it is only
 * informational.
 */
const otherSuffix: Rule = ({ label }, brand) =>
  label === brand.label ? { way: 'same name under another TLD', isSuspicious: false } : undefined

const rulesOfSubdomains = [inSubdomain, otherSuffix]
const rules = [sameLook, inSubdomain, oneLetterOff, asPart, otherSuffix]

type Edit = 'missing' | 'doubled' | 'swapped' | 'other'

/**
 * How a name turns into another by one letter more, less or different, or by swapping two adjacent
 * ones.
 */
export function editBetween(shown: string, meant: string): Edit | undefined {
  if (shown === meant || Math.abs(shown.length - meant.length) > 1) return undefined
  const [short, long] = shown.length <= meant.length ? [shown, meant] : [meant, shown]
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  if (long.length > short.length) {
    if (short.slice(start) !== long.slice(start + 1)) return undefined
    if (long === meant) return 'missing'
    return long[start] === long[start - 1] ? 'doubled' : 'other'
  }
  if (short.slice(start + 1) === long.slice(start + 1)) return 'other'
  const isSwapped =
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    short.slice(start + 2) === long.slice(start + 2)
  return isSwapped ? 'swapped' : undefined
}
