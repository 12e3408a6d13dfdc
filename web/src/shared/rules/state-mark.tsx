import './rules.css'
import type { Rule } from '@assay/contract'
import type { ReactNode } from 'react'
import { Icon } from '../../base/ui/icons.tsx'
import { stateWord } from './words.ts'

/** Off, trial, on or stopped: a word, and a color that adds nothing to it. */
export const StateMark = ({ state }: { state: Rule['state'] }) => (
  <span className="rule-state" data-state={state}>
    {state === 'stopped' && <Icon name="pause" />} {stateWord(state)}
  </span>
)

/** The same form for what became of a run. */
export const RunMark = ({ isTrial, children }: { isTrial: boolean; children: ReactNode }) => (
  <span className="rule-state" data-state={isTrial ? 'trial' : undefined}>
    {children}
  </span>
)
