import { defang } from '@assay/contract'
import { useState } from 'react'
import { defangText, visibleText } from '../../../base/model/defang.ts'
import { Link } from '../../../base/routing/link.tsx'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { copyable, copyText } from '../../../base/ui/copy.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import { OpenAddressDialog } from './open-address-dialog.tsx'
import { useIsPrint } from './print.ts'

/**
 * An address, a name, a hash: defanged, one click copies it, and the value itself links to all that
 * is known about it. A web address is opened only through a second step.
 */
export function ObservableValue({ dataType, value }: { dataType: string; value: string }) {
  const isPrint = useIsPrint()
  const [isOpening, setOpening] = useState(false)
  const shown = dataType === 'url' ? defangText(value) : visibleText(defang(dataType, value))
  if (isPrint) return <span className="value">{shown}</span>
  const isAddress = dataType === 'url' && /^https?:\/\//i.test(value)
  return (
    <span className="observable-value">
      <Link className="value" to={valuePath({ dataType, data: value })}>
        {shown}
      </Link>
      <Button
        kind="quiet"
        size="small"
        icon="copy"
        iconOnly
        onClick={() => void copyText(copyable(dataType, value))}
      >
        {text('report.copyValue', { value: shown })}
      </Button>
      {isAddress && (
        <Button kind="quiet" size="small" icon="link" iconOnly onClick={() => setOpening(true)}>
          {text('report.openAddress', { value: shown })}
        </Button>
      )}
      {isOpening && <OpenAddressDialog address={value} onClose={() => setOpening(false)} />}
    </span>
  )
}
