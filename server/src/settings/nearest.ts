/**
 * The candidate that was most likely meant. A right last part counts nearly as much as a right
 * whole, so `port` finds `http.port` and `auth.basic` finds `auth.method.basic`.
 */
export function nearest(word: string, candidates: readonly string[]): string {
  const wanted = word.slice(0, 80).toLowerCase()
  const score = (candidate: string) => {
    const known = candidate.toLowerCase()
    return Math.min(distance(wanted, known), distance(lastPart(wanted), lastPart(known)) + 1)
  }
  const scored = candidates.map((candidate) => ({ candidate, score: score(candidate) }))
  return scored.reduce((best, next) => (next.score < best.score ? next : best)).candidate
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** Insertions, deletions and replacements that turn one word into the other (Levenshtein). */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replace = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
