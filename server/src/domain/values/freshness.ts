/** How much a verdict still says, by its age. It is worked out when it is read and stored nowhere. */
export const freshnessSteps = ['fresh', 'ageing', 'stale'] as const
export type Freshness = (typeof freshnessSteps)[number]

const day = 86_400_000

/** From when it ages, and from when it is stale: an address changes hands sooner than a name. */
const ages: Readonly<Record<string, readonly [ageing: number, stale: number]>> = {
  ip: [2 * day, 14 * day],
  url: [3 * day, 14 * day],
  domain: [7 * day, 30 * day],
  fqdn: [7 * day, 30 * day],
  mail: [14 * day, 60 * day],
  hash: [30 * day, 180 * day],
  file: [30 * day, 180 * day],
}
const others = [14 * day, 60 * day] as const

const malicious = 3

/** Of a value that was analyzed; content does not become harmless with time. */
export function freshnessOf(
  {
    dataType,
    level,
    answeredAt,
  }: {
    readonly dataType: string
    /** Rank of the verdict. */
    readonly level: number
    readonly answeredAt: number
  },
  now: number,
): Freshness {
  const isContent = dataType === 'hash' || dataType === 'file'
  if (isContent && level % 10 === malicious) return 'fresh'
  const [ageing, stale] = ages[dataType] ?? others
  const age = now - answeredAt
  if (age >= stale) return 'stale'
  return age >= ageing ? 'ageing' : 'fresh'
}
