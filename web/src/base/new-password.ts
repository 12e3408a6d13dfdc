import { minPasswordLength, type PasswordProblem, passwordProblem } from '@assay/contract'
import { text } from './texts/index.ts'

export interface NewPassword {
  password: string
  repeat: string
}

/** By length alone: rules about kinds of characters make passwords worse, not better. */
export function strengthOf(password: string): 'none' | 'weak' | 'fair' | 'strong' {
  const length = [...password].length
  if (length === 0) return 'none'
  if (length < 10) return 'weak'
  return length < 15 ? 'fair' : 'strong'
}

const problems: Readonly<Record<PasswordProblem, () => string>> = {
  short: () => text('password.tooShort', { count: minPasswordLength }),
  blank: () => text('password.onlyBlanks'),
  login: () => text('password.isLogin'),
}

/** The server's rules, checked before sending. */
export function newPasswordErrors(
  { password, repeat }: NewPassword,
  login: string,
): Record<string, string> {
  if (!password) return { password: text('password.missing') }
  const problem = passwordProblem(login, password)
  if (problem) return { password: problems[problem]() }
  return password === repeat ? {} : { repeat: text('password.repeatWrong') }
}
