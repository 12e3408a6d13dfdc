import { type ReactNode, Suspense, useState } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { navigate, useLocation } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Announcer } from '../../base/ui/announcer.tsx'
import { Button } from '../../base/ui/button.tsx'
import { Icon, Logo } from '../../base/ui/icons.tsx'
import { Toasts } from '../../base/ui/toasts.tsx'
import { openNewAnalysis } from '../../screens/analysis/draft.ts'
import { AccountMenu } from './account-menu.tsx'
import { Banners, Tour } from './banners.tsx'
import { Bell } from './bell.tsx'
import { navigation } from './navigation.ts'
import { Palette } from './palette.tsx'
import { RunningTray } from './running-tray.tsx'
import { ShortcutList } from './shortcuts.tsx'
import { SideBar } from './side-bar.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useFrameKeys } from './use-keys.ts'
import './frame.css'

/** Around every screen: top bar, side bar, the live region and what floats above. */
export function Frame({ children }: { children: ReactNode }) {
  const { path } = useLocation()
  const { user, status } = useSession()
  const rights = useRights()
  const groups = navigation(rights)
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts'>()
  // Remembers at which address it was opened: on the next one it is closed again.
  const [menuAt, setMenuAt] = useState<string>()
  const isMenuOpen = menuAt === path

  useFrameKeys({
    palette: () => setOverlay('palette'),
    shortcuts: () => setOverlay('shortcuts'),
    newAnalysis: rights.analyze ? () => navigate('/new') : undefined,
    pageOf: (key) => {
      const entry = groups.flatMap(({ entries }) => entries).find((each) => each.key === key)
      return entry && (() => navigate(entry.to))
    },
    paste: rights.analyze ? (pasted) => openNewAnalysis({ text: pasted }) : undefined,
  })

  return (
    <div className="frame" data-menu={isMenuOpen ? 'open' : 'closed'}>
      <button
        type="button"
        className="skip"
        onClick={() => document.querySelector('main')?.focus()}
      >
        {text('app.skip')}
      </button>
      <header className="top-bar">
        <Button
          kind="quiet"
          icon={isMenuOpen ? 'close' : 'menu'}
          iconOnly
          className="menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="side-bar"
          onClick={() => setMenuAt(isMenuOpen ? undefined : path)}
        >
          {text('nav.menu')}
        </Button>
        <Link to="/" className="brand" aria-label={text('nav.home')}>
          <Logo />
          <span className="brand-name">{text('app.name')}</span>
        </Link>
        <div className="top-bar-middle">
          <button type="button" className="search-button" onClick={() => setOverlay('palette')}>
            <Icon name="search" />
            <span className="search-text">
              {text(rights.read ? 'palette.field' : 'palette.platformField')}
            </span>
            <kbd>Ctrl K</kbd>
          </button>
        </div>
        <div className="top-bar-end">
          {rights.analyze && <RunningTray />}
          <Bell />
          <AccountMenu onShortcuts={() => setOverlay('shortcuts')} />
        </div>
      </header>
      <SideBar />
      {/* Before the page: from its heading it is one step back. */}
      {status.config.demo && rights.analyze && (
        <Suspense>
          <Tour />
        </Suspense>
      )}
      <main className="main" tabIndex={-1}>
        <Banners />
        {children}
      </main>
      {overlay === 'palette' && (
        <Palette
          context={{
            rights,
            organization: user.organization,
            showShortcuts: () => setOverlay('shortcuts'),
          }}
          onClose={() => setOverlay(undefined)}
        />
      )}
      {overlay === 'shortcuts' && (
        <ShortcutList groups={groups} onClose={() => setOverlay(undefined)} />
      )}
      <SignInAgain />
      <Announcer />
      <Toasts />
    </div>
  )
}
