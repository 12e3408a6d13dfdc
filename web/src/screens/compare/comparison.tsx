import type { JobWithReport } from '@assay/contract'
import { useMemo } from 'react'
import { summaryOf } from '../../base/data/jobs.ts'
import { isRecord, worstLevel } from '../../base/model/levels.ts'
import { plainValue } from '../../base/model/observable.ts'
import { isFinal } from '../../base/model/statuses.ts'
import { useSearch } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Check, Radios } from '../../base/ui/field.tsx'
import { LevelMark } from '../../base/ui/marks.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { Answer, Empty, Missing } from '../../base/ui/states.tsx'
import { ArtifactChanges } from './artifact-changes.tsx'
import { Changes } from './changes.tsx'
import { diff } from './diff.ts'
import { Sides } from './sides.tsx'
import { useReport } from './use-report.ts'

interface ComparisonProps {
  a: string
  b: string
  onSwap: () => void
}

export function Comparison({ a, b, onSwap }: ComparisonProps) {
  const before = useReport(a)
  const after = useReport(b)
  return (
    <Answer query={before} missing={<MissingJob id={a} />}>
      {(one) => (
        <Answer query={after} missing={<MissingJob id={b} />}>
          {(other) => <Compared one={one} other={other} onSwap={onSwap} />}
        </Answer>
      )}
    </Answer>
  )
}

export const MissingJob = ({ id }: { id: string }) => (
  <Missing what={text('compare.job')} id={id} list={null} />
)

interface ComparedProps {
  one: JobWithReport
  other: JobWithReport
  onSwap: () => void
}

function Compared({ one, other, onSwap }: ComparedProps) {
  const hasEnded = isFinal(one.status) && isFinal(other.status)
  return (
    <>
      <Sides one={one} other={other} onSwap={onSwap} />
      <Warnings one={one} other={other} />
      {hasEnded ? (
        <>
          <Levels one={one} other={other} />
          <ReportChanges one={one} other={other} />
          <ArtifactChanges one={one} other={other} />
        </>
      ) : (
        <Empty icon="status-waiting" title={text('compare.notEnded')}>
          {text('compare.notEndedText')}
        </Empty>
      )}
    </>
  )
}

/** Fields that always differ are left out. */
function Warnings({ one, other }: Omit<ComparedProps, 'onSwap'>) {
  const isSameValue = one.dataType === other.dataType && plainValue(one) === plainValue(other)
  const warnings = [
    one.id === other.id && text('compare.sameJob'),
    !isSameValue && text('compare.otherValue'),
    one.workerName !== other.workerName && text('compare.otherAnalyzer'),
  ].filter((warning) => warning !== false)
  return warnings.map((warning) => (
    <Notice key={warning} kind="warning">
      {warning}
    </Notice>
  ))
}

function Levels({ one, other }: Omit<ComparedProps, 'onSwap'>) {
  const before = worstLevel(summaryOf(one)) ?? 'unknown'
  const after = worstLevel(summaryOf(other)) ?? 'unknown'
  return (
    <dl className="facts compare-level">
      <dt>{text('compare.level')}</dt>
      <dd>
        <LevelMark level={before} />
        {before === after ? (
          <span className="muted">{text('compare.levelSame')}</span>
        ) : (
          <>
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">{text('compare.becomes')}</span>
            <LevelMark level={after} />
          </>
        )}
      </dd>
    </dl>
  )
}

function ReportChanges({ one, other }: Omit<ComparedProps, 'onSwap'>) {
  const { params, set } = useSearch()
  const isSideBySide = params.get('view') === 'side'
  const withSame = params.get('all') === '1'
  const found = useMemo(
    () => diff(withoutArtifacts(one.report), withoutArtifacts(other.report), { withSame }),
    [one.report, other.report, withSame],
  )
  return (
    <Panel title={text('compare.changes')} className="compare-changes">
      <div className="compare-options">
        <Radios
          legend={text('compare.view')}
          name="view"
          value={isSideBySide ? 'side' : 'changes'}
          onChange={(view) => set({ view: view === 'side' ? view : undefined })}
          options={[
            { value: 'changes', label: text('compare.viewChanges') },
            { value: 'side', label: text('compare.viewSide') },
          ]}
        />
        <Check
          label={text('compare.onlyDifferences')}
          checked={!withSame}
          onChange={(only) => set({ all: only ? undefined : '1' })}
        />
      </div>
      {found.isCut && <Notice kind="info">{text('compare.cut')}</Notice>}
      {found.different === 0 && !found.isCut && (
        <p className="compare-same">{text('compare.same')}</p>
      )}
      <Changes difference={found} isSideBySide={isSideBySide} />
    </Panel>
  )
}

/** Artifacts are compared by type and value, below. */
function withoutArtifacts(report: unknown): unknown {
  if (!isRecord(report)) return report
  const { artifacts, ...rest } = report
  return rest
}
