import type { Part } from '../report/facts/model.ts'

export type Piece = { readonly text: string } | { readonly link: number }

const fewAfter = 8

/** The text with its links where it shows them; those that it does not show come after it, the marked ones first. */
export function piecesOf(
  text: string,
  links: readonly Part[],
  isMarked: (link: number) => boolean,
): { readonly pieces: readonly Piece[]; readonly left: readonly number[] } {
  const found = links
    .flatMap(({ shows, data }, link) => {
      const shown = [shows, data].find(
        (one) => one !== undefined && one !== '' && text.includes(one),
      )
      return shown === undefined ? [] : [{ link, from: text.indexOf(shown), length: shown.length }]
    })
    .sort((a, b) => a.from - b.from || a.link - b.link)
  const pieces: Piece[] = []
  let end = 0
  for (const { link, from, length } of found) {
    const before = text.slice(end, from).trim()
    if (before !== '') pieces.push({ text: before })
    pieces.push({ link })
    end = Math.max(end, from + length)
  }
  const rest = text.slice(end).trim()
  if (rest !== '') pieces.push({ text: rest })
  const inText = new Set(found.map(({ link }) => link))
  const others = links.map((_, link) => link).filter((link) => !inText.has(link))
  const sorted = others.toSorted((a, b) => Number(isMarked(b)) - Number(isMarked(a)))
  return {
    pieces: [...pieces, ...sorted.slice(0, fewAfter).map((link) => ({ link }))],
    left: sorted.slice(fewAfter),
  }
}
