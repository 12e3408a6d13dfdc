import { extract } from './extract.ts'
import { defang } from './refang.ts'
import { visibleText } from './visible-text.ts'

/** Wherever it begins: in a JSON text the sign before it may be the `n` of a new line. */
const address = /(?:https?|ftp):\/\/[^\s/?#"'<>\\)]{1,255}/gi
const scripted = /(javascript|vbscript):/gi

/** A text from a report for the eye and for exports: no address in it works any more. */
export const defangText = (text: string): string =>
  visibleText(text)
    .replace(address, (found) => defang('url', found))
    .replace(scripted, '$1[:]')

const mail = /[^\s"'“”«»<>(),;:@[\]]{1,64}@(?:[\p{L}\p{N}_-]{1,63}\.){1,10}[\p{L}\p{N}-]{2,63}/gu
const ipv4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/g
const ipv6 = /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi
/** A possible name; a call in a script and a file name are not, which `extract` knows. */
const host =
  /(?<![\w@/\\.-])(?:[\p{L}\p{N}_-]{1,63}\.){1,10}[\p{L}][\p{L}\p{N}-]{1,62}(?![\w(\\])/gu

/** The same for a sentence, which contains bare names and addresses. */
export const defangSentence = (text: string): string =>
  defangText(text)
    .replace(mail, (found) => defang('mail', found))
    .replace(ipv4, (found) => defang('ip', found))
    .replace(ipv6, (found) => (kindOf(found) === 'ip' ? defang('ip', found) : found))
    .replace(host, (found) => {
      const kind = kindOf(found)
      return kind === 'domain' || kind === 'fqdn' ? defang('domain', found) : found
    })

const kindOf = (text: string) => extract(text, { max: 1 })[0]?.dataType
