import { visibleText } from '../../model/defang.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** The second step before the world outside: which host will learn of this reader's interest. */
export function OpenAddressDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const host = hostOf(address)
  return (
    <Dialog
      title={text('report.open.title')}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {text('app.cancel')}
          </Button>
          {host && (
            <a
              className="button button-danger"
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
            >
              {text('report.open.confirm')}
            </a>
          )}
        </>
      }
    >
      <p>{text('report.open.warning')}</p>
      <dl className="facts">
        <dt>{text('report.open.host')}</dt>
        <dd className="value">{host ?? text('report.open.noHost')}</dd>
        <dt>{text('report.open.address')}</dt>
        <dd className="value">{visibleText(address)}</dd>
      </dl>
    </Dialog>
  )
}

/** As the browser understands it: `https://good.example@evil.example` goes to evil.example. */
function hostOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.host : undefined
}
