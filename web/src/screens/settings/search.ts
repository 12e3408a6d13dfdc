/** One search result: a page, an analyzer, or a field of either. */
export interface Entry {
  readonly label: string
  /** Where it is, from the outside in: `Analyzers › Domain`. Empty for a page itself. */
  readonly where: string
  readonly to: string
  /** More words that find it, such as its description and its technical name. */
  readonly words?: string
}

export const maxHits = 12

/** All words must occur; what begins with the first one comes first, then what has it in its name. */
export function findSettings(entries: readonly Entry[], typed: string, most = maxHits): Entry[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return []
  const rankOf = ({ label }: Entry) => {
    const name = label.toLowerCase()
    if (name.startsWith(first)) return 0
    return words.every((word) => name.includes(word)) ? 1 : 2
  }
  return entries
    .filter(({ label, where, words: more = '' }) => {
      const hay = `${label} ${where} ${more}`.toLowerCase()
      return words.every((word) => hay.includes(word))
    })
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ entry }) => entry)
}
