import { FactPanels } from '../report/facts/fact-panels.tsx'
import type { PanelModel } from '../report/facts/model.ts'
import type { Marking } from '../report/facts/use-analyze-parts.ts'

interface TypePanelsProps {
  panels: readonly PanelModel[]
  place: 'main' | 'side'
  marking: Marking
}

/** What a person looks for in an observable of this type; small parts of it are at the side. */
export const TypePanels = ({ panels, place, marking }: TypePanelsProps) => (
  <FactPanels
    panels={panels.filter(({ isSide = false }) => isSide === (place === 'side'))}
    marking={marking}
  />
)
