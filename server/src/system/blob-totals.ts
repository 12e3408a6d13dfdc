import type { Deps } from '../deps.ts'
import type { Family } from '../process/metrics.ts'
import type { BlobTotals } from '../storage/blobs/store.ts'
import { storeKind } from './blob-status.ts'
import { gauge } from './process-metrics.ts'

/** The share of time that counting may take, and the shortest pause between counts. */
const share = 0.05
const leastMs = 60_000

interface Counted {
  readonly totals: readonly BlobTotals[]
  /** Epoch milliseconds. */
  readonly at: number
}

/**
 * Number and bytes of stored files. A scrape never waits for them: it shows the last count, and starts a new
 * one in the background when that is old. Nothing counts without scrapes.
 */
export function blobTotals({ blobs, clock, log }: Deps): () => Family[] {
  let counted: Counted | undefined
  let nextAt = Number.NEGATIVE_INFINITY
  const count = async () => {
    const begun = performance.now()
    nextAt = Number.POSITIVE_INFINITY
    try {
      counted = { totals: await blobs.count(), at: clock.now() }
    } catch (err) {
      // The store has an own gauge for that; the former numbers stay, with their age.
      log.debug({ err }, 'failed to count stored files')
    } finally {
      const now = performance.now()
      nextAt = now + Math.max(leastMs, (now - begun) / share)
    }
  }
  return () => {
    if (performance.now() >= nextAt) void count()
    return counted ? families(counted) : []
  }
}

function families({ totals, at }: Counted): Family[] {
  // Two of a kind while files are moved from one to the other.
  const kinds = [...new Set(totals.map(({ store }) => storeKind(store)))]
  const samples = (value: 'files' | 'bytes') =>
    kinds.map((store) => ({
      labels: { store },
      value: totals
        .filter((total) => storeKind(total.store) === store)
        .reduce((sum, total) => sum + total[value], 0),
    }))
  return [
    gauge('assay_blobs', 'Stored files.', samples('files')),
    gauge('assay_blobs_bytes', 'Size of all stored files.', samples('bytes')),
    gauge('assay_blobs_counted_timestamp_seconds', 'When they were counted.', at / 1000),
  ]
}
