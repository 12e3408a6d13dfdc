import type { Headline, VerdictLevel } from '@assay/contract'
import { defang } from '@assay/contract'
import type { ReactNode } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangText } from '../../base/model/defang.ts'
import { relationKind } from '../../base/model/relation-kind.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, labeled, type TextKey, text } from '../../base/texts/index.ts'
import { Icon, type IconName } from '../../base/ui/icons.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import type { Inherited } from './ranked.ts'

const maxWays = 2
const maxSteps = 3

/** From the observable to what makes it bad: link → host → list. */
export function InheritedFrom({ ways }: { ways: readonly Inherited[] }) {
  if (ways.length === 0) return null
  return (
    <ChainLine label={text('value.inheritedFrom')}>
      {ways.slice(0, maxWays).map((way) => (
        <Way
          key={`${way.reason.text} ${way.chain.map(({ data, hash }) => data ?? hash)}`}
          way={way}
        />
      ))}
    </ChainLine>
  )
}

/** A line below the reasons. */
export const ChainLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="value-chain">
    <span className="muted">{label}</span>
    <div className="value-ways">{children}</div>
  </div>
)

function Way({ way: { chain, reason } }: { way: Inherited }) {
  const left = chain.length - maxSteps
  return (
    <ol className="value-way">
      {chain.slice(0, maxSteps).map((step) => (
        <li key={`${step.kind} ${step.data ?? step.hash}`}>
          <Step step={step} />
        </li>
      ))}
      <li>
        {left > 0 ? (
          <Node level={null} icon="more">
            {counted('value.moreSteps', left)}
          </Node>
        ) : (
          <Node level={null} icon={isList(reason.id) ? 'jobs' : 'file'}>
            {sourceOf(reason)}
          </Node>
        )}
      </li>
    </ol>
  )
}

type ChainStep = Headline['inherited'][number]['chain'][number]

const Step = ({ step }: { step: ChainStep }) => (
  <Node level={step.level} icon={verdictIcon(step.level)} kind={relationKind(step.kind)}>
    <Link className="value" to={valuePath(step)}>
      {shownStep(step)}
    </Link>
    <span className="visually-hidden">
      {labeled('', text(step.level === null ? 'verdict.unasked' : `verdict.${step.level}`))}
    </span>
  </Node>
)

const longest = 48

function shownStep({ dataType, data, filename, hash }: ChainStep): string {
  const whole =
    data === undefined ? defangText(filename ?? hash ?? '') : defangText(defang(dataType, data))
  return whole.length > longest ? `${whole.slice(0, longest)}…` : whole
}

interface NodeProps {
  level: VerdictLevel | null
  icon: IconName
  state?: 'running' | undefined
  kind?: string
  children: ReactNode
}

export const Node = ({ level, icon, state, kind, children }: NodeProps) => (
  <span className="value-step" data-verdict={level ?? 'none'} data-state={state}>
    <Icon name={icon} />
    {kind && <span className="value-step-kind">{kind}</span>}
    {children}
  </span>
)

const isList = (id: string | undefined) => /^(?:lists|feeds)\./.test(id ?? '')

const lists: Readonly<Record<string, TextKey>> = {
  'lists.blocked': 'value.source.blocked',
  'lists.watched': 'value.source.watched',
  'hash.listed-bad': 'value.source.hashes',
}

/** Where the last step is judged: a list, a feed, a rule, else the analyzer. */
function sourceOf({ id = '', parameters = {}, analyzer }: Inherited['reason']): string {
  const { list, feed, rule } = parameters
  if (Object.hasOwn(lists, id) && list !== undefined)
    return text(lists[id] as TextKey, { list: defangText(String(list)) })
  if (id.startsWith('feeds.') && feed !== undefined)
    return text('value.source.feed', { feed: defangText(String(feed)) })
  if (id.startsWith('yara.') && rule !== undefined)
    return text('value.source.rule', { rule: defangText(String(rule)) })
  return analyzerName(analyzer)
}
