import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { api } from '../base/api.ts'
import { setSignedIn } from '../base/connection/sign-in-again.ts'
import { queryClient } from '../base/data/cache.ts'
import { forgetEarly } from '../base/early.ts'
import { startLive } from '../base/live/connection.ts'
import { invalidateOnEvents } from '../base/live/invalidate.ts'
import { currentLocation, navigate, useLocation } from '../base/routing/location.ts'
import { redirectOf } from '../base/routing/redirects.ts'
import { forgetPlatformAccount } from '../base/session/platform-password.ts'
import { type Rights, rightsOf, useRights } from '../base/session/rights.ts'
import { loadSession, type Session, SignedInContext, useSession } from '../base/session/session.ts'
import { loadTexts, text } from '../base/texts/index.ts'
import { EntryFrame } from '../base/ui/entry-frame.tsx'
import { ScreenBoundary } from '../base/ui/screen-boundary.tsx'
import { Forbidden, Loading } from '../base/ui/states.tsx'
import { NotFound, Unreachable } from '../base/ui/whole-page.tsx'
import { forgetJobs } from '../shared/jobs/session-jobs.ts'
import { Frame } from './frame/frame.tsx'
import { LoginPage } from './login/page.tsx'
import { firstValue, homeOf, requiredSecondFactor, type Screen, screenAt } from './routes.tsx'

/** Needed once in the life of an installation. */
const SetupPage = lazy(async () => {
  const [{ SetupPage: page }] = await Promise.all([
    import('../screens/setup/page.tsx'),
    loadTexts(['setup']),
  ])
  return { default: page }
})

export function App() {
  const [session, setSession] = useState<Session>({ state: 'loading' })
  const load = useCallback(async (notice?: string) => {
    const found = await loadSession(notice)
    setSignedIn(found.state === 'signed-in')
    if (found.state !== 'signed-in') forgetEarly()
    setSession(found)
  }, [])
  useEffect(() => void load(), [load])

  if (session.state === 'signed-in') {
    return (
      <SignedInPage
        session={session}
        onUser={(user) => setSession({ ...session, user })}
        onSignedOut={(notice, login) => {
          queryClient.clear()
          forgetJobs()
          forgetPlatformAccount()
          setSession({
            state: 'signed-out',
            status: session.status,
            notice,
            ...(login === undefined ? {} : { login }),
          })
        }}
      />
    )
  }
  const version = 'status' in session ? session.status.versions.Assay : undefined
  return <EntryFrame version={version}>{entry()}</EntryFrame>

  /** Sign-in and set-up come before every address, which stays in the bar and is shown after. */
  function entry(): ReactNode {
    switch (session.state) {
      case 'unreachable':
        return <Unreachable error={session.error} onRetry={load} />
      case 'setup':
        return (
          <Suspense fallback={<Loading />}>
            <SetupPage onDone={load} />
          </Suspense>
        )
      case 'signed-out': {
        // A set-up link that is opened too late explains why there is no set-up form.
        const late = currentLocation().path === '/setup' ? text('setup.over') : undefined
        const notice = session.notice ?? late
        return (
          <LoginPage
            notice={notice}
            login={session.login}
            status={session.status}
            onSignedIn={load}
          />
        )
      }
      default:
        return <Loading />
    }
  }
}

interface SignedInPageProps {
  session: Extract<Session, { state: 'signed-in' }>
  onUser: (user: Extract<Session, { state: 'signed-in' }>['user']) => void
  onSignedOut: (notice: string, login?: string) => void
}

function SignedInPage({ session, onUser, onSignedOut }: SignedInPageProps) {
  const { user, status } = session
  const mustSetUp = user.mustSetUpSecondFactor === true
  const read = rightsOf(user.roles).read && !mustSetUp
  useEffect(() => {
    if (!read) return
    const stopLive = startLive(() => void queryClient.invalidateQueries())
    const stopInvalidating = invalidateOnEvents()
    return () => {
      stopLive()
      stopInvalidating()
    }
  }, [read])
  const signOut = async (login?: string) => {
    // First: pending requests are refused while the session ends, without a prompt.
    setSignedIn(false)
    forgetEarly()
    const { redirect } = await api.signOut().catch((error: unknown) => {
      setSignedIn(true)
      throw error
    })
    // The provider that signed this browser in ends its own session, and sends it back.
    if (redirect) return location.assign(redirect)
    // The next person at this browser need not see where the last one was.
    navigate('/', { replace: true })
    onSignedOut(text('account.signedOut'), login)
  }
  const value = { user, status, setUser: onUser, signOut }
  const { path } = useLocation()
  const isFirstRun = path === firstValue.pattern && rightsOf(user.roles).analyze
  const alone = mustSetUp ? requiredSecondFactor : isFirstRun ? firstValue : undefined
  if (alone)
    return (
      <SignedInContext value={value}>
        <EntryFrame version={status.versions.Assay}>
          <Suspense fallback={<Loading />}>
            <alone.page params={{}} />
          </Suspense>
        </EntryFrame>
      </SignedInContext>
    )
  return (
    <SignedInContext value={value}>
      <Frame>
        <CurrentScreen />
      </Frame>
    </SignedInContext>
  )
}

function CurrentScreen() {
  const { path, search } = useLocation()
  const { organization } = useSession().user
  const rights = useRights()
  const home = homeOf(rights)
  // Who keeps the platform sees organizations from outside, their own too.
  const isPlatformOnly = rights.platform && !rights.administer
  const isDoor = path === '/login' || path === '/setup' || (path === '/' && home !== '/')
  const to = isDoor ? home : redirectOf(path, search, isPlatformOnly ? undefined : organization)
  useEffect(() => {
    if (to !== undefined) navigate(to, { replace: true })
  }, [to])
  const found = useMemo(() => screenAt(path, search), [path, search])
  // The list of observables and the page of one have the same address.
  const place = found?.screen.without ? `${path}?` : path
  useHeadingFocus(place)
  if (to !== undefined) return <Loading />
  if (!found) return <NotFound />
  const { screen, params } = found
  if (screen.needs && !isAllowed(screen.needs, rights))
    return <Forbidden needs={screen.needs.role} />
  return (
    // A screen with several addresses stays as it is between them.
    <ScreenBoundary key={screen.section === 'settings' ? 'settings' : place}>
      <Suspense fallback={<Loading lines={8} />}>
        <screen.page params={params} />
      </Suspense>
    </ScreenBoundary>
  )
}

const isAllowed = ({ right, orRight }: NonNullable<Screen['needs']>, rights: Rights) =>
  rights[right] || (orRight !== undefined && rights[orRight])

/**
 * A change of screen moves the focus to its heading, so it is never left on a page that is gone.
 */
function useHeadingFocus(path: string) {
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    // The address names what gets the focus.
    if (new URLSearchParams(currentLocation().search).has('field')) return
    const main = document.querySelector('main')
    const focusHeading = () => {
      const heading = main?.querySelector<HTMLElement>('h1')
      heading?.focus({ preventScroll: true })
      return heading !== null
    }
    if (!main || focusHeading()) return
    // The piece of the page that holds the heading may still be on its way.
    const observer = new MutationObserver(() => focusHeading() && observer.disconnect())
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [path])
}
