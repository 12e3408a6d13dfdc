import { defangText } from '../../base/model/defang.ts'
import '../../shared/response/response.css'
import type { ValueDetail } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { ResponderDialog } from '../cases/respond/responder-dialog.tsx'

interface RespondProps {
  found: ValueDetail
  tlp: number
  /** Its copy in the case from which the reader came. */
  copy: string | undefined
  onCase: (caseId: string) => void
  onAdd: () => void
  onClose: () => void
}

/** A responder gets a value of a case: the one of this case, or one that is chosen or made first. */
export function Respond({ found, tlp, copy, onCase, onAdd, onClose }: RespondProps) {
  if (copy !== undefined)
    return (
      <ResponderDialog
        targets={[{ type: 'case_artifact', id: copy, tlp }]}
        onClose={onClose}
        onStarted={(how) => {
          if (how === 'ran') showToast({ kind: 'success', message: text('value.responding') })
          onClose()
        }}
      />
    )
  const cases = found.sightings.filter(({ type, status }) => type === 'case' && status === 'Open')
  return (
    <Dialog title={text('value.respond')} onClose={onClose}>
      <p>{text(cases.length > 0 ? 'value.respondWhere' : 'value.respondNowhere')}</p>
      <ul className="value-choices">
        {cases.slice(0, 8).map(({ id, number, title }) => (
          <li key={id}>
            <Button icon="case" onClick={() => onCase(id)}>
              #{number} {defangText(title)}
            </Button>
          </li>
        ))}
        <li>
          <Button icon="plus" onClick={onAdd}>
            {text('value.addFirst')}
          </Button>
        </li>
      </ul>
    </Dialog>
  )
}
