import { api, createFirstUser } from '../api.ts'
import { type NewPassword, newPasswordErrors } from '../new-password.ts'
import { isUnauthorized, Refusal } from '../problem.ts'
import { text } from '../texts/index.ts'
import { setupToken, tokenFrom } from './token.ts'

export interface FirstUser extends NewPassword {
  token: string
  login: string
  name: string
}

export function firstUserErrors(user: FirstUser): Record<string, string> {
  return {
    ...(user.login.trim() ? {} : { login: text('setup.loginMissing') }),
    ...(user.name.trim() ? {} : { name: text('setup.nameMissing') }),
    ...newPasswordErrors(user, user.login),
  }
}

/** Answers a notice for the sign-in page, or nothing when the new user is signed in. */
export async function createAndSignIn(user: FirstUser): Promise<string | undefined> {
  const login = user.login.trim().toLowerCase()
  // The printed link may have been opened after the form was shown.
  const token = tokenFrom(user.token) || setupToken()
  try {
    await createFirstUser(token, {
      login,
      name: user.name.trim(),
      password: user.password,
      roles: ['superadmin'],
      organization: 'cortex',
    })
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    // One status for two reasons; only the server's state tells them apart.
    const { config } = await api.status()
    if (!config.setupNeeded) return text('setup.over')
    throw new Refusal(text(token ? 'setup.tokenWrong' : 'setup.tokenNeeded'), {
      token: text('setup.tokenMark'),
    })
  }
  // The user exists from here on: whatever fails now must not ask for it a second time.
  try {
    await api.login({ user: login, password: user.password })
    return undefined
  } catch {
    return text('setup.created')
  }
}
