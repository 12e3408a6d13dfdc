const shortest = 6
/** Of one string; a text without line breaks is a single one. */
const longestKept = 1_000
const maxSampled = 50
const maxInteresting = 200
/** Beyond that they are counted and no longer looked at: 200,000 take about a second. */
const maxLookedAt = 200_000

/** `sign` is in everything that the pattern finds: to look for it spares most strings the pattern. */
const kinds: readonly (readonly [kind: string, sign: string, pattern: RegExp])[] = [
  ['url', '://', /\b(?:https?|ftp|wss?):\/\/[\w.\-@:[\]]{3,200}/i],
  [
    'command',
    '',
    /\b(?:powershell|pwsh|cmd(?:\.exe)? ?\/c|wscript|cscript|mshta|rundll32|regsvr32|certutil|bitsadmin|schtasks|vssadmin|wmic)\b/i,
  ],
  [
    'registry key',
    '\\',
    /\b(?:HKEY_[A-Z_]{5,20}|HKLM|HKCU)\\|\bSoftware\\Microsoft\\Windows\\CurrentVersion\\Run/i,
  ],
  ['debug symbols', '.', /\.pdb$/i],
  ['windows path', ':\\', /\b[A-Z]:\\[\w .-]{1,100}\\/i],
  ['unix path', '/', /(?:^|\s)\/(?:bin|etc|tmp|usr|var|dev|proc|home)\/[\w.-]{1,100}/],
  ['email address', '@', /\b[\w.+-]{1,64}@[a-z0-9-]{1,63}\.[a-z]{2,10}\b/i],
]
const longBase64 = /^[A-Za-z0-9+/]{200,1000}={0,2}$/

function kindOf(text: string): string | undefined {
  for (const [kind, sign, pattern] of kinds)
    if (text.includes(sign) && pattern.test(text)) return kind
  return text.length >= 200 && longBase64.test(text) ? 'long base64' : undefined
}

const isPrintable = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 32 && byte < 127) || byte === 9 ? 1 : 0,
)

export interface StringsSummary {
  readonly ascii: number
  readonly utf16: number
  readonly longest: number
  readonly sample: readonly string[]
  readonly interesting: readonly { readonly kind: string; readonly text: string }[]
}

/** Runs of readable characters, in single bytes and in UTF-16, over a file in pieces. */
export function createStrings() {
  const sample = new Set<string>()
  const interesting = new Map<string, string>()
  let [ascii, utf16, longest, lookedAt] = [0, 0, 0, 0]
  const take = (text: string, length: number) => {
    longest = Math.max(longest, length)
    lookedAt += 1
    if (lookedAt > maxLookedAt) return
    if (sample.size < maxSampled && length >= 8) sample.add(text.slice(0, 200))
    if (interesting.size >= maxInteresting) return
    const kind = kindOf(text)
    if (kind !== undefined) interesting.set(text.slice(0, 500), kind)
  }

  /** The start of a run that continues in the next piece, and its length so far. */
  let carried = ''
  let carriedLength = 0
  const endRun = (tail: string, length: number) => {
    const whole = carriedLength + length
    if (whole >= shortest) {
      ascii += 1
      take((carried + tail).slice(0, longestKept), whole)
    }
    carried = ''
    carriedLength = 0
  }

  const wide = Buffer.alloc(longestKept)
  let wideLength = 0
  let wideEnd = -1
  const endWide = () => {
    if (wideLength >= shortest) {
      utf16 += 1
      take(wide.toString('latin1', 0, Math.min(wideLength, longestKept)), wideLength)
    }
    wideLength = 0
  }

  let [previous, beforePrevious] = [0, 0]
  let position = 0
  return {
    add(chunk: Buffer) {
      const printable = isPrintable
      const { length } = chunk
      let start = -1
      for (let at = 0; at < length; at += 1) {
        const byte = chunk[at] as number
        if (printable[byte]) {
          start = at
          do at += 1
          while (at < length && printable[chunk[at] as number])
          if (at === length) break
          const run = at - start
          if (carriedLength > 0 || run >= shortest)
            endRun(chunk.toString('latin1', start, Math.min(at, start + longestKept)), run)
          start = -1
        } else if (at === 0 && carriedLength > 0) endRun('', 0)
        if (chunk[at] !== 0) continue
        const before = at > 0 ? (chunk[at - 1] as number) : previous
        if (!printable[before]) continue
        const twoBefore = at > 1 ? (chunk[at - 2] as number) : at === 1 ? previous : beforePrevious
        const goesOn = wideEnd === position + at - 2
        if (!goesOn) endWide()
        // The last letter of a text in single bytes, ended by a zero, begins nothing.
        if (!goesOn && printable[twoBefore]) continue
        if (wideLength < longestKept) wide[wideLength] = before
        wideLength += 1
        wideEnd = position + at
      }
      beforePrevious = length > 1 ? (chunk[length - 2] as number) : previous
      previous = length > 0 ? (chunk[length - 1] as number) : previous
      position += length
      if (start >= 0) {
        const tail = chunk.toString('latin1', start, Math.min(chunk.length, start + longestKept))
        carried = (carried + tail).slice(0, longestKept)
        carriedLength += chunk.length - start
      }
    },
    result(): StringsSummary {
      endRun('', 0)
      endWide()
      return {
        ascii,
        utf16,
        longest,
        sample: [...sample],
        interesting: [...interesting].map(([text, kind]) => ({ kind, text })),
      }
    },
  }
}
