/**
 * How much longer than it should this process has waited for its turn on the processor. A machine that is
 * busy with other things delays everything; a question that is asked twice does not show up here.
 */
export function watchStarvation() {
  let starvedMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    starvedMs += Math.max(0, now - last - 30)
    last = now
  }, 20)
  return {
    end() {
      clearInterval(timer)
      return starvedMs + Math.max(0, performance.now() - last - 30)
    },
  }
}
