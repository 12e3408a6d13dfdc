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

export function newPasswordErrors({ password, repeat }: NewPassword): Record<string, string> {
  if (!password) return { password: text('password.missing') }
  return password === repeat ? {} : { repeat: text('password.repeatWrong') }
}
