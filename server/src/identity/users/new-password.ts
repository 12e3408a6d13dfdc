import { newPasswordProblem } from '../../domain/password-rules.ts'
import { hashPassword } from '../secrets.ts'

/** `unchecked` is for the settings: a script that made weak passwords must not break at an upgrade. */
export type PasswordRule = 'checked' | 'unchecked'

/** The one way by which a password gets into the database. */
export async function newPasswordHash(
  login: string,
  password: string,
  rule: PasswordRule = 'checked',
): Promise<string> {
  const problem = rule === 'checked' ? newPasswordProblem(login, password) : undefined
  if (problem) throw problem
  return hashPassword(password)
}
