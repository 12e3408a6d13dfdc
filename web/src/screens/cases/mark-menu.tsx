import type { ComponentProps, ReactNode } from 'react'
import { text } from '../../base/texts/index.ts'
import { Menu } from '../../base/ui/menu.tsx'

interface MarkMenuProps {
  mark: ReactNode
  items: ComponentProps<typeof Menu>['items']
}

/** A status as its mark, which opens the statuses to choose from. */
export const MarkMenu = ({ mark, items }: MarkMenuProps) => (
  <Menu
    name={text('cases.changeStatus')}
    label={mark}
    button={{
      kind: 'quiet',
      size: 'small',
      className: 'mark-menu',
      title: text('cases.changeStatus'),
    }}
    items={items}
  />
)
