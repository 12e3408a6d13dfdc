import { api, setUpInstallation } from '../../base/api.ts'
import { newPasswordErrors } from '../../base/new-password.ts'
import { isForbidden, isUnauthorized, Refusal } from '../../base/problem.ts'
import { rememberPlatformAccount } from '../../base/session/platform-password.ts'
import { text } from '../../base/texts/index.ts'
import { setupToken, tokenFrom } from './token.ts'

export interface FirstRun {
  token: string
  organization: string
  name: string
  login: string
  password: string
  offline: boolean
}

export function firstRunErrors(form: FirstRun): Record<string, string> {
  const { password, login } = form
  return {
    ...(form.organization.trim() ? {} : { organization: text('setup.organizationMissing') }),
    ...(form.name.trim() ? {} : { name: text('profile.nameMissing') }),
    ...(login.trim() ? {} : { login: text('setup.loginMissing') }),
    ...newPasswordErrors({ password, repeat: password }, login),
  }
}

/** Answers a notice for the sign-in page, or nothing when the person is signed in. */
export async function setUpAndEnter(form: FirstRun): Promise<string | undefined> {
  // The printed link may have been opened after the form was shown.
  const token = tokenFrom(form.token) || setupToken()
  try {
    const login = form.login.trim().toLowerCase()
    const { platform } = await setUpInstallation(token, {
      organization: { name: form.organization.trim() },
      user: {
        login,
        name: form.name.trim(),
        password: form.password,
      },
      analyzers: form.offline ? 'offline' : 'none',
    })
    rememberPlatformAccount(platform, login)
    return undefined
  } catch (error) {
    if (!isForbidden(error) && !isUnauthorized(error)) throw error
    // One status for two reasons; only the server's state distinguishes them.
    const { config } = await api.status()
    if (!config.setupNeeded) return text('setup.over')
    throw new Refusal(text(token ? 'setup.tokenWrong' : 'setup.tokenNeeded'), {
      token: text('setup.tokenMark'),
    })
  }
}
