export interface HeaderText {
  /** The text with a space for every comment. */
  readonly outside: string
  /** The content of parentheses, and its offset in `outside`. */
  readonly comments: readonly { readonly at: number; readonly text: string }[]
}

/**
 * A header without its comments (RFC 5322), which nest. An unbalanced parenthesis is a plain
 * character: a sender named `a(` must not hide what the server wrote after it.
 */
export function splitComments(header: string): HeaderText {
  const partner = partnersIn(header)
  const comments: { at: number; text: string }[] = []
  let outside = ''
  let from = 0
  for (let at = 0; at < header.length; at += 1) {
    const end = partner.get(at)
    if (end === undefined) continue
    outside += `${header.slice(from, at)} `
    comments.push({ at: outside.length, text: header.slice(at + 1, end) })
    from = end + 1
    at = end
  }
  return { outside: outside + header.slice(from), comments }
}

function partnersIn(header: string): Map<number, number> {
  const partner = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < header.length; at += 1) {
    if (header[at] === '\\') at += 1
    else if (header[at] === '(') open.push(at)
    else if (header[at] === ')') {
      const start = open.pop()
      if (start !== undefined) partner.set(start, at)
    }
  }
  return partner
}
