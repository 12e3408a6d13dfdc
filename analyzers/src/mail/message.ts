export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
  /** Shown inside the text, such as a logo. */
  readonly isInline: boolean
}

/** A mail, whichever form it came in. */
export interface Message {
  readonly form: 'eml' | 'msg'
  /** In their order: the servers add theirs on top. Names in lower case, values unfolded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly from: Mailbox | undefined
  readonly sender: Mailbox | undefined
  readonly replyTo: readonly Mailbox[]
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly returnPath: string | undefined
  readonly subject: string
  readonly date: string | undefined
  readonly messageId: string | undefined
  readonly text: string
  readonly html: string
  readonly attachments: readonly MailAttachment[]
  /** What of it is not here, a sentence each. */
  readonly missing: readonly string[]
}

export const headersOf = ({ headers }: Message, name: string): string[] =>
  headers.filter((header) => header.name === name).map(({ value }) => value)

/** `a@b.example` → `b.example`; empty when there is none. */
export const domainOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  return at < 0
    ? ''
    : address
        .slice(at + 1)
        .replace(/[>.\s]+$/, '')
        .toLowerCase()
}
