/** Addresses that start a program of Windows when a script goes to them. Office's own are everyday. */
const launching =
  /["'`](?:ms-msdt|search-ms|ms-officecmd|ms-appinstaller|ms-search|ms-cxh-full|ms-quick-assist|ms-powertoys|shell|search(?=:[^"'`\n]{0,200}\b(?:crumb|location|subquery)\b)):[^"'`\n]{0,300}/i

/** One of them in a script, or in what a script hides. */
export function launchedBy(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const found = launching.exec(text)?.[0].slice(1)
    if (found !== undefined && isGone(text, found)) return found
    const bare = /^\s{0,5}(?:ms-msdt|search-ms|ms-officecmd):[^\n]{4,300}/i.exec(text)?.[0]
    if (bare !== undefined) return bare.trim()
  }
  return undefined
}

/** Lists of names of schemes are in many programs: one that is meant to be opened says what for. */
const isGone = (text: string, address: string) =>
  /^[\w-]{1,30}:.{6,}/.test(address) &&
  /\blocation\b|\bopen\s{0,3}\(|\.src\b|\.href\b|setAttribute|\biframe\b|\.click\b|\bRun\b|navigate/i.test(
    text,
  )
