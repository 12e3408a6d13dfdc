import { type Finding, finding } from '../kit/index.ts'
import type { Layer } from '../script/layers.ts'

/** What makes an address out of something else; `decodeURIComponent` alone is everyday. */
const decoder =
  /\batob\s{0,3}\(|\bString\.fromCharCode\s{0,3}[.(]|\bunescape\s{0,3}\(\s{0,3}["'`]%|\.reverse\s{0,3}\(\s{0,3}\)\s{0,3}\.join\b|\bCryptoJS\.|\bfromCharCode\s{0,3}\([^\n)]{0,100}\^/
const leaving =
  /(?:^|[^\w$])(?:(?:window|document|self|top|parent|this|globalThis)\s{0,3}(?:\.\s{0,3}|\[["'`]))?location(?:["'`]\])?(?:\s{0,3}(?:\.\s{0,3}href|\[\s{0,3}["'`]href["'`]\s{0,3}\]))?\s{0,3}=(?!=)\s{0,3}([^;\n]{1,600})|(?:^|[^\w$])location\s{0,3}(?:\.\s{0,3}|\[\s{0,3}["'`])(?:replace|assign)(?:["'`]\s{0,3}\])?\s{0,3}\(\s{0,3}([^;\n]{1,600})|\bwindow\.open\s{0,3}\(\s{0,3}([^;\n]{1,600})/g
const maxPlaces = 200

/** The target of an encoded URL: neither mail filters nor readers of the page see it. */
export function hiddenRedirect(script: string, layers: readonly Layer[]): Finding[] {
  let count = 0
  for (const [, set, called, opened] of script.matchAll(leaving)) {
    count += 1
    if (count > maxPlaces) break
    const expression = set ?? called ?? opened ?? ''
    if (!decodes(expression, script)) continue
    const target = layers.map(addressIn).find((address) => address !== undefined)
    // What comes out of the address of the page itself is the business of its visitor.
    if (target === undefined && opened !== undefined) continue
    return [finding('page.redirect-hidden', { target: target ?? expression.slice(0, 100).trim() })]
  }
  return []
}

function decodes(expression: string, script: string): boolean {
  if (decoder.test(expression.slice(0, 300))) return true
  const name = /^\s{0,3}([A-Za-z_$][\w$]{0,60})\s{0,3}(?:$|[),+}.<])/.exec(expression)?.[1]
  if (name === undefined || /^(?:location|window|document)$/.test(name)) return false
  const safe = name.replaceAll('$', '\\$')
  const given = new RegExp(`(?:^|[^\\w$.])${safe}\\s{0,3}\\+?=(?!=)\\s{0,3}([^;\\n]{1,400})`, 'g')
  return [...script.matchAll(given)].slice(0, 20).some(([, value = '']) => decoder.test(value))
}

const addressIn = ({ text, how }: Layer) =>
  how.length === 0 ? undefined : /^["'\s]{0,3}(https?:\/\/[^\s"'<>]{4,1000})/i.exec(text)?.[1]
