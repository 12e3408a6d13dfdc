import type { StoryEntry } from '@assay/contract'

export interface Day {
  readonly name: string
  readonly entries: readonly StoryEntry[]
}

/** Entries of one day are grouped; `nameOf` distinguishes the days. */
export function byDay(entries: readonly StoryEntry[], nameOf: (at: number) => string): Day[] {
  const days: { name: string; entries: StoryEntry[] }[] = []
  for (const entry of entries) {
    const name = nameOf(entry.at)
    const last = days.at(-1)
    if (last?.name === name) last.entries.push(entry)
    else days.push({ name, entries: [entry] })
  }
  return days
}
