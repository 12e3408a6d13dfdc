import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'

interface FlagButtonProps {
  flag: boolean
  canEdit: boolean
  onToggle: () => void
}

export function FlagButton({ flag, canEdit, onToggle }: FlagButtonProps) {
  if (!canEdit) {
    return flag ? (
      <span className="case-flag">
        <Icon name="flag" /> {text('cases.flagged')}
      </span>
    ) : null
  }
  return (
    <Button
      kind="quiet"
      size="small"
      icon="flag"
      aria-pressed={flag}
      className={flag ? 'is-flagged' : ''}
      onClick={onToggle}
    >
      {text(flag ? 'cases.flagged' : 'cases.flag')}
    </Button>
  )
}
