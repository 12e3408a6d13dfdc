import { ActionsList } from './actions-list.tsx'
import { type Target, useActions } from './data.ts'

/** Responders that were run on one entity. */
export const ActionsPanel = ({ target }: { target: Pick<Target, 'type' | 'id'> }) => (
  <ActionsList query={useActions(target)} none="cases.noActions" noneAbout="cases.noActionsAbout" />
)
