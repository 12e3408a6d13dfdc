import type { Worker } from '@assay/contract'
import { isFoundBy } from '../../base/data/workers.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { changePreferences, preferences } from '../../base/preferences.ts'
import { navigate } from '../../base/routing/location.ts'
import { workerPath } from '../../base/routing/settings-path.ts'
import type { Rights } from '../../base/session/rights.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import type { IconName } from '../../base/ui/icons.tsx'
import { furtherPages, navigation } from './navigation.ts'

/** Something the palette can do. */
export interface Command {
  id: string
  group: TextKey
  label: string
  hint?: string
  icon: IconName
  /** Where it leads, if to a page: Ctrl and Enter open it in a new tab. */
  to?: string
  run: () => void
}

export interface CommandContext {
  rights: Rights
  organization: string
  analyzers: readonly Worker[]
  showShortcuts: () => void
}

/** Pages and deeds whose names fit what was typed. */
export function commandsFor(typed: string, context: CommandContext): Command[] {
  const needle = typed.trim().toLowerCase()
  const named = [...pages(context), ...actions(context)].filter(
    ({ label, hint }) => !needle || `${label} ${hint ?? ''}`.toLowerCase().includes(needle),
  )
  return [...named, ...analyzers(needle, context)]
}

function pages({ rights }: CommandContext): Command[] {
  const go = navigation(rights).flatMap(({ entries }) =>
    entries.map(({ to, label, icon }) => goTo(to, text(label), icon)),
  )
  const further = furtherPages(rights).map(({ to, label, icon }) => goTo(to, text(label), icon))
  return [...go, ...further]
}

const goTo = (to: string, label: string, icon: IconName): Command => ({
  id: `go ${to}`,
  group: 'palette.pages',
  label,
  icon,
  to,
  run: () => navigate(to),
})

const maxAnalyzers = 5

/** By their human names; without a word typed they would fill the list. */
function analyzers(needle: string, { analyzers: all }: CommandContext): Command[] {
  if (needle.length < 2) return []
  return all
    .filter(
      (worker) =>
        analyzerName(worker.name).toLowerCase().includes(needle) || isFoundBy(worker, needle),
    )
    .slice(0, maxAnalyzers)
    .map(({ id, name }) => ({
      ...goTo(workerPath('analyzer', id), analyzerName(name), 'settings'),
      id: `analyzer ${id}`,
      group: 'palette.analyzers',
    }))
}

function actions({ showShortcuts }: CommandContext): Command[] {
  const isDark =
    preferences().theme === 'dark' ||
    (preferences().theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return [
    {
      id: 'theme',
      group: 'palette.actions',
      label: text(isDark ? 'palette.light' : 'palette.dark'),
      icon: isDark ? 'light' : 'dark',
      run: () => changePreferences({ theme: isDark ? 'light' : 'dark' }),
    },
    {
      id: 'shortcuts',
      group: 'palette.actions',
      label: text('shortcuts.title'),
      hint: '?',
      icon: 'keyboard',
      run: showShortcuts,
    },
  ]
}
