import './decision.css'
import { DecisionBar, type Place } from './decision-bar.tsx'
import { DecisionDialogs } from './decision-dialogs.tsx'
import type { AlertDetail } from './use-alert.ts'
import type { Board } from './use-board.ts'

interface DecisionProps {
  alert: AlertDetail
  board: Board
  place: Place
}

/** The possible decisions about an alert and their dialogs; the same next to the list and alone. */
export function Decision({ alert, board, place }: DecisionProps) {
  const { asked, setAsked: onAsk, similar, step, decisions } = board
  const shared = { alert, similar, decisions, onAsk }
  return (
    <>
      <DecisionBar {...shared} step={step} place={place} />
      <DecisionDialogs {...shared} asked={asked} />
    </>
  )
}
