import { defang, detect } from '@assay/contract'
import { openNewAnalysis } from '../analysis/draft.ts'
import { changePreferences, preferences } from '../preferences.ts'
import { navigate } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import type { Rights } from '../session/rights.ts'
import { type TextKey, text } from '../texts/index.ts'
import type { IconName } from '../ui/icons.tsx'
import { valuePath } from '../ui/observable.tsx'
import { navigation } from './navigation.ts'

/** Something the palette can do. */
export interface Command {
  id: string
  group: TextKey
  label: string
  hint?: string
  icon: IconName
  run: () => void
}

export interface CommandContext {
  rights: Rights
  organization: string
  showShortcuts: () => void
}

/** Everything that fits what was typed, the most likely first. */
export function commandsFor(typed: string, context: CommandContext): Command[] {
  const needle = typed.trim().toLowerCase()
  const named = [...pages(context), ...actions(context)].filter(
    ({ label, hint }) => !needle || `${label} ${hint ?? ''}`.toLowerCase().includes(needle),
  )
  const value = typed.trim()
  return [...valueCommands(value, context.rights), ...named, ...search(value, context.rights)]
}

function pages({ rights }: CommandContext): Command[] {
  const go = navigation(rights).flatMap(({ entries }) =>
    entries.map(({ to, label, icon }) => ({
      id: `go ${to}`,
      group: 'palette.pages' as const,
      label: text(label),
      icon,
      run: () => navigate(to),
    })),
  )
  const account: Command = {
    id: 'go account',
    group: 'palette.pages',
    label: text('account.title'),
    icon: 'user',
    run: () => navigate('/settings/account'),
  }
  return [...go, account]
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

/** Ids of jobs as the server makes them; whoever pastes one wants that job. */
const jobId = /^[\w-]{20}$/

const isValue = (value: string, { analyze }: Rights) => value.length >= 3 && analyze

/** What can be done with a value: an observable, or the id of a job. */
function valueCommands(value: string, rights: Rights): Command[] {
  if (!isValue(value, rights)) return []
  const commands: Command[] = []
  const found = value.includes('\n') ? undefined : detect(value)
  if (found && found.dataType !== 'other') {
    const shown = `${found.dataType}  ${defang(found.dataType, found.value)}`
    commands.push(
      {
        id: 'analyze',
        group: 'palette.value',
        label: text('palette.analyze', { value: shown }),
        icon: 'play',
        run: () =>
          openNewAnalysis({ observables: [{ dataType: found.dataType, data: found.value }] }),
      },
      {
        id: 'dossier',
        group: 'palette.value',
        label: text('palette.dossier', { value: shown }),
        icon: 'observable',
        run: () => navigate(valuePath({ dataType: found.dataType, data: found.value })),
      },
    )
  }
  if (jobId.test(value)) {
    commands.push({
      id: 'job',
      group: 'palette.value',
      label: text('palette.job', { id: value }),
      icon: 'jobs',
      run: () => navigate(path`/jobs/${value}`),
    })
  }
  return commands
}

/** Fits whatever is typed, so it comes last: "catal" and Enter is on the way to the catalogue. */
function search(value: string, rights: Rights): Command[] {
  if (!isValue(value, rights)) return []
  return [
    {
      id: 'search',
      group: 'palette.value',
      label: text('palette.search', { value: value.slice(0, 80) }),
      icon: 'search',
      run: () => navigate(`/activity?${new URLSearchParams({ q: value })}`),
    },
  ]
}
