import { defang } from '@assay/contract'

/** Invisible ones, and those that turn the direction of what follows: `\u202egnp.exe`. */
const tricks = /(?![\n\r\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Every character can be seen: a name cannot hide its ending. */
export const visibleText = (text: string): string =>
  text.replace(tricks, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })

/** Wherever it begins: in a JSON text the sign before it may be the `n` of a new line. */
const address = /(?:https?|ftp):\/\/[^\s/?#"'<>\\)]{1,255}/gi
const scripted = /(javascript|vbscript):/gi

/** A text from a report for the eye and for exports: no address in it works any more. */
export const defangText = (text: string): string =>
  visibleText(text)
    .replace(address, (found) => defang('url', found))
    .replace(scripted, '$1[:]')

/** The beginning, without half a character at its end. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? length - 1 : length)
}
