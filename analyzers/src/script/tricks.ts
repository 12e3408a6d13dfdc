/** Ways to hide a word from searches. Each returns the text without the trick. */
type Trick = readonly [name: string, undo: (text: string) => string]

const literal = `"((?:[^"\\\\\\r\\n]|\\\\.){0,2000})"|'((?:[^'\\\\\\r\\n]|\\\\.){0,2000})'`
const pick = (a: string | undefined, b: string | undefined) => a ?? b ?? ''
const quoted = (text: string) => `"${text.replaceAll('"', "'")}"`

/** `'po' + 'wer'`, `"po" & "wer"`; again and again, because each pass joins pairs. */
function joined(text: string): string {
  return text.replace(
    /(["'])\s{0,20}(?:\+|&|\.)\s{0,5}(?:[_`]\s{0,10}\r?\n\s{0,40})?\s{0,20}\1/g,
    '',
  )
}

/** `p^ower^shell`, and `` i`ex ``: the signs mean nothing there. */
const withoutCarets = (text: string) => text.replace(/(?<=[A-Za-z0-9])\^{1,3}(?=[A-Za-z0-9])/g, '')
const withoutTicks = (text: string) =>
  text
    .replace(/(?<![\w`-])[A-Za-z-]{1,40}(?:`[A-Za-z-]{1,40}){1,40}/g, (word) => {
      const plain = word.replaceAll('`', '')
      return tickedWords.test(plain) ? plain : word
    })
    .replace(/(?<=[A-Za-z-])`(?=[A-Zac-mo-qsu-z-])/g, '')
/** In texts some of these characters are line ends and tabs: there only a whole word counts. */
const tickedWords =
  /^(?:iex|irm|iwr|icm|saps|curl|wget|start|powershell|pwsh|bitsadmin|certutil|mshta|rundll32|regsvr32|(?:Invoke|New|Start|Set|Add|Get|Import|Out)-[A-Z]{3,30}|Download(?:String|File|Data)|FromBase64String|WebClient)$/i

/** `set a=pow` and then `%a%`. */
function withVariables(text: string): string {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(
    /(?:^|[&|(])\s{0,20}@?set\s{1,5}"?([\w#$@.~-]{1,60})=([^\r\n&|"]{0,1000})/gim,
  ))
    if (values.size < 500) values.set(name.toLowerCase(), value)
  if (values.size === 0) return text
  return text.replace(
    /%([\w#$@.~-]{1,60})(?::~(-?\d{1,4})(?:,(-?\d{1,4}))?)?%/g,
    (whole, name: string, from?: string, length?: string) => {
      const value = values.get(name.toLowerCase())
      if (value === undefined) return whole
      if (from === undefined) return value
      const part = value.slice(Number(from))
      return length === undefined ? part : part.slice(0, Number(length))
    },
  )
}

/** `"{1}{0}" -f 'b','a'`. */
function formatted(text: string): string {
  return text.replace(
    /\(?\s{0,5}["']((?:\{\d{1,3}\}|[^"'{}\r\n]){2,2000})["']\s{0,5}-f\s{0,5}((?:["'][^"'\r\n]{0,500}["']\s{0,5},?\s{0,5}){1,100})\)?/gi,
    (_, form: string, list: string) => {
      const parts = [...list.matchAll(/["']([^"'\r\n]{0,500})["']/g)].map(([, part]) => part ?? '')
      return quoted(form.replace(/\{(\d{1,3})\}/g, (_whole, at: string) => parts[Number(at)] ?? ''))
    },
  )
}

const replaceForms = [
  new RegExp(
    `(?:${literal})\\s{0,5}\\.replace\\(\\s{0,5}(?:${literal}|/([^/\\r\\n]{1,50})/g?i?)\\s{0,5},\\s{0,5}(?:${literal})\\s{0,5}\\)`,
    'gi',
  ),
  new RegExp(
    `(?:${literal})\\s{0,5}-c?i?replace\\s{0,5}(?:${literal})()\\s{0,5},\\s{0,5}(?:${literal})`,
    'gi',
  ),
  new RegExp(
    `\\breplace\\(\\s{0,5}(?:${literal})\\s{0,5},\\s{0,5}(?:${literal})()\\s{0,5},\\s{0,5}(?:${literal})\\s{0,5}\\)`,
    'gi',
  ),
]

/** `'hXXp'.replace('XX','tt')`. */
function replaced(text: string): string {
  return replaceForms.reduce(
    (current, form) =>
      current.replace(form, (_whole, ...found: (string | undefined)[]) => {
        const what = found[4] || pick(found[2], found[3])
        if (what === '') return _whole
        return quoted(pick(found[0], found[1]).replaceAll(what, pick(found[5], found[6])))
      }),
    text,
  )
}

/** `Chr(80) & Chr(111)`, `[char]80+[char]111`. */
const withLetters = (text: string) =>
  text.replace(
    /(?:\(?\s{0,5}(?:Chr[WB]?\$?\(\s{0,5}(?:&H)?[0-9A-F]{1,5}\s{0,5}\)|\[char\]\s{0,5}(?:0x)?[0-9A-F]{1,5})\s{0,5}\)?\s{0,5}[+&]?\s{0,5}(?:_\s{0,10}\r?\n\s{0,40})?){2,5000}/gi,
    (whole) => {
      const codes = [...whole.matchAll(/(?:\(|\])\s{0,5}(&H|0x)?([0-9A-F]{1,5})/gi)]
      const letters = codes.map(([, hex, digits = '']) =>
        String.fromCharCode(Number.parseInt(digits, hex ? 16 : 10) & 0xffff),
      )
      return `${quoted(letters.join(''))}${/[+&]\s{0,5}$/.test(whole) ? '+' : ''}`
    },
  )

/** `s = s & "more"`, `s += "more"`: the pieces in their order. */
function gathered(text: string): string {
  const pieces = new Map<string, string[]>()
  const form = new RegExp(
    `(?:^|[;\\n\\r{:])\\s{0,40}(?:var |let |\\$)?([A-Za-z_]\\w{0,60})\\s{0,5}(\\+?=)\\s{0,5}(?:\\$?([A-Za-z_]\\w{0,60})\\s{0,5}[+&]\\s{0,5})?(?:${literal})`,
    'g',
  )
  for (const [, name = '', sign, again, a, b] of text.matchAll(form)) {
    const isMore = sign === '+=' || again === name
    if (pieces.size >= 500 && !pieces.has(name)) continue
    const known = pieces.get(name)
    if (isMore) known?.push(pick(a, b))
    else pieces.set(name, [pick(a, b)])
  }
  const long = [...pieces].filter(([, parts]) => parts.length >= 3)
  return long.length === 0
    ? text
    : `${text}\n${long.map(([name, parts]) => `${name} = ${quoted(parts.join(''))}`).join('\n')}`
}

const tricks: readonly Trick[] = [
  ['variables', withVariables],
  ['carets', withoutCarets],
  ['backticks', withoutTicks],
  ['character codes', withLetters],
  ['concatenation', joined],
  ['format operator', formatted],
  ['replace', replaced],
  ['concatenation', joined],
  ['pieces', gathered],
]

/** The text without all of them, and which there were. */
export function withoutTricks(text: string, maxLength: number): { text: string; used: string[] } {
  const used = new Set<string>()
  let current = text
  for (const [name, undo] of tricks) {
    const next = undo(current)
    if (next !== current && next.length <= maxLength) {
      used.add(name)
      current = next
    }
  }
  return { text: current, used: [...used] }
}
