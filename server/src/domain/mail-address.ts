import { badRequest } from './errors.ts'

export const maxMailAddress = 254

/** One bare address: no list, no line break or bracket that would become a header, nothing invisible. */
const bare =
  /^[^\s\p{Cc}\p{Cf}\p{Cs}<>()[\]@,;:\\"]{1,64}@[^\s\p{Cc}\p{Cf}\p{Cs}<>()[\]@,;:\\"]{1,190}$/u

export const isMailAddress = (text: string): boolean =>
  text.length <= maxMailAddress && bare.test(text)

/** Nothing for an empty one. */
export function checkedAddress(text: string | null): string | null {
  const trimmed = (text ?? '').trim()
  if (trimmed === '') return null
  // guard: mail-address.test.ts
  if (!isMailAddress(trimmed))
    throw badRequest(
      `email must be one address such as ada@example.org, of at most ${maxMailAddress} characters`,
    )
  return trimmed
}
