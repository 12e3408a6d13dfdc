import { useEffect, useRef } from 'react'
import type { Screen } from './session.ts'
import { text } from './texts.ts'

const titles = {
  loading: undefined,
  unreachable: 'unreachable.title',
  setup: 'setup.title',
  login: 'login.title',
  account: 'account.title',
  'not-found': 'not-found.title',
} as const

/**
 * Names the screen in the title. A change of screen moves the focus to its heading, so that nobody
 * is left at the top of a page that is gone. The first screen is no change; there only the sign-in
 * form takes the focus, because typing is all there is to do.
 */
export function useScreenFocus(screen: Screen) {
  const previous = useRef<Screen>('loading')
  useEffect(() => {
    const title = titles[screen]
    document.title = title ? `${text(title)} – ${text('app.name')}` : text('app.name')
    if (previous.current !== 'loading' && previous.current !== screen) focusFirst('main h1')
    if (previous.current === 'loading' && screen === 'login') focusFirst('main input')
    previous.current = screen
  }, [screen])
}

const focusFirst = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
