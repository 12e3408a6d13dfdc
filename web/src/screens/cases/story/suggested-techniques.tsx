import type { ObservableV1, PatternV1, ProcedureV1, Reason } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { changed } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import { isOneOf, listedSteps } from '../../../base/data/steps.ts'
import { valueNameOf } from '../../../base/data/verdicts.ts'
import { defangText } from '../../../base/model/defang.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { said } from '../../../base/model/said.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { useCaseValues } from './side-values.tsx'

const maxShown = 5

interface SuggestedTechniquesProps {
  caseId: string
  known: readonly ProcedureV1[]
}

/** Techniques that findings about the values of the case suggest. Only a person adds one. */
export function SuggestedTechniques({ caseId, known }: SuggestedTechniquesProps) {
  const { values } = useCaseValues(caseId)
  const suggestions = useSuggestions(
    values
      .map(({ observable }) => observable)
      .filter(({ data, attachment }) => attachment?.id ?? data),
  )
  const isNew = ({ pattern }: Suggestion) =>
    !known.some(({ patternId }) => patternId === pattern.patternId)
  const shown = suggestions.filter(isNew).slice(0, maxShown)
  if (shown.length === 0) return null
  return (
    <>
      <h3 className="side-head">{text('cases.suggested')}</h3>
      <ul className="side-rows">
        {shown.map((suggestion) => (
          <Suggested key={suggestion.pattern._id} caseId={caseId} suggestion={suggestion} />
        ))}
      </ul>
    </>
  )
}

interface Suggestion {
  readonly pattern: PatternV1
  readonly observable: ObservableV1
  readonly reason: Reason
}

function Suggested({ caseId, suggestion }: { caseId: string; suggestion: Suggestion }) {
  const { pattern, observable, reason } = suggestion
  const { patternId, name, tactics } = pattern
  const { attachment } = observable
  const value = attachment ? defangText(attachment.name) : shownValue(observable)
  const add = () =>
    attempt(async () => {
      const [tactic] = tactics
      await api.createCaseProcedure({ id: caseId }, { patternId, ...(tactic ? { tactic } : {}) })
      await changed('procedure')
    })
  return (
    <li>
      <span className="side-words">
        <span>{name}</span>
        <span className="muted small">
          {text('cases.suggestedBy', { id: patternId, value, reason: said(reason) })}
        </span>
      </span>
      <Button kind="quiet" size="small" icon="plus" iconOnly onClick={() => void add()}>
        {text('cases.addSuggested', { name })}
      </Button>
    </li>
  )
}

/** The first reason for each technique that the catalog has, values with the worst verdict first. */
function useSuggestions(observables: readonly ObservableV1[]): Suggestion[] {
  const values = observables.map(valueNameOf)
  const verdicts = useQuery({
    queryKey: keyOf('verdicts', { values, techniques: true }),
    queryFn: ({ signal }) => api.valueVerdicts({ values, techniques: true }, { signal }),
    enabled: values.length > 0,
  })
  const reasons = new Map<string, Omit<Suggestion, 'pattern'>>()
  for (const [at, verdict] of (verdicts.data ?? []).entries())
    for (const reason of verdict.techniques ?? []) {
      const [id, observable] = [reason.technique ?? '', observables[at]]
      if (observable && !reasons.has(id)) reasons.set(id, { observable, reason })
    }
  const ids = [...reasons.keys()].slice(0, 50)
  const patterns = useQuery({
    queryKey: keyOf('patterns', ids.join(' ')),
    queryFn: ({ signal }) =>
      runQuery<PatternV1>(
        listedSteps('Pattern', {
          filter: isOneOf('patternId', ids),
          sort: ['+patternId'],
          size: ids.length,
        }),
        { name: 'suggested-patterns', signal },
      ),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
  const byId = new Map(patterns.data?.rows.map((pattern) => [pattern.patternId, pattern]))
  return [...reasons].flatMap(([id, why]) => {
    const pattern = byId.get(id)
    return pattern ? [{ pattern, ...why }] : []
  })
}
