export interface MailAddress {
  readonly name: string
  readonly address: string
}

export interface MailFile {
  readonly name: string
  readonly contentType: string
  readonly content: Uint8Array
  /** Shown inside the text, such as a logo. */
  readonly isInline: boolean
}

/** A mail as the reader hands it on, whichever form it came in. */
export interface Mail {
  readonly form: 'eml' | 'msg'
  /** Names in lower case, values unfolded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly from: MailAddress | undefined
  readonly replyTo: readonly MailAddress[]
  readonly recipients: readonly string[]
  readonly returnPath: string | undefined
  readonly subject: string
  readonly date: string | undefined
  readonly text: string
  readonly html: string
  /** What a reader of the HTML sees. */
  readonly shownText: string
  /** Where its links and forms lead. */
  readonly targets: readonly string[]
  readonly attachments: readonly MailFile[]
  /** What of it could not be read, a sentence each. */
  readonly missing: readonly string[]
}

export const headerOf = ({ headers }: Pick<Mail, 'headers'>, name: string): string =>
  headers
    .filter((header) => header.name === name)
    .map(({ value }) => value)
    .join(' ')

/** As it is compared and stored; empty if it is none. */
export const plainAddress = (address: string | undefined): string => {
  const text = (address ?? '').trim().toLowerCase()
  // Controls, and signs that change the direction of what follows, are in no address.
  return /^[^\s\p{Cc}\p{Cf}\p{Cs}<>"(),:;[\]@]{1,64}@[^\s\p{Cc}\p{Cf}\p{Cs}<>"(),:;[\]@]{1,255}$/u.test(
    text,
  )
    ? text
    : ''
}

export const domainOfAddress = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, '')
