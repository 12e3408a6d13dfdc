import { createContext, useContext } from 'react'
import { api, type CurrentUser, type Status } from './api.ts'
import { isUnauthorized } from './problem.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'unreachable'; error: unknown }
  | { state: 'setup'; status: Status }
  | { state: 'signed-out'; status: Status; notice?: string }
  | { state: 'signed-in'; status: Status; user: CurrentUser }

export type Screen = 'loading' | 'unreachable' | 'setup' | 'login' | 'account' | 'not-found'

export async function loadSession(notice?: string): Promise<Session> {
  try {
    const [status, { remaining }] = await Promise.all([api.status(), api.sessionStatus()])
    if (status.config.setupNeeded) return { state: 'setup', status }
    // Without a session the question "who am I" would only fill the console with a 401.
    const user = remaining > 0 ? await signedInUser() : undefined
    if (user) return { state: 'signed-in', status, user }
    return { state: 'signed-out', status, ...(notice ? { notice } : {}) }
  } catch (error) {
    return { state: 'unreachable', error }
  }
}

async function signedInUser(): Promise<CurrentUser | undefined> {
  try {
    return await api.currentUser()
  } catch (error) {
    if (isUnauthorized(error)) return undefined
    throw error
  }
}

/**
 * Sign-in and set-up stand in the way of every address, so the address asked for stays in the bar
 * and is shown afterwards.
 */
export function chooseScreen(state: Session['state'], path: string): Screen {
  switch (state) {
    case 'loading':
    case 'unreachable':
    case 'setup':
      return state
    case 'signed-out':
      return 'login'
    case 'signed-in':
      return ['/', '/login', '/setup'].includes(path) ? 'account' : 'not-found'
  }
}

/** Given on screens that need a session: what to do when the server says there is none any more. */
export const SessionOver = createContext<(() => void) | undefined>(undefined)

export const useSessionOver = () => useContext(SessionOver)
