import { visibleText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { LeaveDialog } from '../../../base/ui/leave-dialog.tsx'

/** Which host will learn of this reader's interest. */
export function OpenAddressDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const host = hostOf(address)
  return (
    <LeaveDialog
      title={text('report.open.title')}
      href={host ? address : undefined}
      confirm={text('report.open.confirm')}
      onClose={onClose}
    >
      <p>{text('report.open.warning')}</p>
      <dl className="facts">
        <dt>{text('report.open.host')}</dt>
        <dd className="value">{host ?? text('report.open.noHost')}</dd>
        <dt>{text('report.open.address')}</dt>
        <dd className="value">{visibleText(address)}</dd>
      </dl>
    </LeaveDialog>
  )
}

/** As the browser understands it: `https://good.example@evil.example` goes to evil.example. */
function hostOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.host : undefined
}
