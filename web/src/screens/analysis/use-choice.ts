import type { Worker } from '@assay/contract'
import { useState } from 'react'
import { forbiddenBy, type Handling, typesTaken } from './plan.ts'
import { isInPreset, type Preset } from './presets.ts'

/** An analyzer that fits something that is ticked. */
export interface Offer {
  readonly analyzer: Worker
  /** Which of the ticked types it takes. */
  readonly types: readonly string[]
  readonly forbidden: ReturnType<typeof forbiddenBy>
  readonly isChosen: boolean
}

/** Which analyzers are to run: a preset, and what was ticked by hand since it was chosen. */
export function useChoice(
  analyzers: readonly Worker[],
  types: readonly string[],
  handling: Handling,
) {
  const [preset, setPreset] = useState<Preset>({ kind: 'all' })
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())

  const offers = analyzers.flatMap((analyzer): Offer[] => {
    const taken = typesTaken(analyzer, types)
    if (taken.length === 0) return []
    const forbidden = forbiddenBy(analyzer, handling)
    const isWanted = byHand.get(analyzer.id) ?? isInPreset(preset, analyzer)
    return [{ analyzer, types: taken, forbidden, isChosen: isWanted && !forbidden }]
  })

  const choosePreset = (next: Preset) => {
    setPreset(next)
    setByHand(new Map())
  }
  const toggle = (id: string, isChosen: boolean) =>
    setByHand((present) => new Map(present).set(id, isChosen))

  return { preset, isByHand: byHand.size > 0, offers, choosePreset, toggle }
}

export type Choice = ReturnType<typeof useChoice>
