import { basePath } from '../../base/routing/base.ts'
import { Link } from '../../base/routing/link.tsx'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Avatar } from '../../base/ui/avatar.tsx'
import { Popover } from '../../base/ui/popover.tsx'
import { SignOut } from '../../base/ui/sign-out.tsx'
import { ThemeSwitch } from '../../base/ui/theme-switch.tsx'

/** At the right end of the top bar: the signed-in user, and their own settings. */
export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { user } = useSession()
  return (
    <Popover
      name={text('nav.account')}
      label={<Avatar name={user.name} image={user.avatar} />}
      button={{ kind: 'quiet', className: 'avatar-button', 'aria-label': text('nav.account') }}
    >
      {(close) => (
        <div className="account-menu">
          <p className="account-name">{user.name}</p>
          <p className="muted">
            {user.id} · {user.organization}
          </p>
          <ThemeSwitch />
          <ul className="menu">
            <li>
              <Link to="/settings/account" className="menu-item" onClick={close}>
                {text('account.title')}
              </Link>
            </li>
            <li>
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  close()
                  onShortcuts()
                }}
              >
                {text('shortcuts.title')}
              </button>
            </li>
            <li>
              <a href={`${basePath}/api/docs`} className="menu-item">
                {text('links.docs')}
              </a>
            </li>
          </ul>
          <SignOut />
          {user.platformLogin !== undefined && <SignOut login={user.platformLogin} />}
        </div>
      )}
    </Popover>
  )
}
