/** Digits that are taken for letters. */
const readAs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'li',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'b',
  '7': 't',
  '8': 'b',
  '9': 'g',
}
const longest = 253

/**
 * Look-alike characters in a name: digits that make it look like the brand, and letters of another
 * script.
 */
export function lookAlikesIn(name: string, brand: string, foreign: readonly string[]): Set<number> {
  const places = new Set<number>()
  if (name.length > longest) return places
  const lower = name.toLowerCase()
  for (const [at, sign] of [...lower].entries()) if (foreign.includes(sign)) places.add(at)
  const wanted = brand.toLowerCase().split('.')[0] ?? ''
  if (wanted.length < 3) return places
  for (let start = 0; start + wanted.length <= lower.length; start += 1) {
    const odd = oddIn(lower.slice(start, start + wanted.length), wanted)
    for (const at of odd ?? []) places.add(start + at)
  }
  return places
}

/** Offsets of digits that replace the expected letters; undefined for another word. */
function oddIn(part: string, wanted: string): number[] | undefined {
  const odd: number[] = []
  for (let at = 0; at < wanted.length; at += 1) {
    const [is, should] = [part.charAt(at), wanted.charAt(at)]
    if (is === should) continue
    if (!readAs[is]?.includes(should)) return undefined
    odd.push(at)
  }
  return odd
}
