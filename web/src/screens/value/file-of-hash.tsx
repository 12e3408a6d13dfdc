import type { ValueName } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { text } from '../../base/texts/index.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { useValueOnce } from './use-value.ts'

const sha256 = /^[0-9a-f]{64}$/i

/** Files are kept by their SHA-256: of that the page knows whether the file is here. */
export function FileOfHash({ subject: { dataType, data = '' } }: { subject: ValueName }) {
  const isAskable = dataType === 'hash' && sha256.test(data)
  const hash = data.toLowerCase()
  const found = useValueOnce({ dataType: 'file', hash }, isAskable).data
  if (!isAskable || !found) return null
  const isKnown = found.file?.isStored || found.answers.length > 0
  return (
    <Panel title={text('value.itsFile')} className="value-panel">
      {isKnown ? (
        <p>
          <VerdictMark level={found.verdict.level} isPlain />{' '}
          <Link className="value" to={valuePath({ dataType: 'file', hash })}>
            {defangText(found.file?.names[0] ?? hash)}
          </Link>
        </p>
      ) : (
        <p className="muted">{text('value.noFile')}</p>
      )}
    </Panel>
  )
}
