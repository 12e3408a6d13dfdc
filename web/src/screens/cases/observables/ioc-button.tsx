import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Icon } from '../../../base/ui/icons.tsx'

interface IocButtonProps {
  ioc: boolean
  canEdit: boolean
  /** Only the star is drawn. */
  isShort?: boolean
  onToggle: () => void
}

/** A filled star is an indicator of compromise. */
export function IocButton({ ioc, canEdit, isShort = false, onToggle }: IocButtonProps) {
  if (!canEdit) return <IocMark ioc={ioc} isShort={isShort} />
  return (
    <Button
      kind="quiet"
      size="small"
      icon="star"
      className="ioc-star"
      data-ioc={ioc}
      aria-pressed={ioc}
      iconOnly={isShort}
      title={labelOf(ioc)}
      onClick={onToggle}
    >
      {text('cases.ioc')}
    </Button>
  )
}

const labelOf = (ioc: boolean) => text(ioc ? 'cases.isIoc' : 'cases.isNoIoc')

export const IocMark = ({ ioc, isShort }: Pick<IocButtonProps, 'ioc' | 'isShort'>) => (
  <span className="ioc-star" data-ioc={ioc} title={labelOf(ioc)}>
    <Icon name="star" />
    <span className={isShort || !ioc ? 'visually-hidden' : ''}>{labelOf(ioc)}</span>
  </span>
)
