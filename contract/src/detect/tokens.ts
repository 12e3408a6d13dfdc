/** Separators of words: spaces, quotes, angle brackets, braces, control characters. */
const between = new Uint8Array(0x10000)
// Blanks of Unicode and control characters by hand: to ask an expression about each code takes 15 ms of every start.
between.fill(1, 0, 0x21).fill(1, 0x7f, 0xa1).fill(1, 0x2000, 0x200b)
for (const sign of '"\'`<>|{}^\u201c\u201d\u2018\u2019\u00ab\u00bb') between[sign.charCodeAt(0)] = 1
for (const code of [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]) between[code] = 1

/** Without one of these no rule holds, and most words of a text have none. */
const telltale = new Uint8Array(128)
for (const sign of '.:@0123456789') telltale[sign.charCodeAt(0)] = 1

/**
 * Visits words that may be observables. By hand and not by a regular expression or a generator: most
 * words are skipped, and each would be an object.
 */
export function eachTelltaleToken(
  text: string,
  visit: (token: string, position: number) => void,
): void {
  let start = -1
  let isTelling = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (between[code] === 0) {
      if (start < 0) start = at
      if (code < 128) isTelling |= telltale[code] as number
    } else if (start >= 0) {
      if (isTelling) visit(text.slice(start, at), start)
      start = -1
      isTelling = 0
    }
  }
  if (start >= 0 && isTelling) visit(text.slice(start), start)
}
