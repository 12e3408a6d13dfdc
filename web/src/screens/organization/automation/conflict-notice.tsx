import type { Rule } from '@assay/contract'
import { ruleParts } from '@assay/contract/rule-sentences'
import { useState } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { differences } from './differences.ts'
import { type RuleDraft, shownBody } from './draft.ts'
import { DifferenceList } from './versions-dialog.tsx'

interface ConflictNoticeProps {
  /** The version that another administrator saved. */
  theirs: Rule
  mine: RuleDraft
  onOver: () => void
  onTheirs: () => void
}

/** Nothing is lost: what was typed stays until its author decides. */
export function ConflictNotice({ theirs, mine, onOver, onTheirs }: ConflictNoticeProps) {
  const [isCompared, setCompared] = useState(false)
  const { version } = theirs
  const reads = ruleParts(shownBody(mine), {
    runAs: mine.runAs,
    runsPerHour: Number(mine.runsPerHour),
    jobsPerDay: Number(mine.jobsPerDay),
    expiresAt: mine.expires === '' ? null : Date.parse(`${mine.expires}T23:59:59.999Z`),
  })
  return (
    <Notice kind="warning">
      <p>{text('rules.conflict', { login: theirs.updatedBy ?? theirs.createdBy, version })}</p>
      {isCompared && <DifferenceList found={differences(theirs, { name: mine.name, reads })} />}
      <div className="buttons">
        {!isCompared && (
          <Button size="small" onClick={() => setCompared(true)}>
            {text('rules.conflictCompare')}
          </Button>
        )}
        <Button size="small" onClick={onOver}>
          {text('rules.conflictOver')}
        </Button>
        <Button size="small" onClick={onTheirs}>
          {text('rules.conflictTheirs', { version })}
        </Button>
      </div>
    </Notice>
  )
}
