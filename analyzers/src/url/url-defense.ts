/**
 * Version 3: `https://urldefense.com/v3/__<address>__;<characters>!!…`. Characters that are not
 * allowed in the path are replaced by `*`, or by `**` and a letter for a run of them; the originals
 * follow, in base64.
 */
export function readUrlDefense3(href: string): string | undefined {
  const start = href.indexOf('/v3/__')
  if (start < 0) return undefined
  // Anchored: searched for in the whole address, it would be tried again at every start.
  const [, masked = '', packed = ''] =
    /^(.+?)__;([A-Za-z0-9+/_=-]*)!/.exec(href.slice(start + 6)) ?? []
  if (masked === '') return undefined
  const characters = [...Buffer.from(packed, 'base64').toString('utf8')]
  let at = 0
  const take = (count: number) => {
    const taken = characters.slice(at, at + count).join('')
    at += count
    return taken
  }
  const address = masked.replace(/\*\*(.)|\*/g, (_found, run: string | undefined) =>
    take(run === undefined ? 1 : runLengths.indexOf(run) + 2),
  )
  // A path that was written with one slash only.
  return address.replace(/^(https?:)\/(?!\/)/i, '$1//')
}

const runLengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
