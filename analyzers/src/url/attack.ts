import { type Finding, finding } from '../kit/index.ts'
import { safeDecode } from './safe-decode.ts'

/** What only an attack on the server puts into an address. */
const attacks: readonly (readonly [kind: string, form: RegExp])[] = [
  ['Log4Shell', /\$\{(?:jndi:|\$\{[^}]{0,40}[:-]|(?:lower|upper|env|sys|base64):[^}]{0,40}\$?\{)/i],
  ['Shellshock', /\(\)\s{0,5}\{\s{0,5}:;?\s{0,5}\}\s{0,5};/],
  [
    'path',
    /(?:\.{2}[/\\]{1,2}){2,}(?:[\w.-]{1,40}[/\\]){0,3}(?:passwd|shadow|environ|win\.ini|boot\.ini|id_rsa|wp-config\.php|web\.config)\b|php:\/\/(?:input|filter)|(?:=|^)\/etc\/(?:passwd|shadow)\b/i,
  ],
  [
    'SQL',
    /\bunion\s{1,5}(?:all\s{1,5})?select\s{1,5}(?:null|\d|@@|0x|char\(|concat|version\(|\w{1,40}\s{1,5}from\b)|'\s{0,5}(?:or|and)\s{1,5}'?\d{1,5}'?\s{0,5}=\s{0,5}'?\d|;\s{0,5}(?:drop|exec)\s{1,5}(?:table|xp_)|\bwaitfor\s{1,5}delay\s{1,5}'/i,
  ],
  [
    'command',
    /(?:[|`]|\$\()\s{0,5}id(?:$|[;|`)])|(?:[;|`\n]|&&|\$\()\s{0,5}(?:whoami\b|uname\s{1,3}-a|cat\s{1,3}\/etc\/|(?:wget|curl)\s{1,3}(?:-\S{1,20}\s{1,3}){0,4}(?:https?:|\d)|nc\s{1,3}-|(?:ba)?sh\s{1,3}-[ci]\b|powershell\b|cmd(?:\.exe)?\s{1,3}\/c)/i,
  ],
]
/** A web shell or an injection takes its command from a parameter of this name. */
const commandNames = /^(?:cmd|command|exec|execute|shell|c0mmand)$/i
const commands =
  /^\s{0,5}(?:whoami|id|uname|ifconfig|ipconfig|net\s{1,3}user|cat\s{1,3}\/|ls\s{1,3}-|(?:wget|curl)\s{1,3}\S|powershell|cmd(?:\.exe)?\s{1,3}\/c|(?:ba)?sh\s{1,3}-)(?:$|[\s;|&])/i
/** A search term is not an attack on the reader of the results. */
const searched = /^(?:q|query|search|s|p|text|keywords?|term|wd)$/i
const searching = /(?:^|\.)(?:google|bing|duckduckgo|yandex|baidu|ecosia|qwant|startpage)\.|search/i
const evidenceLength = 120

export function attackTraits(url: URL): Finding[] {
  if (!/^(?:https?|ftps?):$/.test(url.protocol)) return []
  const isSearch = searching.test(url.hostname + url.pathname)
  const parameters = [...url.searchParams].filter(([name]) => !(isSearch && searched.test(name)))
  const values = parameters.map(([, value]) => value)
  const texts = [safeDecode(url.pathname), safeDecode(url.username), ...values]
  for (const text of texts.flatMap((each) => [each, safeDecode(each)]))
    for (const [kind, form] of attacks) {
      const found = form.exec(text.slice(0, 4_000))
      if (found) return [of(kind, text.slice(found.index, found.index + evidenceLength))]
    }
  const told = parameters.find(([name, value]) => commandNames.test(name) && commands.test(value))
  return told ? [of('command', told[1].slice(0, evidenceLength))] : []
}

const of = (kind: string, evidence: string) => finding('url.attack', { kind, evidence })
