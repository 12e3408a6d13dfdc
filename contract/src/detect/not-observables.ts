/*
 * Running text, source and binary files contain words that look like a name or an address and are
 * neither. A value entered by itself is not filtered by these rules: `asp.net` is a domain, too.
 */

/** Products whose names end like a domain. */
const products = new Set(
  'asp.net ado.net vb.net ml.net json.net paint.net node.js socket.io draw.io'.split(' '),
)

/** TLDs of companies that register only their own names, and words or section names in programs. */
const closedTopLevels = new Set(
  (
    'author book bot call circle data deal fast fire got hot jot joy like map moi now open pin prime read room ' +
    'safe save secure select silk smile song talk target tunes wow you zero'
  ).split(' '),
)

/** Packages begin with these; the last part of their names may be a top-level domain. */
const packageRoots = new Set(
  'system java javax jakarta android androidx kotlin scala com org'.split(' '),
)
const packageEnds = new Set(
  'io net app name data media services security id info network tools build call'.split(' '),
)

/** Files of source code: the ending is a country. */
const sourceEndings = new Set('rs pl cc ps mm ml in am ac la st tf vi ph gs al ms cr sc'.split(' '))
const sourceStems = new Set(
  (
    'main lib mod build test tests util utils config error errors types client server parser index init setup ' +
    'makefile configure readme install common helpers handler app api core macros traits prelude state'
  ).split(' '),
)

/** `this.name`, `array.map`: a property in source code. */
const things = new Set(
  (
    'this self window document console process module exports object array string number math date event evt req ' +
    'res request response ctx context args opts options params props state obj elem element node item items foo bar ' +
    'baz str arr fn cfg config conf settings sys os path json xml std cls func it user row entry node result ' +
    'list value key parent child target source'
  ).split(' '),
)
const members = new Set(
  (
    'name id is to do in at as so top one global dev app io style page link host domains email date events media ' +
    'network services support tools zone new run show watch work works cat day pub re info next size map open call ' +
    'data now target select call bind'
  ).split(' '),
)

/** Whether a name in a text is rather a word of a program or two sentences without a space. */
export function isNoHost(host: string, written: string): boolean {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  const [first = ''] = labels
  const isPair = labels.length === 2
  if (products.has(host) || (isPair && closedTopLevels.has(last))) return true
  if (packageRoots.has(first) && packageEnds.has(last))
    return labels.length > 2 || !['com', 'org'].includes(first)
  if (isPair && sourceEndings.has(last) && sourceStems.has(first)) return true
  if (isPair && things.has(first) && members.has(last)) return true
  // Underscores precede services (`_dmarc`), never registered names.
  if (labels.at(-2)?.includes('_')) return true
  if (['self', 'this', 'cls'].includes(first) && !plainTopLevels.has(last)) return true
  return isSentence(written) || labels.some((label) => !isWord(label))
}

/** TLDs with many registrations, so a name in a line of a program may be meant. */
const plainTopLevels = new Set('com net org edu gov mil biz xyz club shop onion arpa'.split(' '))
const countriesOfPrograms = new Set(
  'is as in at to do it so me id re lt gt ge ne ms cc nl my no be by st io ml la ec mc'.split(' '),
)

