import { useSyncExternalStore } from 'react'

/** How far the visitor is, and whether they have closed the tour. */
export interface TourState {
  readonly step: number
  readonly isAway: boolean
}

const key = 'assay.tour'
const listeners = new Set<() => void>()
let inMemory: string | null = null

/** Whatever the storage holds: only an existing step is taken. */
export function readTour(kept: string | null, steps: number): TourState {
  try {
    const { step, isAway } = JSON.parse(kept ?? '{}') as Partial<TourState>
    const isStep = Number.isInteger(step) && Number(step) >= 0 && Number(step) < steps
    return { step: isStep ? Number(step) : 0, isAway: isAway === true }
  } catch {
    return { step: 0, isAway: false }
  }
}

export function changeTour(state: TourState): void {
  inMemory = JSON.stringify(state)
  try {
    localStorage.setItem(key, inMemory)
  } catch {}
  for (const listener of listeners) listener()
}

export const useTour = (steps: number): TourState =>
  readTour(useSyncExternalStore(subscribe, read), steps)

function read(): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory
  } catch {
    return inMemory
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
