/**
 * The numbers of this process, in the text format of Prometheus. The code that does the work counts it
 * here;
 * `system/metrics.ts` shows them, with what the database knows of all processes.
 */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

export interface Sample {
  /** Behind the name of the family: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Names come from outside; beyond this many, what is new counts as `other`. */
const maxSeries = 1_000

interface Series {
  readonly labels: Readonly<Record<string, string>>
  readonly buckets: number[]
  count: number
  sum: number
}

export interface Histogram {
  observe(values: readonly string[], seconds: number): void
  family(): Family
}

export function makeHistogram(
  name: string,
  help: string,
  labelNames: readonly string[],
  bounds: readonly number[],
): Histogram {
  const all = new Map<string, Series>()
  const seriesOf = (values: readonly string[]): Series => {
    const key = values.join('\0')
    const known = all.get(key)
    if (known) return known
    const isFull = all.size >= maxSeries && values.some((value) => value !== 'other')
    if (isFull) return seriesOf(labelNames.map(() => 'other'))
    const labels = Object.fromEntries(
      labelNames.map((label, index) => [label, values[index] ?? '']),
    )
    const made = { labels, buckets: bounds.map(() => 0), count: 0, sum: 0 }
    all.set(key, made)
    return made
  }
  return {
    observe(values, seconds) {
      const series = seriesOf(values)
      series.count += 1
      series.sum += seconds
      const index = bounds.findIndex((bound) => seconds <= bound)
      if (index >= 0) series.buckets[index] = (series.buckets[index] ?? 0) + 1
    },
    family: () => ({
      name,
      help,
      type: 'histogram',
      samples: [...all.values()].flatMap((series) => samplesOf(series, bounds)),
    }),
  }
}

function samplesOf({ labels, buckets, count, sum }: Series, bounds: readonly number[]): Sample[] {
  let below = 0
  const steps = bounds.map((bound, index) => {
    below += buckets[index] ?? 0
    return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below }
  })
  return [
    ...steps,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]
}

export interface Counter {
  add(values: readonly string[]): void
  family(): Family
}

/** Of label values that the program knows, so there are few. */
export function makeCounter(name: string, help: string, labelNames: readonly string[]): Counter {
  const counts = new Map<string, { labels: Sample['labels']; value: number }>()
  return {
    add(values) {
      const key = values.join('\0')
      const labels = () =>
        Object.fromEntries(labelNames.map((label, index) => [label, values[index] ?? '']))
      const known = counts.get(key) ?? { labels: labels(), value: 0 }
      known.value += 1
      counts.set(key, known)
    },
    family: () => ({ name, help, type: 'counter', samples: [...counts.values()] }),
  }
}

export const requestSeconds = makeHistogram(
  'assay_http_request_duration_seconds',
  'Time to a complete response, without event streams.',
  ['method', 'route', 'status'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
)

export const mcpRequests = makeCounter(
  'assay_mcp_requests_total',
  'Requests of AI agents to /mcp.',
  ['outcome'],
)

export const mcpToolCalls = makeCounter(
  'assay_mcp_tool_calls_total',
  'Calls of the tools of /mcp.',
  ['tool', 'outcome'],
)

export const jobSeconds = makeHistogram(
  'assay_job_duration_seconds',
  'Time from claim to end of jobs run by this process.',
  ['analyzer', 'status'],
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
)

export const commitSeconds = makeHistogram(
  'assay_database_commit_duration_seconds',
  'Commit time in this process.',
  [],
  [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
)

export const backgroundEnded = makeCounter(
  'assay_background_ended_total',
  'Background tasks finished by this process: done, later, failed or timed out.',
  ['work', 'outcome'],
)

export const backgroundSeconds = makeHistogram(
  'assay_background_seconds',
  'Duration of background tasks in this process.',
  ['work'],
  [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
)

export interface PoolNumbers {
  readonly pool: string
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

/** Of the open databases; a process has one. */
const pools = new Set<() => readonly PoolNumbers[]>()

/** Returns a function that ends it. */
export function reportPools(numbers: () => readonly PoolNumbers[]): () => void {
  pools.add(numbers)
  return () => void pools.delete(numbers)
}

export const poolNumbers = (): PoolNumbers[] => [...pools].flatMap((numbers) => numbers())

export const renderMetrics = (families: readonly Family[]): string =>
  families
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ({ suffix = '', labels, value }) =>
            `${name}${suffix}${renderLabels(labels)} ${renderValue(value)}`,
        ),
        '',
      ].join('\n'),
    )
    .join('')

function renderLabels(labels: Sample['labels']): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

const escapeLabel = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const renderValue = (value: number) =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : Number.isNaN(value) ? 'NaN' : String(value)
