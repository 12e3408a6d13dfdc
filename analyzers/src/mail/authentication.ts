export type Method = 'spf' | 'dkim' | 'dmarc'
const methods: readonly Method[] = ['spf', 'dkim', 'dmarc']

export interface Authentication {
  /** Who checked. Anybody can write such a header: the topmost is the receiver's own. */
  readonly server: string | null
  readonly results: Readonly<Partial<Record<Method, string>>>
}

const longestHeader = 8_192

/** What the receiving server recorded. Nothing is checked again: keys and records may be gone since. */
export function authenticationOf(
  results: readonly string[],
  receivedSpf: readonly string[],
): Authentication {
  const header = (results[0] ?? '').slice(0, longestHeader)
  const found: Partial<Record<Method, string>> = {}
  for (const method of methods) {
    // The worst of several signatures would condemn every mailing list; any that passes counts.
    const all = [
      ...header.matchAll(new RegExp(`(?:^|[\\s;])${method}\\s{0,5}=\\s{0,5}([a-z]{1,20})`, 'gi')),
    ]
    const values = all.map(([, value = '']) => value.toLowerCase())
    const value = values.includes('pass') ? 'pass' : values[0]
    if (value !== undefined) found[method] = value
  }
  const spf = /^\s{0,5}([a-z]{1,20})/i.exec(receivedSpf[0] ?? '')?.[1]?.toLowerCase()
  if (found.spf === undefined && spf !== undefined) found.spf = spf
  return { server: /^\s{0,10}([^\s;]{1,255})/.exec(header)?.[1] ?? null, results: found }
}

const levels: Readonly<Record<string, 'info' | 'suspicious'>> = {
  fail: 'suspicious',
  softfail: 'suspicious',
  permerror: 'suspicious',
  hardfail: 'suspicious',
}

export const levelOf = (result: string) => levels[result] ?? 'info'
