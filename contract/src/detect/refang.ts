/*
 * Every repetition is bounded. An open one, such as `\s*` before a bracket, takes quadratic time on
 * a text of spaces, and the text may be 10 MB that an attacker chose.
 */
const blanks = '[ \\t]{0,2}'
const opening = '[[({]'
const closing = '[\\])}]'
/** Begins at the bracket: with the spaces before it, each space of 20 MB would be a starting point. */
const inBrackets = (inner: string) =>
  new RegExp(`${opening}${blanks}(?:${inner})${blanks}${closing}${blanks}`, 'gi')

const bracketDot = inBrackets('\\.|dot|punkt')
const bracketAt = inBrackets('@|at')

/** With at most two spaces before it. */
function replaceBracketed(text: string, form: RegExp, sign: string): string {
  const parts: string[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(form)) {
    let end = index
    while (end > from && index - end < 2 && isBlank(text.charCodeAt(end - 1))) end -= 1
    parts.push(text.slice(from, end), sign)
    from = index + found.length
  }
  return from === 0 ? text : parts.join('') + text.slice(from)
}

const isBlank = (code: number) => code === 0x20 || code === 0x09

const bracketColon = new RegExp(`${opening}:${closing}`, 'g')
const bracketSchemeEnd = new RegExp(`${opening}:?//${closing}`, 'g')
const bracketSlash = new RegExp(`${opening}/${closing}`, 'g')

/** Not inside a word: `hxxp` in a path stays. */
const httpSpellings = /(?<![\p{L}\p{N}])(?:h(?:xx|\*\*|\+\+|tt|XX|__)p|meow)(s?)(?=\[?:)/giu
const hasSpelling = /(?:xxp|\*\*p|\+\+p|__p|meow|fxp)s?\[?:/i
const ftpSpellings = /(?<![\p{L}\p{N}])fxp(s?)(?=\[?:)/giu
// Zero-width characters, joiners, direction marks, soft hyphen, byte order mark.
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Whether refanging can change anything; most texts hold none of these signs. */
const hasTrace =
  /[[({\\\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|xp|\*\*p|\+\+p|__p|meow/i

/**
 * `hxxps[:]//evil[.]example` → `https://evil.example`. Brackets around an IPv6 host stay: only
 * brackets around a dot, a colon, slashes or an at-sign are removed.
 */
export function refang(text: string): string {
  if (!hasTrace.test(text)) return text
  const plain = text
    .replace(invisible, '')
    .replace(bracketSchemeEnd, (found) => (found.includes(':') ? '://' : '//'))
    .replace(bracketColon, ':')
    .replace(bracketSlash, '/')
  const dotted = replaceBracketed(plain, bracketDot, '.')
  const bare = replaceBracketed(dotted, bracketAt, '@').replaceAll('\\.', '.')
  if (!hasSpelling.test(bare)) return bare
  return bare
    .replace(httpSpellings, (found, s: string) => (found[1] === 't' ? found : `http${s}`))
    .replace(ftpSpellings, 'ftp$1')
}

/** Types whose values something could follow by accident. */
const dangerous = new Set(['url', 'ip', 'domain', 'fqdn', 'mail', 'network', 'uri_path'])

/** For display and copies: nothing in it is a link any more. Other types are left as they are. */
export function defang(dataType: string, value: string): string {
  if (!dangerous.has(dataType)) return value
  switch (dataType) {
    case 'mail':
      return value.replaceAll('@', '[@]').replaceAll('.', '[.]')
    case 'url':
    case 'uri_path':
      return defangUrl(value)
    case 'ip':
    case 'network':
      return value.includes(':') && !value.includes('.')
        ? value.replaceAll(':', '[:]')
        : value.replaceAll('.', '[.]')
    default:
      return value.replaceAll('.', '[.]')
  }
}

/** Scheme and host only, so the path stays readable. */
function defangUrl(value: string): string {
  const schemeEnd = value.indexOf('://')
  const start = schemeEnd < 0 ? 0 : schemeEnd + 3
  const rest = value.slice(start)
  const length = rest.search(/[/?#]/)
  const host = length < 0 ? rest : rest.slice(0, length)
  const scheme = value.slice(0, start).replace(/^http/i, 'hxxp').replace(/^ftp/i, 'fxp')
  return scheme + host.replaceAll('.', '[.]') + (length < 0 ? '' : rest.slice(length))
}
