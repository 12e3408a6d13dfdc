import type { InvestigationDetail, InvestigationRelations } from '@assay/contract'
import { typeName } from '../../base/model/type-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { shownValueOf } from './shown.ts'

type FoundNode = InvestigationRelations['nodes'][number]

/** What reports found in the values and was not analyzed yet; files first, as the server sorts them. */
export const unseenIn = ({ nodes }: InvestigationRelations): FoundNode[] =>
  nodes.filter(({ isMember, level }) => !isMember && level === null)

const few = 8

interface FoundPanelProps {
  investigation: InvestigationDetail
  found: readonly FoundNode[]
  /** Of those who may start jobs. */
  onAnalyze: (() => void) | undefined
}

/** Extracted files and values are analyzed with one key. */
export function FoundPanel({ found, onAnalyze }: FoundPanelProps) {
  if (found.length === 0) return null
  const files = found.filter(({ hash }) => hash !== undefined).length
  return (
    <section className="panel inv-found">
      <div className="inv-group-head">
        <h2>{text('investigation.found')}</h2>
        <span className="muted">
          {[
            files > 0 && counted('investigation.foundFiles', files),
            found.length > files && counted('investigation.foundValues', found.length - files),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
        {onAnalyze && (
          <Button size="small" icon="play" aria-keyshortcuts="a" onClick={onAnalyze}>
            {text('investigation.analyzeFound')}
          </Button>
        )}
      </div>
      <ul className="inv-chips">
        {found.slice(0, few).map((node) => (
          <li key={node.key}>
            <Link to={valuePath(node)} className="inv-chip">
              <VerdictMark level={node.level} isPlain isShort />{' '}
              <span className="muted">{typeName(node.dataType)}</span>{' '}
              <span className="value">{shownValueOf(node)}</span>
            </Link>
          </li>
        ))}
        {found.length > few && (
          <li className="muted">{text('investigation.andMore', { count: found.length - few })}</li>
        )}
      </ul>
    </section>
  )
}
