/** What an import did, for people and, as JSON, for programs. No secret comes in here. */
export interface ImportReport {
  readonly from: string
  readonly url: string
  readonly version: string
  readonly dryRun: boolean
  /** By organization, then by kind. */
  readonly carried: Record<string, Record<string, number>>
  /** Carried by an earlier run, or here before. */
  readonly here: Record<string, Record<string, number>>
  readonly left: Left[]
  /** Something could not be read this time: another run may. */
  unfinished: boolean
}

interface Left {
  readonly organization: string | null
  readonly what: string
  count: number
  /** What to do about it. */
  readonly advice: string
  readonly examples: string[]
}

export interface Reporting {
  readonly report: ImportReport
  carried(organization: string, kind: string, count?: number): void
  here(organization: string, kind: string, count?: number): void
  /** Something is not imported; equal reasons are counted and the first ones named. */
  left(
    organization: string | null,
    what: string,
    advice: string,
    example?: string,
    count?: number,
  ): void
  /** The same, and the next run tries it again. */
  later(organization: string, what: string, reason: string, example?: string): void
}

const maxExamples = 100
/** Of what another server wrote; the rest of a longer text says no more. */
const maxText = 300
const maxKinds = 1_000
const otherKinds = 'more kinds of objects that were not imported'
const againAdvice = 'Run the same command again'

export function startReport(
  head: Pick<ImportReport, 'from' | 'url' | 'version' | 'dryRun'>,
): Reporting {
  const report: ImportReport = {
    ...head,
    version: cut(head.version),
    // An organization may be called as a property that every object has.
    carried: Object.create(null),
    here: Object.create(null),
    left: [],
    unfinished: false,
  }
  const add = (counts: ImportReport['here'], organization: string, kind: string, count: number) => {
    if (count === 0) return
    const own = counts[organization] ?? {}
    counts[organization] = { ...own, [kind]: (own[kind] ?? 0) + count }
  }
  const entries = new Map<string, Left>()
  const entryOf = (organization: string | null, what: string, advice: string): Left => {
    const key = JSON.stringify([organization, what, advice])
    const known = entries.get(key)
    if (known) return known
    if (entries.size >= maxKinds && what !== otherKinds)
      return entryOf(null, otherKinds, 'Look at them there')
    const entry: Left = { organization, what, count: 0, advice, examples: [] }
    entries.set(key, entry)
    report.left.push(entry)
    return entry
  }
  const left: Reporting['left'] = (organization, what, advice, example, count = 1) => {
    const entry = entryOf(organization, cut(what), cut(advice))
    entry.count += count
    if (example !== undefined && entry.examples.length < maxExamples)
      entry.examples.push(cut(example))
  }
  return {
    report,
    carried: (organization, kind, count = 1) => add(report.carried, organization, kind, count),
    here: (organization, kind, count = 1) => add(report.here, organization, kind, count),
    left,
    later(organization, what, reason, example) {
      report.unfinished = true
      left(
        organization,
        what,
        againAdvice,
        example === undefined ? reason : `${example}: ${reason}`,
      )
    },
  }
}

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)

const shownExamples = 5

/** The closing lines of the command. */
export function reportLines(report: ImportReport): string[] {
  const lines = [`${report.from} ${report.version} at ${report.url}`]
  lines.push(...countLines(report.dryRun ? 'Would be imported' : 'Imported', report.carried))
  lines.push(...countLines('Already present', report.here))
  if (report.left.length > 0) lines.push('', 'Not imported:')
  for (const { organization, what, count, advice, examples } of report.left) {
    const where = organization === null ? '' : `${organization}: `
    lines.push(`- ${where}${count > 1 ? `${count} × ` : ''}${what}. ${advice}.`)
    for (const example of examples.slice(0, shownExamples)) lines.push(`    ${example}`)
    const more = count - shownExamples
    if (examples.length > 0 && more > 0) lines.push(`    … and ${more} more; see --report for all`)
  }
  if (report.unfinished) lines.push('', 'Some data could not be read. Run the same command again.')
  return lines
}

function countLines(title: string, counts: ImportReport['here']): string[] {
  const organizations = Object.entries(counts)
  if (organizations.length === 0) return [`${title}: nothing`]
  return organizations.map(([organization, kinds]) => {
    const parts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`)
    return `${title}, ${organization}: ${parts.join(', ')}`
  })
}
