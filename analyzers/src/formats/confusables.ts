/**
 * Letters that a reader takes for a Latin one, of those allowed in a name (Unicode TR 39, the part
 * that registries accept), by the letter they are taken for. Accents are removed by rule.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑꭺ',
  b: 'ьƅɓъбв',
  c: 'сϲᴄꮯ',
  d: 'ԁɗđꓒժ',
  e: 'еεҽєə',
  f: 'ƒϝẝք',
  g: 'ɡɢցǥ',
  h: 'һհнħ',
  i: 'іιıɩɪ',
  j: 'јϳʝ',
  k: 'кκᴋҝ',
  l: 'ӏⅼłɭ',
  m: 'мᴍ',
  n: 'пηɴո',
  o: 'оοσօөøꬽ',
  p: 'рρƿ',
  q: 'ԛգզ',
  r: 'гɼᴦ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսцᴜ',
  v: 'νѵᴠ',
  w: 'ԝωшաᴡ',
  x: 'хχҳ×',
  y: 'уγүɏ',
  z: 'ᴢʐ',
}

const latin = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** What a hasty reader sees: every letter by the Latin one that it looks like. */
export function skeleton(label: string): string {
  return [...label.normalize('NFKC').toLowerCase()]
    .map((sign) => latin.get(sign) ?? latin.get(baseOf(sign)) ?? baseOf(sign))
    .join('')
}

/** Without its accents. */
const baseOf = (sign: string) => sign.normalize('NFD').replace(/\p{M}/gu, '')

/** The same for what is done with plain letters and digits: `paypa1`, `rnicrosoft`. */
export const digitSkeleton = (label: string): string =>
  label
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
    .replaceAll('i', 'l')

/** What is written for what, longer ones first. */
const written: readonly (readonly [string, string])[] = (
  [
    ['rn', 'm'],
    ['vv', 'w'],
    ['cl', 'd'],
    ['0', 'o'],
    ['1', 'l'],
    ['1', 'i'],
    ['3', 'e'],
    ['5', 's'],
    ['i', 'l'],
  ] as const
).flatMap(([one, other]) => [
  [one, other],
  [other, one],
])

/** `1 replaces l`: which signs of a name are not those that a reader takes them for. */
export function standsFor(shown: string, meant: string): string {
  const pairs = new Set<string>()
  let [at, of] = [0, 0]
  while (at < shown.length && of < meant.length) {
    if (shown[at] === meant[of]) {
      at += 1
      of += 1
      continue
    }
    const pair = written.find(
      ([one, other]) => shown.startsWith(one, at) && meant.startsWith(other, of),
    )
    if (!pair) break
    pairs.add(`${pair[0]} replaces ${pair[1]}`)
    at += pair[0].length
    of += pair[1].length
  }
  const isWhole = at === shown.length && of === meant.length && pairs.size > 0 && pairs.size < 4
  return isWhole ? [...pairs].join(', ') : 'look-alike characters'
}

/** Letters in it that are not what they seem. */
export const foreignLetters = (
  label: string,
): { letter: string; code: string; looksLike: string }[] =>
  [...new Set(label)]
    .filter((sign) => latin.has(sign) && !/\p{sc=Latin}/u.test(sign))
    .map((letter) => ({
      letter,
      code: `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      looksLike: latin.get(letter) ?? '',
    }))
