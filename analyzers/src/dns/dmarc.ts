export interface Dmarc {
  readonly domain: string
  readonly record: string
  readonly policy: string
  readonly subdomainPolicy: string
  readonly percent: number
  readonly reportTo: readonly string[]
  readonly problems: readonly string[]
}

export const isDmarc = (text: string) => /^v=DMARC1\s{0,5}(?:;|$)/.test(text)

const policies = new Set(['none', 'quarantine', 'reject'])

/** RFC 7489 §6.3. */
export function parseDmarc(domain: string, records: readonly string[]): Dmarc | null {
  const found = records.filter(isDmarc)
  const [record] = found
  if (record === undefined) return null
  const tags = new Map(
    record
      .slice(0, 4_000)
      .split(';')
      .map((part) => part.split('='))
      .map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join('=').trim()]),
  )
  const policy = tags.get('p')?.toLowerCase() ?? ''
  const percent = Number(tags.get('pct') ?? 100)
  const problems = [
    ...(found.length > 1 ? [`${found.length} DMARC records; receivers ignore all of them`] : []),
    ...(policies.has(policy) ? [] : ['No valid policy (p)']),
    ...(percent >= 0 && percent <= 100 ? [] : ['Invalid percentage (pct)']),
  ]
  return {
    domain,
    record,
    policy: policies.has(policy) ? policy : 'none',
    subdomainPolicy: tags.get('sp')?.toLowerCase() ?? policy,
    percent,
    reportTo: (tags.get('rua') ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    problems,
  }
}
