import type { Page } from 'playwright-core'

/**
 * Milliseconds of the longest task that the page did meanwhile, 0 when none took 50. A task also lasts
 * while other programs have the processor, which is no fault of the page; but none computes longer
 * than the page computed altogether, so the smaller of the two counts.
 */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const computed = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const observer = await page.evaluateHandle(() => {
    const durations: number[] = []
    const keep = (entries: PerformanceEntryList) =>
      void durations.push(...entries.map(({ duration }) => duration))
    const observing = new PerformanceObserver((list) => keep(list.getEntries()))
    observing.observe({ type: 'longtask' })
    return {
      end: async () => {
        // A task is told of after it has ended, in a task of its own.
        for (let turn = 0; turn < 3; turn += 1) await new Promise(requestAnimationFrame)
        keep(observing.takeRecords())
        observing.disconnect()
        return Math.max(0, ...durations)
      },
    }
  })
  const before = await computed()
  await work()
  const longest = await observer.evaluate(({ end }) => end())
  const altogether = (await computed()) - before
  await session.detach()
  return Math.min(longest, altogether)
}

const attempts = 4

/** The best of a few attempts: the first one also compiles, and the machine has other work. */
export async function shortestOf(measure: () => Promise<number>, enough: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts && best >= enough; attempt += 1)
    best = Math.min(best, await measure())
  return best
}
