import { useVerdicts } from '../../../base/data/verdicts.ts'
import { defangText } from '../../../base/model/defang.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { Link } from '../../../base/routing/link.tsx'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import type { Part } from './model.ts'
import { hasPage, PartVerdict } from './part-verdict.tsx'
import { type Marking, useAnalyzeParts } from './use-analyze-parts.ts'

interface PartsProps {
  parts: readonly Part[]
  left: number
  marking: Marking
}

/** What is inside, each with its own verdict; what was not analyzed can be analyzed from here. */
export function Parts({ parts, left, marking }: PartsProps) {
  const verdictOf = useVerdicts(parts)
  const analysis = useAnalyzeParts(marking)
  const unasked = parts.filter((part) => analysis.canRun(part) && verdictOf(part)?.level === null)
  return (
    <>
      <ul className="part-list">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, its parts may repeat
          <li key={at} className="part-row">
            <span className="part-what">
              {part.shows !== undefined && (
                <>
                  <span className="part-shows">{defangText(part.shows)}</span>
                  <span aria-hidden="true"> → </span>
                  <span className="visually-hidden"> {text('facts.leads')} </span>
                </>
              )}
              <PartName part={part} />
              {part.note && <small className="muted">{defangText(part.note)}</small>}
            </span>
            {hasPage(part) && (
              <span className="part-verdict">
                <PartVerdict
                  part={part}
                  name={nameOf(part)}
                  level={verdictOf(part)?.level}
                  analysis={analysis}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="muted">{text('facts.moreParts', { count: left })}</p>}
      {unasked.length > 1 && (
        <p className="part-all">
          <Button
            size="small"
            icon="play"
            busy={analysis.isBusy || analysis.isWaiting}
            onClick={() => void analysis.run(unasked)}
          >
            {counted('facts.analyzeNew', unasked.length)}
          </Button>
          <span className="muted">{counted('facts.cost', analysis.costOf(unasked))}</span>
        </p>
      )}
    </>
  )
}

const nameOf = (part: Part) =>
  part.data === undefined
    ? defangText(part.name ?? part.attachment?.name ?? '')
    : shownValue({ dataType: part.dataType, data: part.data })

const PartName = ({ part }: { part: Part }) =>
  hasPage(part) ? (
    <Link className="value" to={valuePath(part)}>
      {nameOf(part)}
    </Link>
  ) : (
    <span className="value">{nameOf(part)}</span>
  )
