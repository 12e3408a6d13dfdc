/** Shared by the server, which enforces it, and the page, which says so before. */
export const minPasswordLength = 8

/** Why a new password is refused. Passwords that exist already are not asked. */
export type PasswordProblem = 'short' | 'blank' | 'login'

/** Length counts most; rules about kinds of characters make passwords worse, not better. */
// guards: passwords.test.ts
export function passwordProblem(login: string, password: string): PasswordProblem | undefined {
  if (password.trim() === '') return 'blank'
  if ([...password].length < minPasswordLength) return 'short'
  const folded = (text: string) => text.trim().toLowerCase()
  // guard (open = undefined): passwords.test.ts
  return folded(password) === folded(login) ? 'login' : undefined
}
