import '../findings/findings.css'
import './facts.css'
import { formatNumber } from '../../../base/texts/index.ts'
import { BlockView } from './blocks.tsx'
import type { PanelModel } from './model.ts'
import type { Marking } from './use-analyze-parts.ts'

interface FactPanelsProps {
  panels: readonly PanelModel[]
  /** That of the job: what is analyzed on from here is marked alike. */
  marking: Marking
}

export const FactPanels = ({ panels, marking }: FactPanelsProps) =>
  panels.map(({ title, count, note, blocks }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, two may have parts of one name
    <section key={place} className="panel value-panel fact-panel" aria-label={title}>
      <div className="panel-head">
        <h2>
          {title} {count !== undefined && <span className="tab-count">{formatNumber(count)}</span>}
        </h2>
        {note && <span className="muted">{note}</span>}
      </div>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change
        <BlockView key={at} block={block} marking={marking} />
      ))}
    </section>
  ))
