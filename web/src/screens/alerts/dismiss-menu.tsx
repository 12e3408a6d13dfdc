import { text } from '../../base/texts/index.ts'
import type { ButtonProps } from '../../base/ui/button.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { type Dismissal, dismissalName, dismissals } from './dismissals.ts'
import { KeyHint } from './key-hint.tsx'

interface DismissMenuProps {
  button: Omit<ButtonProps, 'children'>
  onChoose: (dismissal: Dismissal) => void
  /** The key that opens it. */
  letter?: string
}

/** Why it needs no more attention: the answer is the decision, so one more key is enough. */
export const DismissMenu = ({ button, onChoose, letter }: DismissMenuProps) => (
  <Menu
    label={
      <>
        {text('alerts.dismiss')}
        {letter && <KeyHint name={letter} />}
      </>
    }
    name={text('alerts.dismissWhy')}
    button={{ icon: 'close', ...button }}
    items={dismissals.map((one) => ({ label: dismissalName(one), onSelect: () => onChoose(one) }))}
  />
)

/** As a press of its button. */
export const openDismissMenu = () =>
  document.querySelector<HTMLElement>('.decision-bar .dismiss-opener')?.click()
