export type Qualifier = '+' | '-' | '~' | '?'

export interface Term {
  readonly qualifier: Qualifier
  readonly name: string
  /** Behind the colon: a domain or a network. */
  readonly value: string
  readonly prefixes: { readonly v4: number; readonly v6: number }
}

export interface SpfRecord {
  readonly terms: readonly Term[]
  readonly redirect: string | undefined
  readonly problems: readonly string[]
}

const mechanisms = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'])
const maxTerms = 200

export const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text)

/** RFC 7208 §4.6: what does not fit the grammar makes the whole record an error. */
export function parseSpf(text: string): SpfRecord {
  const terms: Term[] = []
  const problems: string[] = []
  let redirect: string | undefined
  const words = text
    .split(' ')
    .filter((word) => word !== '')
    .slice(1)
  if (words.length > maxTerms) problems.push(`more than ${maxTerms} terms`)
  for (const word of words.slice(0, maxTerms)) {
    const [, modifier, given] = /^([a-z][a-z0-9_.-]{0,60})=(.{0,500})$/i.exec(word) ?? []
    if (modifier !== undefined && given !== undefined) {
      if (modifier.toLowerCase() !== 'redirect') continue
      if (redirect !== undefined) problems.push('two redirects')
      redirect = given
      continue
    }
    const term = parseTerm(word)
    if (term) terms.push(term)
    else problems.push(`unknown term ${word.slice(0, 60)}`)
  }
  return { terms, redirect, problems }
}

function parseTerm(word: string): Term | undefined {
  const [, sign = '', name = '', rest = ''] =
    /^([-+~?]?)([a-z0-9]{1,10})(.{0,500})$/i.exec(word) ?? []
  const mechanism = name.toLowerCase()
  if (!mechanisms.has(mechanism)) return undefined
  const isNetwork = mechanism === 'ip4' || mechanism === 'ip6'
  const [, value = '', v4, v6] = isNetwork
    ? (/^:([^ ]{1,60})$/.exec(rest) ?? [])
    : (/^(?::([^/]{1,255}))?(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(rest) ?? ['', undefined])
  const isMatched = isNetwork
    ? value !== ''
    : rest === '' || value !== '' || v4 !== undefined || v6 !== undefined
  const needsValue = mechanism === 'include' || mechanism === 'exists' || isNetwork
  if (!isMatched || (needsValue && value === '') || (mechanism === 'all' && rest !== ''))
    return undefined
  return {
    qualifier: (sign || '+') as Qualifier,
    name: mechanism,
    value,
    prefixes: { v4: Number(v4 ?? 32), v6: Number(v6 ?? 128) },
  }
}
