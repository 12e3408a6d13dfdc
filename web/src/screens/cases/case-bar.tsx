import type { CaseV1 } from '@assay/contract'
import { attempt } from '../../base/attempt.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { PapMenu, SeverityMenu, TlpMenu } from '../../shared/response/marking-menus.tsx'
import { TagList } from '../../shared/response/tag-list.tsx'
import { BarOwner, BarTime } from './bar-fact.tsx'
import { resolutionText } from './case-marks.tsx'
import { DueFact } from './clocks/due-fact.tsx'
import { CaseStatusMenu } from './clocks/status-menu.tsx'
import { type CaseChange, changeCase } from './data.ts'
import { FlagButton } from './flag-button.tsx'

/** The most important facts about a case, each editable in place. */
export function CaseBar({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const change = (what: CaseChange) => changeCase(row, what)
  const resolution = resolutionText(row)
  return (
    <div className="fact-bar">
      <SeverityMenu
        value={row.severity}
        canEdit={analyze}
        onSave={(severity) => change({ severity })}
      />
      <TlpMenu value={row.tlp} canEdit={analyze} onSave={(tlp) => change({ tlp })} />
      <PapMenu value={row.pap} canEdit={analyze} onSave={(pap) => change({ pap })} />
      <FlagButton
        flag={row.flag}
        canEdit={analyze}
        onToggle={() => void attempt(() => change({ flag: !row.flag }))}
      />
      <CaseStatusMenu row={row} />
      {resolution && <span>{resolution}</span>}
      <BarOwner
        login={row.assignee}
        canEdit={analyze}
        onSave={(assignee) => change({ assignee })}
      />
      <BarTime label={text('cases.opened')} at={row.startDate} />
      <BarTime label={text('cases.closed')} at={row.endDate} />
      <DueFact row={row} />
      {row.tags.length > 0 && <TagList tags={row.tags} max={6} />}
    </div>
  )
}
