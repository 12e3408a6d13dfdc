import type { SearchResult, ValueVerdict } from '@assay/contract'
import { defang, type VerdictLevel } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { said } from '../../base/model/said.ts'
import { shortTime } from '../../base/model/times.ts'
import { typeName } from '../../base/model/type-name.ts'
import { navigate } from '../../base/routing/location.ts'
import { counted, type TextKey, text } from '../../base/texts/index.ts'
import type { IconName } from '../../base/ui/icons.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { openNewAnalysis } from '../../screens/analysis/draft.ts'
import { hitGroups } from '../../screens/search/hits.ts'
import { isSearchable } from '../../screens/search/use-search.ts'
import { type CommandContext, commandsFor } from './commands.ts'

/** One line of the palette. */
export interface Option {
  readonly id: string
  readonly group: TextKey
  readonly label: string
  readonly icon: IconName
  /** For a value: its verdict replaces the icon. */
  readonly level?: VerdictLevel | null
  readonly note?: string
  readonly hint?: string
  readonly isValue?: boolean
  readonly to?: string
  readonly run: () => void
}

interface Typed {
  readonly typed: string
  readonly found: SearchResult | undefined
  readonly value: { readonly dataType: string; readonly data: string } | undefined
  readonly verdict: ValueVerdict | undefined
  /** What else was found that can be gone to. */
  readonly places: readonly Place[]
}

interface Place {
  readonly group: TextKey
  readonly label: string
  readonly note: string
  readonly icon: IconName
  readonly to: string
}

/** A value that was typed as a whole first, then what was found, then what can be done. */
export function optionsFor(
  { typed, found, value, verdict, places }: Typed,
  context: CommandContext,
): Option[] {
  const { rights } = context
  const searches = rights.read && isSearchable(typed)
  const commands = commandsFor(typed, context)
  const isDeed = ({ group }: Option) => group === 'palette.actions'
  const gone = commands.filter((command) => !isDeed(command))
  return [
    ...(value && rights.read ? [thisValue(value, verdict)] : []),
    ...(searches && found ? hits(found, value, typed) : []),
    ...gone,
    ...places
      // An analyzer that is on is among the commands, by its own name.
      .filter(({ to, label }) => !gone.some((one) => one.to === to || one.label === label))
      .map((place) => ({ ...place, id: `place ${place.to}`, run: () => navigate(place.to) })),
    ...(value && rights.analyze ? [analyze(value)] : []),
    ...(searches || (rights.platform && places.length > 0) ? [allResults(typed, found)] : []),
    ...commands.filter(isDeed),
  ]
}

type Value = NonNullable<Typed['value']>

function thisValue(value: Value, verdict: ValueVerdict | undefined): Option {
  const to = valuePath(value)
  const isKnown = verdict && (verdict.level !== null || verdict.cases.length + verdict.alerts > 0)
  const [reason] = verdict?.reasons ?? []
  return {
    id: 'value',
    group: 'palette.thisValue',
    label: defangText(defang(value.dataType, value.data)),
    icon: 'observable',
    level: verdict?.level ?? null,
    note: reason
      ? said(reason)
      : text(
          !isKnown
            ? 'palette.neverSeen'
            : verdict.level === null
              ? 'palette.notAnalyzed'
              : `verdict.${verdict.level}`,
        ),
    isValue: true,
    to,
    run: () => navigate(to),
  }
}

const analyze = (value: Value): Option => ({
  id: 'analyze',
  group: 'palette.actions',
  label: text('palette.analyze', { value: defangText(defang(value.dataType, value.data)) }),
  note: typeName(value.dataType),
  icon: 'play',
  run: () => openNewAnalysis({ observables: [value] }),
})

const groupOf: Readonly<Record<string, TextKey>> = {
  values: 'search.values',
  cases: 'search.cases',
  alerts: 'search.alerts',
  tasks: 'search.tasks',
  investigations: 'search.investigations',
  jobs: 'search.jobs',
}

function hits(found: SearchResult, value: Value | undefined, typed: string): Option[] {
  const shownAlready = value && valuePath(value)
  return hitGroups(found, typed)
    .flatMap(({ hits: own }) => own)
    .filter(({ to }) => to !== shownAlready)
    .map(({ id, kind, label, note, icon, level, at, to }) => ({
      id,
      group: groupOf[kind] ?? 'search.values',
      label,
      note:
        level === undefined && at !== undefined ? `${note}, ${shortTime(at, Date.now())}` : note,
      icon,
      ...(level === undefined ? {} : { level }),
      isValue: kind === 'values',
      to,
      run: () => navigate(to),
    }))
}

function allResults(typed: string, found: SearchResult | undefined): Option {
  const to = `/search?${new URLSearchParams({ q: typed.trim() })}`
  const total = Object.values(found ?? {}).reduce((sum, group) => sum + (group?.total ?? 0), 0)
  return {
    id: 'all',
    group: 'palette.actions',
    label:
      total > 0
        ? counted('palette.all', total)
        : text('palette.allOf', { value: defangText(typed.trim().slice(0, 80)) }),
    icon: 'search',
    to,
    run: () => navigate(to),
  }
}
