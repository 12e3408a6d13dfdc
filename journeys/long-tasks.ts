import type { CDPSession, Page } from 'playwright-core'

// Processor time, never time on the clock: other work of the machine is not in it, so a limit holds on a
// busy one, too.

async function withSession<T>(page: Page, use: (session: CDPSession) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  try {
    return await use(session)
  } finally {
    await session.detach()
  }
}

/** Seconds that the page itself computed in the meantime. */
export const computing = (page: Page, work: () => Promise<void>) =>
  withSession(page, async (session) => {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const read = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }
    const before = await read()
    await work()
    return (await read()) - before
  })

/** Of the trace, in microseconds; see `Trace Event Format`. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Milliseconds that the longest task of the page computed in the meantime. */
export const longestTask = (page: Page, work: () => Promise<unknown>) =>
  withSession(page, async (session) => {
    const events: TraceEvent[] = []
    session.on('Tracing.dataCollected', ({ value }) => {
      events.push(...(value as unknown as TraceEvent[]))
    })
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: {
        includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'],
        excludedCategories: ['*'],
      },
    })
    await work()
    // A task is written down after it has ended.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
    const ofPages = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(thread),
    )
    const tasks = events.filter((event) => event.name === 'RunTask' && ofPages.has(thread(event)))
    if (tasks.length === 0) throw new Error('The browser tells of no task')
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
  })

const attempts = 4

/** The best of a few attempts: the first one also compiles. */
export async function shortestOf(measure: () => Promise<number>, enough: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts && best >= enough; attempt += 1)
    best = Math.min(best, await measure())
  return best
}
