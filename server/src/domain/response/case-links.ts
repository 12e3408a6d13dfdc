import { badRequest } from '../errors.ts'

/** Links that a case can have, whichever side added them. */
export const maxLinksOfCase = 200

/** A link that the page can show: nothing that a browser runs, and no password for everyone to read. */
// guards: case-links.test.ts
export function checkAddress(text: string): void {
  const url = /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null
  if (!url) throw badRequest('A link must be an http or https address without spaces')
  if (url.username !== '' || url.password !== '')
    throw badRequest('A link must not contain a username or password. Remove the part before @')
}

// guards: case-links.test.ts
export function checkRoom(links: number): void {
  if (links >= maxLinksOfCase)
    throw badRequest(`A case can have at most ${maxLinksOfCase} links. Remove some first`)
}

interface Link {
  readonly case_id: string
  readonly linked_id: string | null
  readonly url: string | null
  readonly type: string
}

/**
 * What becomes of links when cases become one: those between them go, those to others lead there, each
 * once.
 */
export function mergedLinks<L extends Link>(
  links: readonly L[],
  from: ReadonlySet<string>,
  to: string,
): L[] {
  const moved = new Map<string, L>()
  for (const link of links) {
    const [one, two] = [link.case_id, link.linked_id].map((id) =>
      id !== null && from.has(id) ? to : id,
    )
    if (one === two || one === null || one === undefined) continue
    const ends = two === null ? [one, link.url] : [one, two].toSorted()
    const key = JSON.stringify([link.type, ...ends])
    if (!moved.has(key)) moved.set(key, { ...link, case_id: one, linked_id: two ?? null })
  }
  return [...moved.values()]
}
