import type { Worker } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useQuotas } from '../../base/data/quotas.ts'
import { isFoundBy } from '../../base/data/workers.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { SearchInput } from '../../base/ui/search-input.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { AnalyzerOffer } from './analyzer-offer.tsx'
import { PresetBar } from './preset-bar.tsx'
import type { Choice } from './use-choice.ts'

interface AnalyzersPanelProps {
  analyzers: UseQueryResult<readonly Worker[]>
  choice: Choice
  /** Nothing is ticked, so nothing can fit. */
  isIdle: boolean
}

export function AnalyzersPanel({ analyzers, choice, isIdle }: AnalyzersPanelProps) {
  return (
    <Panel title={text('analysis.analyzers')}>
      <Answer query={analyzers}>
        {(all) => {
          if (all.length === 0) return <NoAnalyzers />
          if (isIdle) return <Hint>{counted('analysis.idle', all.length)}</Hint>
          if (choice.offers.length === 0) return <Hint>{text('analysis.noneFits')}</Hint>
          return <Offers choice={choice} />
        }}
      </Answer>
    </Panel>
  )
}

const Hint = ({ children }: { children: ReactNode }) => <p className="muted">{children}</p>

function NoAnalyzers() {
  const { administer } = useRights()
  const { user } = useSession()
  return (
    <Empty
      title={text('analysis.noAnalyzers')}
      icon="catalogue"
      action={
        administer && (
          <Link className="button" to={path`/org/${user.organization}/analyzers`}>
            {text('analysis.enable')}
          </Link>
        )
      }
    >
      {text(administer ? 'analysis.noAnalyzersAdmin' : 'analysis.noAnalyzersOther')}
    </Empty>
  )
}

function Offers({ choice }: { choice: Choice }) {
  const [wanted, setWanted] = useState('')
  const { administer } = useRights()
  const { data: quotas = [] } = useQuotas(administer)
  const shown = choice.offers.filter(({ analyzer }) => isFoundBy(analyzer, wanted))
  const chosen = choice.offers.filter(({ isChosen }) => isChosen).length
  return (
    <>
      <PresetBar choice={choice} />
      <div className="list-tools">
        <SearchInput label={text('analysis.filter')} value={wanted} onChange={setWanted} />
        <span className="muted number">
          {text('analysis.chosen', { chosen, total: choice.offers.length })}
        </span>
        <Button size="small" kind="quiet" onClick={() => toggleShown(true)}>
          {text('analysis.all')}
        </Button>
        <Button size="small" kind="quiet" onClick={() => toggleShown(false)}>
          {text('analysis.none')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <Hint>{text('choices.none')}</Hint>
      ) : (
        <ul className="offers" aria-label={text('analysis.analyzers')}>
          {shown.map((offer) => (
            <AnalyzerOffer
              key={offer.analyzer.id}
              offer={offer}
              quota={quotas.find(({ workerId }) => workerId === offer.analyzer.id)}
              onToggle={(isChosen) => choice.toggle(offer.analyzer.id, isChosen)}
            />
          ))}
        </ul>
      )}
    </>
  )

  /** Without a filter it is a choice by itself; with one it applies to the visible ones. */
  function toggleShown(isChosen: boolean) {
    if (wanted.trim() === '') choice.choosePreset({ kind: isChosen ? 'all' : 'none' })
    else for (const { analyzer } of shown) choice.toggle(analyzer.id, isChosen)
  }
}
