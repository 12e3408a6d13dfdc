/** Together they fit into the memory of a thread, whatever they are. */
export const jsonLimits = { values: 2_000_000, brackets: 200_000 } as const

/**
 * Whether a JSON text is small enough to be parsed in a thread. A parser that runs out of memory ends the
 * whole process, not the thread, and 30 MB of brackets take 400 MB.
 */
export function isSmallJson(text: string): boolean {
  let values = 0
  let brackets = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfText(text, at)
    else if (code === 0x2c) values += 1
    else if (code === 0x7b || code === 0x5b) brackets += 1
    if (values > jsonLimits.values || brackets > jsonLimits.brackets) return false
  }
  return true
}

function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== 0x22)
    at += text.charCodeAt(at) === 0x5c ? 2 : 1
  return at
}
