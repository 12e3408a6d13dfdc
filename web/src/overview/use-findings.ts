import type { Job } from '@assay/contract'
import { useEffect, useState } from 'react'
import { useSummaries } from '../data/summaries.ts'
import { maliciousIn } from './findings.ts'

/** One call tells of so many. */
const step = 200
const maxAsked = 1_000

/** The newest malicious findings: asks for more summaries until enough were found. */
export function useFindings(jobs: readonly Job[], wanted: number) {
  const [asked, setAsked] = useState(step)
  const ended = jobs.filter(({ status, type }) => status === 'Success' && type === 'analyzer')
  const looked = ended.slice(0, asked)
  const summaries = useSummaries(looked.map(({ id }) => id))
  const findings = maliciousIn(looked, summaries)
  const isPending = summaries.size < looked.length
  const needsMore =
    !isPending && findings.length < wanted && asked < Math.min(ended.length, maxAsked)
  useEffect(() => {
    if (needsMore) setAsked((count) => count + step)
  }, [needsMore])
  return {
    findings: findings.slice(0, wanted),
    looked: looked.length,
    isPending: isPending || needsMore,
  }
}
