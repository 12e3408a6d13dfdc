import { type RuleExplanation, type RuleObjectType, ruleObjectTypes } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { Link } from '../../../base/routing/link.tsx'
import { useSearch } from '../../../base/routing/location.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Answer, Missing } from '../../../base/ui/states.tsx'
import { useRules } from '../../../shared/rules/data.ts'
import { runsPath } from '../../../shared/rules/paths.ts'
import { RuleWords } from '../../../shared/rules/sentence.tsx'
import { foundWord, whyOf } from '../../../shared/rules/why.ts'
import { sentence, sentencePieces } from '../../../shared/rules/words.ts'
import { ObjectSearch } from './object-search.tsx'

/** `observable:~12`, as the address has it. */
export function objectIn(name: string | null) {
  const at = name?.indexOf(':') ?? -1
  const type = ruleObjectTypes.find((one) => one === name?.slice(0, at))
  return type && name ? { objectType: type, objectId: name.slice(at + 1) } : undefined
}

/** For any object: each rule, its conditions with what was found, and what kept it from acting. */
export function WhyPanel() {
  const { params, set } = useSearch()
  const object = objectIn(params.get('why'))
  return (
    <section className="panel why-panel" aria-label={text('rules.whyNot')}>
      <div className="panel-head">
        <h2>{text('rules.whyNot')}</h2>
        {object && (
          <Button kind="quiet" size="small" icon="close" onClick={() => set({ why: undefined })}>
            {text('rules.otherObject')}
          </Button>
        )}
      </div>
      {object ? (
        <Explanations key={params.get('why')} {...object} />
      ) : (
        <ObjectSearch onChoose={(name) => set({ why: name }, { push: true })} />
      )}
    </section>
  )
}

interface ObjectProps {
  objectType: RuleObjectType
  objectId: string
}

function Explanations({ objectType, objectId }: ObjectProps) {
  const rules = useRules()
  const query = useQuery({
    queryKey: keyOf('rules', 'why', objectType, objectId),
    queryFn: ({ signal }) => api.explainRules({ objectType, objectId }, { signal }),
  })
  return (
    <Answer
      query={query}
      missing={<Missing what={text('rules.anObject')} id={objectId} list={null} />}
    >
      {({ title, rules: explained, others }) => {
        const acting = explained.filter(({ acts }) => acts).length
        return (
          <>
            <p className="why-answer">
              <strong className={objectType === 'observable' ? 'value' : ''}>{title}</strong>
              {' · '}
              {acting === 0 ? text('rules.noneActs') : counted('rules.someAct', acting)}{' '}
              <span className="muted">{counted('rules.checked', explained.length)}</span>
            </p>
            {explained.map((one) => (
              <Explanation
                key={one.ruleId}
                explanation={one}
                stopped={rules.data?.find(({ id }) => id === one.ruleId)?.stopped ?? undefined}
              />
            ))}
            {others > 0 && (
              <p className="muted why-others">{counted('rules.otherTrigger', others)}</p>
            )}
          </>
        )
      }}
    </Answer>
  )
}

interface ExplanationProps {
  explanation: RuleExplanation
  stopped: Parameters<typeof whyOf>[1]
}

function Explanation({ explanation, stopped }: ExplanationProps) {
  const { name, acts, conditions, checks, steps, lastRunId } = explanation
  return (
    <details className="why" open={!acts}>
      <summary>
        <span className="why-name">{name}</span>
        <span className="why-because">{whyOf(explanation, stopped)}</span>
      </summary>
      <ul>
        {conditions.map((one, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: the same rule has the same conditions
            key={index}
            holds={one.holds}
            words={<RuleWords parts={sentencePieces(one)} />}
            found={foundWord(one)}
          />
        ))}
        {checks.map((one) => (
          <Line key={one.id} holds={one.holds} words={sentence(one)} />
        ))}
        {steps.map((one, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: the same rule has the same steps
            key={index}
            holds={one.holds}
            words={<RuleWords parts={sentencePieces(one)} />}
            found={one.reason ? sentence(one.reason) : undefined}
          />
        ))}
      </ul>
      {lastRunId && (
        <p className="why-run">
          <Link to={runsPath({ run: lastRunId })}>{text('rules.lastRunLink')}</Link>
        </p>
      )}
    </details>
  )
}

interface LineProps {
  holds: boolean
  words: ReactNode
  found?: string | undefined
}

/** Sign and words together: color is not needed to understand it. */
const Line = ({ holds, words, found }: LineProps) => (
  <li data-holds={holds}>
    <Icon name={holds ? 'check' : 'close'} />
    <span>
      <span className="visually-hidden">{text(holds ? 'rules.holds' : 'rules.holdsNot')} </span>
      {words}
    </span>
    {found !== undefined && <span className="why-found">{found}</span>}
  </li>
)
