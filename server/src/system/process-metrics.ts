import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Family, Sample } from '../process/metrics.ts'

type Delay = ReturnType<typeof monitorEventLoopDelay>

/** By the names that dashboards for Node know. */
export function processMetrics(): () => Family[] {
  // A timer without readers is not started.
  let delay: Delay | undefined
  return () => {
    const families = [...usage(), ...(delay ? delayOf(delay) : [])]
    delay ??= monitorEventLoopDelay({ resolution: 20 })
    // Each look is about the time since the last one.
    delay.reset()
    delay.enable()
    return families
  }
}

const nanoseconds = 1e-9
const idleNanoseconds = 20e6

/** The histogram holds the distance of its ticks; what is beyond the usual one is delay. */
const delayOf = (delay: Delay): Family[] =>
  delay.count === 0
    ? []
    : [
        gauge(
          'nodejs_eventloop_lag_p50_seconds',
          'Median event loop delay.',
          beyond(delay.percentile(50)),
        ),
        gauge(
          'nodejs_eventloop_lag_p99_seconds',
          '99th percentile event loop delay.',
          beyond(delay.percentile(99)),
        ),
        gauge('nodejs_eventloop_lag_max_seconds', 'Maximum event loop delay.', beyond(delay.max)),
      ]

const beyond = (value: number) => Math.max(0, value - idleNanoseconds) * nanoseconds

function usage(): Family[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time.',
      type: 'counter',
      samples: [{ labels: {}, value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', heapUsed),
    gauge(
      'process_start_time_seconds',
      'Start time as Unix timestamp.',
      Math.round(performance.timeOrigin) / 1000,
    ),
  ]
}

export const gauge = (name: string, help: string, value: number | readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples: typeof value === 'number' ? [{ labels: {}, value }] : value,
})
