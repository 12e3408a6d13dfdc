import { defang } from '@assay/contract'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { defangText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { copyText } from '../../../base/ui/copy.tsx'
import { LeaveDialog } from '../../../base/ui/leave-dialog.tsx'
import { Menu } from '../../../base/ui/menu.tsx'
import { webAddress } from './inner-path.ts'

const shownOf = (address: string) => defangText(defang('url', address))

/** Where a link would lead: shown and copied; it opens only after a second step. */
export function LinkTarget({ address }: { address: string }) {
  const [isAsking, setAsking] = useState(false)
  const shown = shownOf(address)
  const web = webAddress(address)
  return (
    <>
      {' '}
      <span className="print-only value">{shown}</span>
      <Menu
        label={shown}
        name={text('response.linkTarget')}
        button={{ kind: 'quiet', size: 'small', icon: 'link', className: 'markdown-target' }}
        items={[
          { label: text('copy.harmless'), icon: 'copy', onSelect: () => void copyText(shown) },
          { label: text('copy.original'), icon: 'copy', onSelect: () => void copyText(address) },
          web && {
            label: text('response.openLink'),
            icon: 'link',
            onSelect: () => setAsking(true),
          },
        ]}
      />
      {isAsking &&
        web &&
        // The link is in the middle of a paragraph, where no dialog can be.
        createPortal(<OpenLink web={web} onClose={() => setAsking(false)} />, document.body)}
    </>
  )
}

/** The author of the text chose the words of the link: what counts is the host, and it is shown whole. */
function OpenLink({ web, onClose }: { web: URL; onClose: () => void }) {
  return (
    <LeaveDialog
      title={text('response.openLinkTitle')}
      href={web.href}
      confirm={text('response.openLinkNow')}
      onClose={onClose}
    >
      <p>{text('response.openLinkAbout')}</p>
      <dl className="facts">
        <dt>{text('response.openLinkHost')}</dt>
        <dd className="value markdown-host">{defangText(defang('domain', web.host))}</dd>
        <dt>{text('response.openLinkWhole')}</dt>
        <dd className="value">{shownOf(web.href)}</dd>
      </dl>
    </LeaveDialog>
  )
}
