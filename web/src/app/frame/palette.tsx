import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useAnalyzers } from '../../base/data/workers.ts'
import { basePath } from '../../base/routing/base.ts'
import { counted, type TextKey, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { Marked } from '../../screens/search/marked.tsx'
import { usePlatformHits } from '../../screens/search/use-platform-hits.ts'
import { useSearchHits, useTypedValue } from '../../screens/search/use-search.ts'
import { useSettingsHits } from '../../screens/search/use-settings-hits.ts'
import type { CommandContext } from './commands.ts'
import { type Option, optionsFor } from './palette-options.ts'

/** For each kind of place. */
const few = 5

interface PaletteProps {
  context: Omit<CommandContext, 'analyzers'>
  onClose: () => void
}

/** One field for "have we seen this" and "take me there". Arrow keys choose, Enter opens. */
export function Palette({ context, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const { rights } = context
  const analyzers = useAnalyzers(rights.analyze)
  const search = useSearchHits(typed, rights.read)
  const { value, verdict } = useTypedValue(typed, rights.read)
  const settings = useSettingsHits(typed, rights, few)
  const { organizations, users } = usePlatformHits(typed, rights.platform, few)
  const field = text(rights.read ? 'palette.field' : 'palette.platformField')
  const places = [
    ...organizations.hits.map((hit) => ({ ...hit, group: 'palette.organizations' as const })),
    ...users.hits.map((hit) => ({ ...hit, group: 'palette.users' as const })),
    ...settings.map(({ label, where, to }) => ({
      group: 'palette.settings' as const,
      label,
      note: where,
      icon: 'settings' as const,
      to,
    })),
  ]
  const options = optionsFor(
    { typed, found: search.data, value, verdict, places },
    { ...context, analyzers: analyzers.data ?? [] },
  )
  // Groups fill while the user reads: what is chosen stays chosen, wherever it moves.
  const at = Math.max(
    0,
    options.findIndex((option) => option.id === chosenId),
  )
  const chosen = options[at]

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useLayoutEffect(() => {
    if (chosen) document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, id])

  const run = (option: Option, inNewTab: boolean) => {
    // Closed first, so the focus goes where the command puts it.
    onClose()
    if (inNewTab && option.to !== undefined) open(basePath + option.to, '_blank', 'noopener')
    else option.run()
  }
  const choose = (index: number) => {
    const option = options.at(index % options.length)
    if (option) setChosenId(option.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (options.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) choose(at + step)
    else if (event.key === 'Tab') choose(startOfGroup(options, at, event.shiftKey ? -1 : 1))
    else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing)
      run(chosen, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={text('palette.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
          aria-label={field}
          placeholder={field}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosenId(undefined)
          }}
        />
        <Button kind="quiet" icon="close" iconOnly className="palette-close" onClick={onClose}>
          {text('app.close')}
        </Button>
      </div>
      <div
        className="palette-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={text('palette.title')}
        aria-busy={search.isFetching || undefined}
      >
        {groupsOf(options).map(({ group, own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not field sets
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div className="palette-group" id={`${id}-${group}`} role="presentation">
              {text(group)}
            </div>
            {own.map((option) => (
              <Line
                key={option.id}
                id={`${id}-${option.id}`}
                option={option}
                typed={typed}
                isChosen={option === chosen}
                onPress={(inNewTab) => run(option, inNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="palette-none muted">{text('choices.none')}</p>}
      <p className="visually-hidden" role="status">
        {search.isFetching
          ? text('palette.searching')
          : search.data && counted('palette.found', options.length)}
      </p>
      <Hints />
    </dialog>
  )
}

const Hints = () => (
  <p className="palette-hints" aria-hidden="true">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> {text('palette.hint.choose')}
    </span>
    <span>
      <kbd>{text('shortcuts.key.enter')}</kbd> {text('palette.hint.open')}
    </span>
    <span>
      <kbd>Tab</kbd> {text('palette.hint.group')}
    </span>
    <span>
      <kbd>{text('shortcuts.key.escape')}</kbd> {text('palette.hint.close')}
    </span>
  </p>
)

/** Options of one group are together; the group of the first one comes first. */
function groupsOf(options: readonly Option[]): { group: TextKey; own: Option[] }[] {
  return [...Map.groupBy(options, ({ group }) => group)].map(([group, own]) => ({ group, own }))
}

/** The index of the first option of the next or previous group. */
function startOfGroup(options: readonly Option[], at: number, step: 1 | -1): number {
  const groups = [...new Set(options.map(({ group }) => group))]
  const now = groups.indexOf(options[at]?.group ?? 'palette.pages')
  const next = groups[(now + step + groups.length) % groups.length]
  return options.findIndex(({ group }) => group === next)
}

interface LineProps {
  id: string
  option: Option
  typed: string
  isChosen: boolean
  onPress: (inNewTab: boolean) => void
}

function Line({ id, option, typed, isChosen, onPress }: LineProps) {
  const { label, icon, level, note, hint, isValue } = option
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is, in the field
    <div
      id={id}
      role="option"
      className="palette-option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={(event) => onPress(event.ctrlKey || event.metaKey)}
    >
      {level === undefined ? <Icon name={icon} /> : <VerdictMark level={level} isPlain isShort />}
      <span className={isValue ? 'value palette-label' : 'palette-label'}>
        <Marked label={label} typed={typed} />
      </span>
      {note && <span className="palette-note">{note}</span>}
      {hint && <kbd>{hint}</kbd>}
    </div>
  )
}
