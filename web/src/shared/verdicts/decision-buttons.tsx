import type { Decision, ValueName } from '@assay/contract'
import { useState } from 'react'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { MarkDialog } from './mark.tsx'
import { kindOf } from './marks.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface DecisionButtonsProps {
  subject: ValueName
  decision: Decision
  isSmall?: boolean
}

/** Changes or withdraws a verdict, for those who may. */
export function DecisionButtons({ subject, decision, isSmall = false }: DecisionButtonsProps) {
  const { analyze } = useRights()
  const [asked, setAsked] = useState<'change' | 'withdraw'>()
  const close = () => setAsked(undefined)
  const size = isSmall ? { size: 'small' as const } : {}
  if (!analyze) return null
  return (
    <div className="buttons">
      <Button {...size} icon="edit" onClick={() => setAsked('change')}>
        {text('mark.change')}
      </Button>
      <Button {...size} onClick={() => setAsked('withdraw')}>
        {text('mark.withdraw')}
      </Button>
      {asked === 'change' && (
        <MarkDialog
          values={[subject]}
          caseId={decision.caseId}
          first={{ kind: kindOf(decision), reason: decision.reason }}
          onClose={close}
        />
      )}
      {asked === 'withdraw' && <WithdrawDialog decision={decision} onClose={close} />}
    </div>
  )
}
