import { minPasswordLength, type PasswordProblem, passwordProblem } from '@assay/contract'
import { AttributeCheckingError } from './errors.ts'

const sentences: Readonly<Record<PasswordProblem, string>> = {
  short: `Password too short: use at least ${minPasswordLength} characters`,
  blank: 'Password is blank. Choose another',
  login: 'Password must differ from the username. Choose another',
}

/** Why a user cannot be given this password, or undefined. Never repeats the password. */
export function newPasswordProblem(
  login: string,
  password: string,
): AttributeCheckingError | undefined {
  const problem = passwordProblem(login, password)
  if (problem === undefined) return undefined
  const message = sentences[problem]
  return new AttributeCheckingError('user', [
    { type: 'InvalidFormatAttributeError', name: 'password', format: 'string', message },
  ])
}