/** Signs of a line of a program: a call, an assignment, a comparison, a block, a keyword. */
const codeLine =
  /\w\(|[;{}]\s{0,5}$|[=!<>]==?|=>|->|\s[-+*/]?=\s|^\s{0,80}(?:def|class|import|return|const|let|var|function|elif|except|assert|raise|yield|await|export)\s|^\s{0,80}from \S{1,100} import/

/**
 * Whether a name at this offset is a property in source code: `logger.info(…)`, `job.id = 1`. In
 * quotes, with a path, a port or a hyphen, it is still a name.
 */
export function isMember(text: string, at: number, host: string): boolean {
  const last = host.slice(host.lastIndexOf('.') + 1)
  const isWordLike = last.length === 2 ? countriesOfPrograms.has(last) : !plainTopLevels.has(last)
  if (!isWordLike || !/^[a-z_][\w.]*$/.test(host)) return false
  const end = at + host.length
  if (/["'`/@]/.test(text.charAt(at - 1)) || /^(?:["'`/]|:\d)/.test(text.slice(end, end + 2)))
    return false
  if (text[end] === '(') return true
  // Slices, not a search for the ends of the line: a line may be as long as the text.
  const before = text.slice(Math.max(0, at - contextLength), at)
  const behind = text.slice(end, end + contextLength)
  const line = before.slice(before.lastIndexOf('\n') + 1) + host + behind.split('\n', 1)[0]
  return codeLine.test(line)
}

/** `ends.It`: a capital after the dot begins a sentence, or is a property in C#. */
const isSentence = (written: string) =>
  /\.[A-Z][a-z]+$/.test(written) && !/\.(?:Com|Net|Org)$/.test(written)

/** Bytes that are not text read like `è9ó`; a word in Latin script has accents on some letters. */
function isWord(label: string): boolean {
  const foreign = label.match(/[^\p{ASCII}]/gu)?.length ?? 0
  if (foreign === 0) return true
  if (!/^[\p{sc=Latin}\p{M}\d_-]+$/u.test(label)) return !/[\p{sc=Latin}]/u.test(label)
  const letters = label.match(/\p{L}/gu)?.length ?? 0
  return letters >= 4 && foreign * 3 <= letters && !/\d/.test(label)
}

/** The same for the part before the at-sign. */
export const isNoMail = (mail: string): boolean => {
  const at = mail.lastIndexOf('@')
  return (
    !isWord(mail.slice(0, at)) ||
    mail
      .slice(at + 1)
      .split('.')
      .some((part) => !isWord(part))
  )
}

/** How far back to look for the word that says what a number is. */
const contextLength = 100

const versionWords =
  'file ?version|product ?version|assembly ?version|versions?|ver|rev|revision|releases?|build|firmware|fw|' +
  'sdk|sections?|chapters?|clause|appendix|oid'
const between = 'is|to|before|and|or|through|until|up to|prior to|than|older|newer|number'
/** `version 1.0.0.1`, `Version="1.0.0.1"`, `versions 1.0.0.1, 1.0.0.2 and 1.0.0.3`. */
const afterVersion = new RegExp(
  `(?:(?<![a-z])(?:${versionWords})|§)[\\s:="'<>(\\[\\]]{0,5}(?:(?:(?:${between})|[<>=]{0,2}\\d{1,5}(?:\\.[\\dx]{1,5}){2,5})[\\s,;:]{1,3}){0,6}$`,
  'i',
)
const productNames =
  'openssl|openssh|libressl|java|jre|jdk|flash|player|reader|acrobat|firefox|thunderbird|chrome|chromium|edge|opera|safari|' +
  'explorer|office|python|php|perl|ruby|nginx|apache|httpd|tomcat|mysql|mariadb|postgresql|oracle|kernel|android|ios|macos|' +
  'framework|libreoffice|wordpress|drupal|joomla|plugin|weblogic|websphere|driver'
/** `OpenSSL 1.1.1.24`, `nginx/1.2.3.4`. */
const afterProduct = new RegExp(`(?<![a-z])(?:${productNames})[ /-]$`, 'i')
/** The form of a product in a user agent. What follows `tcp/` is an address. */
const afterToken =
  /(?:^|[\s("])(?!(?:tcp|udp|ip|ipv4|host|hosts|src|dst|net)\/)[a-z][\w+-]{1,30}\/$/i
const privateNumbers = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./

/** Whether four numbers at this offset are a version. */
export function isVersion(text: string, at: number, value: string): boolean {
  // Followed by a port or a path: it is connected to.
  if (/^(?::\d|\/)/.test(text.slice(at + value.length, at + value.length + 2))) return false
  const before = text.slice(Math.max(0, at - contextLength), at)
  if (afterVersion.test(before)) return true
  return !privateNumbers.test(value) && (afterProduct.test(before) || afterToken.test(before))
}
