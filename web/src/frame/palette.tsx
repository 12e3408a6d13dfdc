import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import { type Command, type CommandContext, commandsFor } from './commands.ts'

interface PaletteProps {
  context: CommandContext
  onClose: () => void
}

/** One field for going, running and looking up. Arrow keys choose, Enter does. */
export function Palette({ context, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const commands = commandsFor(typed, context)
  const chosen = commands[Math.min(at, commands.length - 1)]

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useLayoutEffect(() => {
    if (chosen) document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, id])

  const run = (command: Command) => {
    // First closed, so that the focus goes where the command puts it.
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && commands.length > 0) {
      event.preventDefault()
      setAt((at + step + commands.length) % commands.length)
    } else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(chosen)
    }
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
          aria-label={text('palette.field')}
          placeholder={text('palette.field')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
        />
      </div>
      <div
        className="palette-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={text('palette.title')}
      >
        {commands.map((command, index) => (
          <Option
            key={command.id}
            id={`${id}-${command.id}`}
            command={command}
            isChosen={command === chosen}
            heading={commands[index - 1]?.group === command.group ? undefined : command.group}
            onPress={() => run(command)}
          />
        ))}
      </div>
      {commands.length === 0 && <p className="palette-none muted">{text('choices.none')}</p>}
    </dialog>
  )
}

interface OptionProps {
  id: string
  command: Command
  isChosen: boolean
  heading: Command['group'] | undefined
  onPress: () => void
}

function Option({ id, command, isChosen, heading, onPress }: OptionProps) {
  return (
    <>
      {heading && (
        <div className="palette-group" role="presentation">
          {text(heading)}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is, in the field */}
      <div
        id={id}
        role="option"
        className="palette-option"
        aria-selected={isChosen}
        tabIndex={-1}
        onClick={onPress}
      >
        <Icon name={command.icon} />
        <span>{command.label}</span>
        {command.hint && <kbd>{command.hint}</kbd>}
      </div>
    </>
  )
}
