import { navigate } from '../../base/routing/location.ts'

/** What another screen hands to the form: artifacts to pivot to, a pasted text, an analyzer to run. */
export interface Draft {
  /** Kept as they are: no detection, no refanging. */
  observables?: readonly { dataType: string; data: string }[]
  /** Read like a paste. */
  text?: string
  /** The type for typed values, whatever they look like. */
  dataType?: string
  tlp?: number
  pap?: number
  /** Chosen from the start; without it whatever fits. */
  analyzerIds?: readonly string[]
}

// In memory: it may be long, and an address is logged and remembered.
let draft: Draft | undefined

export function openNewAnalysis(next: Draft): void {
  draft = next
  navigate('/new')
}

/** Once; a reload starts with an empty form. */
export function takeDraft(): Draft | undefined {
  const taken = draft
  draft = undefined
  return taken
}
