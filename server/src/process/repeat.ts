/**
 * Runs the work, unless it is running: then the current run is returned. Failures go to `onError`,
 * so callers need not catch them.
 */
export function oneAtATime(work: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work()
      .then(() => {}, onError)
      .finally(() => {
        running = undefined
      })
    return running
  }
  return { run, settled: async () => await running }
}

/** The work at once and then every so often, and not again while it runs. */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
) {
  const { run, settled } = oneAtATime(work, onError)
  const timer = setInterval(run, everyMs)
  void run()
  return {
    runNow: run,
    async stop() {
      clearInterval(timer)
      await settled()
    },
  }
}
