import type { Job } from '@assay/contract'
import { useState } from 'react'
import { toggled } from '../ui/table.tsx'

/** Chosen jobs stay chosen on other pages of the same list; another filter is another list. */
export function useSelection(rows: readonly Job[], filterKey: string) {
  const [kept, setKept] = useState<{ key: string; jobs: ReadonlyMap<string, Job> }>({
    key: filterKey,
    jobs: new Map(),
  })
  const before = kept.key === filterKey ? kept.jobs : new Map<string, Job>()
  const present = new Map(rows.map((job) => [job.id, job]))
  // Of rows in sight the present state counts: a job may have ended since it was chosen.
  const jobs = [...before.values()].map((job) => present.get(job.id) ?? job)
  const ids: ReadonlySet<string> = new Set(before.keys())
  const choose = (next: ReadonlySet<string>) => {
    const chosen = [...next].flatMap((id) => {
      const job = present.get(id) ?? before.get(id)
      return job ? [[id, job] as const] : []
    })
    setKept({ key: filterKey, jobs: new Map(chosen) })
  }
  return {
    ids,
    jobs,
    choose,
    toggle: (id: string) => choose(toggled(ids, id)),
    clear: () => choose(new Set()),
  }
}
