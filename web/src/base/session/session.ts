import { createContext, useContext } from 'react'
import { api, type CurrentUser, type Status } from '../api.ts'
import { isUnauthorized } from '../problem.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'unreachable'; error: unknown }
  | { state: 'setup'; status: Status }
  | { state: 'signed-out'; status: Status; notice?: string; login?: string }
  | { state: 'signed-in'; status: Status; user: CurrentUser }

export async function loadSession(notice?: string): Promise<Session> {
  try {
    // Signed-in callers learn more, such as the password of downloaded archives: here they are.
    const [status, { remaining }] = await Promise.all([api.status(), api.sessionStatus()])
    if (status.config.setupNeeded) return { state: 'setup', status }
    // Without a session the question "who am I" would only fill the console with a 401.
    const user = remaining > 0 ? await signedInUser() : undefined
    if (!user) return { state: 'signed-out', status, ...(notice ? { notice } : {}) }
    return { state: 'signed-in', status, user }
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

/** What the screens know of the signed-in user. */
export interface SignedIn {
  user: CurrentUser
  status: Status
  /** Tells that the server now has another state of the user. */
  setUser: (user: CurrentUser) => void
  /** The sign-in then begins with this login, if one is given. */
  signOut: (login?: string) => Promise<void>
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined)

export function useSession(): SignedIn {
  const session = useContext(SignedInContext)
  if (!session) throw new Error('no screen of ours is drawn without a session')
  return session
}
