import type { Job, ValueDetail } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { defangText } from '../../base/model/defang.ts'
import { fileSize } from '../../base/model/times.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { copyText } from '../../base/ui/copy.tsx'
import { PapMark, TlpMark } from '../../base/ui/marks.tsx'
import { Time } from '../../base/ui/time.tsx'
import { WatchMark } from './watch.tsx'

interface SubLineProps {
  value: ValueDetail
  newest: UseQueryResult<Job | null>
}

/** Below the name: marking, since when it is known, and where. */
export const SubLine = ({ value, newest: { data: newest, isLoading } }: SubLineProps) => (
  <p className="value-sub">
    {(newest || isLoading) && (
      <span className="value-marks">
        {newest && (
          <>
            <TlpMark tlp={newest.tlp} />
            <PapMark pap={newest.pap} />
          </>
        )}
      </span>
    )}
    <FileFacts value={value} />
    <Since value={value} />
    <WatchMark value={value} />
  </p>
)

function FileFacts({ value: { file, hash } }: { value: ValueDetail }) {
  if (!file || hash === undefined) return null
  const hashes = [hash, file.sha1, file.md5].filter(Boolean)
  const [, ...others] = file.names
  return (
    <>
      {file.size !== undefined && <span>{fileSize(file.size)}</span>}
      <span>
        SHA-256 <span className="value">{`${hash.slice(0, 8)}…${hash.slice(-6)}`}</span>
      </span>
      <Button
        size="small"
        kind="quiet"
        icon="copy"
        onClick={() => void copyText(hashes.join('\n'))}
      >
        {text('value.copyHashes')}
      </Button>
      {others.length > 0 && (
        <span>{text('value.alsoNamed', { names: others.map(defangText).join(', ') })}</span>
      )}
      {!file.isStored && <span>{text('value.notStored')}</span>}
    </>
  )
}

function Since({ value: { verdict, seenIn } }: { value: ValueDetail }) {
  const { cases, alerts } = seenIn
  return (
    <>
      {verdict.firstAt !== undefined && (
        <span>
          {text('value.firstSeen')} <Time at={verdict.firstAt} />
        </span>
      )}
      <span>
        {cases + alerts === 0
          ? text('value.inNone')
          : text(
              cases > 0 && alerts > 0
                ? 'value.inBoth'
                : cases > 0
                  ? 'value.inCases'
                  : 'value.inAlerts',
              {
                cases: counted('value.cases', cases),
                alerts: counted('value.alerts', alerts),
              },
            )}
      </span>
      {verdict.checkedAt !== undefined && (
        <span>
          {text('value.checked')} <Time at={verdict.checkedAt} style="ago" />
        </span>
      )}
    </>
  )
}
