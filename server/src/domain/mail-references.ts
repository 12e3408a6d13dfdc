import { timingSafeEqual } from 'node:crypto'

/** What one of our mails is about, as its `Message-ID` says: an answer to it names that in `References`. */
export interface MailReference {
  /** `alert`, `case`, `notice` … */
  readonly kind: string
  /** Of an object of one organization; who reads it must look it up there. */
  readonly id: string
}

/** `secrets.proof` for the purpose `mail-reference`: only this installation can make one. */
export type MailProof = (text: string) => string

/** Of a header that others write: more are not looked at. */
const maxRead = 100

/** `<kind.id.hmac@host>`. The same object has the same one, so a mail that is sent twice is one mail. */
export const mailReference = (
  { kind, id }: MailReference,
  host: string,
  proof: MailProof,
): string => `<${kind}.${id}.${proof(signed({ kind, id }))}@${host}>`

/** Those that this installation made, each once, in their order. The host is not asked: its name may change. */
export function readMailReferences(header: string, proof: MailProof): MailReference[] {
  const found = new Map<string, MailReference>()
  const candidates = header.matchAll(
    /<([a-z]{1,20})\.([\w~-]{1,100})\.([\w-]{16,100})@[^<>\s@]{1,255}>/g,
  )
  let read = 0
  for (const [, kind = '', id = '', mac = ''] of candidates) {
    read += 1
    // guard: mail-references.test.ts
    if (read > maxRead) break
    const reference = { kind, id }
    // guard: mail-references.test.ts
    if (!isEqual(mac, proof(signed(reference)))) continue
    found.set(signed(reference), reference)
  }
  return [...found.values()]
}

const signed = ({ kind, id }: MailReference) => `${kind}.${id}`

const isEqual = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
