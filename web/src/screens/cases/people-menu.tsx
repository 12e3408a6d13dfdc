import { attempt } from '../../base/attempt.ts'
import { useColleagues } from '../../base/data/users.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Menu } from '../../base/ui/menu.tsx'
import { Owner } from '../../shared/response/owner.tsx'

interface PeopleMenuProps {
  login: string | undefined
  canEdit: boolean
  /** Null unassigns it. */
  onSave: (login: string | null) => Promise<unknown>
}

/** Who takes care of it, and a list of those who could. */
export function PeopleMenu({ login, canEdit, onSave }: PeopleMenuProps) {
  const { user } = useSession()
  const colleagues = useColleagues(canEdit).data ?? []
  if (!canEdit) return <Owner login={login} />
  const save = (next: string | null) => void attempt(() => onSave(next))
  const others = colleagues.filter((one) => one.login !== user.id)
  return (
    <Menu
      name={text('cases.assign')}
      label={<Owner login={login} />}
      button={{
        kind: 'quiet',
        size: 'small',
        className: 'mark-menu',
        title: text('cases.assign'),
      }}
      items={[
        login !== user.id && {
          label: text('cases.assignMe'),
          icon: 'user' as const,
          onSelect: () => save(user.id),
        },
        ...others.map((one) => ({
          label: one.name && one.name !== one.login ? `${one.name} (${one.login})` : one.login,
          ...(one.login === login ? { icon: 'check' as const } : {}),
          onSelect: () => save(one.login),
        })),
        login !== undefined && {
          label: text('cases.assignNobody'),
          icon: 'close' as const,
          onSelect: () => save(null),
        },
      ]}
    />
  )
}
