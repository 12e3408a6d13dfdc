import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { AccountPage } from './account/page.tsx'
import { SignOut } from './account/sign-out.tsx'
import { LoginPage } from './login/page.tsx'
import { go, usePath } from './router.ts'
import { chooseScreen, loadSession, type Session, SessionOver } from './session.ts'
import { SetupPage } from './setup/page.tsx'
import { text } from './texts.ts'
import { Frame } from './ui/frame.tsx'
import { Loading, NotFound, Unreachable } from './ui/states.tsx'
import { useScreenFocus } from './use-screen-focus.ts'

export function App() {
  const path = usePath()
  const [session, setSession] = useState<Session>({ state: 'loading' })
  const load = useCallback(async (notice?: string) => setSession(await loadSession(notice)), [])
  useEffect(() => void load(), [load])
  const screen = chooseScreen(session.state, path)
  useScreenFocus(screen)

  const enter = async (notice?: string) => {
    await load(notice)
    if (path === '/login' || path === '/setup') go('/')
  }
  const signedOut = (notice: string) => {
    if (session.state === 'signed-in') {
      setSession({ state: 'signed-out', status: session.status, notice })
    }
  }

  return (
    <Frame
      version={'status' in session ? versionIn(session.status.versions) : undefined}
      width={screen === 'account' ? 'wide' : 'narrow'}
      actions={session.state === 'signed-in' && <SignOut onSignedOut={signedOut} />}
    >
      <SessionOver
        value={session.state === 'signed-in' ? () => signedOut(text('account.expired')) : undefined}
      >
        {content()}
      </SessionOver>
    </Frame>
  )

  function content(): ReactNode {
    switch (session.state) {
      case 'loading':
        return <Loading />
      case 'unreachable':
        return <Unreachable error={session.error} onRetry={load} />
      case 'setup':
        return <SetupPage onDone={enter} />
      case 'signed-out': {
        // Whoever opens a set-up link too late learns why there is no set-up form.
        const late = path === '/setup' ? text('setup.over') : undefined
        return <LoginPage notice={session.notice ?? late} onSignedIn={enter} />
      }
      case 'signed-in':
        if (screen === 'not-found') return <NotFound />
        return (
          <AccountPage
            user={session.user}
            status={session.status}
            onUser={(user) => setSession({ ...session, user })}
          />
        )
    }
  }
}

const versionIn = (versions: Readonly<Record<string, string>>) => versions.Assay
