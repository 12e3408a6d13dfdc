import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import type { FieldState, Inherited } from './values.ts'

interface OriginProps {
  /** Of the item, for readers: "Reset service". */
  name: string
  state: FieldState
  inherited: Inherited | undefined
  /** Who else has it, in words. */
  sharedWith: string | undefined
  /** Back to what is shared or stored; absent when there is nothing to go back to. */
  onReset: (() => void) | undefined
  /** Removes a stored or inherited secret; absent where there is none. */
  onClear: (() => void) | undefined
}

/** Where the value of a field comes from, and the way back to there. */
export function Origin({ name, state, inherited, sharedWith, onReset, onClear }: OriginProps) {
  return (
    <span className="origin">
      <span className="origin-name" data-origin={state.kind}>
        {[sharedWith, originText(state, inherited)].filter(Boolean).join(' · ')}
      </span>
      {onClear && (
        <Button kind="quiet" size="small" onClick={onClear}>
          {text('configuration.clear')} <span className="visually-hidden">{name}</span>
        </Button>
      )}
      {onReset && (
        <Button kind="quiet" size="small" onClick={onReset}>
          {text('configuration.reset')} <span className="visually-hidden">{name}</span>
        </Button>
      )}
    </span>
  )
}

function originText(state: FieldState, inherited: Inherited | undefined): string {
  if (state.kind === 'stored') return text('configuration.stored')
  if (state.kind === 'own')
    // The content of the field shows that it was set here.
    return state.draft.length === 0 && !inherited ? text('configuration.empty') : ''
  return text(inherited ? `configuration.${inherited.origin}` : 'configuration.default')
}
