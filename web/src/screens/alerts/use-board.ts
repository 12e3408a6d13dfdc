import type { AlertV1 } from '@assay/contract'
import { useState } from 'react'
import { useLiveVerdicts } from '../../base/live/use-live-verdicts.ts'
import { useRights } from '../../base/session/rights.ts'
import { useAnalyzeValues } from '../cases/observables/use-analyze.ts'
import type { Asked, Place } from './decision-bar.tsx'
import { openDismissMenu } from './dismiss-menu.tsx'
import { type AlertFacts, useFactsOf } from './facts.ts'
import { bestCase, nextStep } from './next-step.ts'
import { useAlert } from './use-alert.ts'
import { useAlertValues } from './use-alert-values.ts'
import { type DecisionWays, useDecisions } from './use-decisions.ts'
import { useTriageKeys } from './use-triage-keys.ts'

interface BoardOptions extends DecisionWays {
  id: string
  place: Place | undefined
  /** What a list knows already. */
  before?: { alert: AlertV1; facts: AlertFacts | undefined } | undefined
  onWide?: () => void
  onChoose?: (() => void) | undefined
  onBack?: () => void
}

/** All that is needed to decide about one alert, next to the list or alone, with its keys. */
export function useBoard({ id, place, before, onWide, onChoose, onBack, ...ways }: BoardOptions) {
  const { analyze } = useRights()
  useLiveVerdicts()
  const alert = useAlert(id, before?.alert)
  const facts = useFactsOf(id, before?.facts)
  const values = useAlertValues(id)
  const analysis = useAnalyzeValues()
  const decisions = useDecisions(alert.data, ways)
  const [asked, setAsked] = useState<Asked>()
  const best = facts && bestCase(facts.similar)
  const similar = best?.case.status === 'Open' ? best : undefined
  const isOpen = alert.data !== undefined && alert.data.caseId === undefined
  const mayDecide = analyze && isOpen
  useTriageKeys({
    j: place?.onNext,
    k: place?.onPrevious,
    Enter: onWide,
    Escape: onBack,
    ' ': onChoose,
    a: analyze && (() => void analysis.run(values.values.map(({ observable }) => observable))),
    i: mayDecide && (() => setAsked('case')),
    m: mayDecide && (() => setAsked(similar ? 'merge' : 'pick')),
    r: analyze && focusRespond,
    x:
      analyze &&
      alert.data?.read === false &&
      (isOpen ? openDismissMenu : () => void decisions.read()),
  })
  return {
    alert,
    facts,
    values,
    analysis: analyze ? analysis : undefined,
    decisions,
    asked,
    setAsked,
    similar,
    step: isOpen && !alert.data?.read && facts ? nextStep(facts.verdicts, best) : undefined,
  }
}

export type Board = ReturnType<typeof useBoard>

function focusRespond(): void {
  const panel = document.querySelector<HTMLElement>('[data-respond]')
  panel?.scrollIntoView({ block: 'nearest' })
  panel?.querySelector<HTMLElement>('button')?.focus()
}
