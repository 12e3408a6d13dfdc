import { badRequest } from '../errors.ts'
import { domainOfAddress, plainAddress } from './mail.ts'

/** Whose mail a mailbox takes. Neither list proves anything: a sender writes what it likes. */
export interface SenderRules {
  /** Addresses or domains; empty takes everyone's. */
  readonly allow: readonly string[]
  readonly deny: readonly string[]
}

/** Why a mail of this sender is not taken; undefined if it is. */
// guards: sender-rules.test.ts
export function senderRefusal(
  address: string | undefined,
  { allow, deny }: SenderRules,
): string | undefined {
  const sender = plainAddress(address)
  if (deny.some((entry) => isOf(sender, entry))) return 'Sender is on the deny list'
  if (allow.length > 0 && !allow.some((entry) => isOf(sender, entry)))
    return 'Sender is not on the allow list'
  return undefined
}

/** A domain stands for the names below it, too. */
function isOf(sender: string, entry: string): boolean {
  if (entry.includes('@')) return sender === entry
  const domain = sender === '' ? '' : domainOfAddress(sender)
  return domain === entry || domain.endsWith(`.${entry}`)
}

const domainForm =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** As they are stored: in lower case, each once. */
export function readSenderEntries(entries: readonly string[], list: string): string[] {
  const read = entries.map((entry) => {
    const text = entry.trim().toLowerCase().replace(/^@/, '')
    // guard: sender-rules.test.ts
    if (text.includes('@') ? plainAddress(text) === '' : !domainForm.test(text))
      throw badRequest(`${list}: ${entry.slice(0, 100)} is neither an email address nor a domain`)
    return text
  })
  return [...new Set(read)]
}
