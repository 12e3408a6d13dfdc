import { readDomainName } from '../domain/name.ts'
import { type Finding, finding } from '../kit/index.ts'
import * as say from './lure-words.ts'

/** What a lure is weighed against. */
export interface LureCircumstances {
  readonly subject: string
  readonly text: string
  /** The name that the sender shows, and its registered domain. */
  readonly name: string
  readonly domain: string
  /** Something is wrong with the sender: failed checks, an unrelated reply address, a false name. */
  readonly isSenderOdd: boolean
  readonly isFreeMail: boolean
  readonly isSenderAuthenticated: boolean
  readonly isBulk: boolean
}

type Kind =
  | 'extortion'
  | 'gift card fraud'
  | 'callback phishing'
  | 'payment diversion'
  | 'executive impersonation'

interface Lure {
  readonly kind: Kind
  readonly evidence: readonly string[]
  /** A reason by itself; otherwise only together with another one. */
  readonly isCertain: boolean
}

const maxText = 20_000
const shortText = 700

export function lureFindings(circumstances: LureCircumstances): Finding[] {
  const text = newest(circumstances.subject, circumstances.text.slice(0, maxText))
  const plain = plainOf(`${circumstances.subject}\n${text}`)
  const seen = { ...circumstances, text: plain, written: text }
  for (const weigh of [extortion, giftCards, callback, diversion, executive]) {
    const lure = weigh(seen)
    if (!lure) continue
    const evidence = lure.evidence.map((part) => part.trim().slice(0, 80)).join(' … ')
    return [
      finding(lure.isCertain ? 'mail.lure' : 'mail.lure-possible', { kind: lure.kind, evidence }),
    ]
  }
  return []
}

type Seen = LureCircumstances & { readonly written: string }

/** The first hits of all forms; undefined when one is missing. */
function all(text: string, ...forms: RegExp[]): string[] | undefined {
  const found = forms.flatMap((form) => form.exec(text)?.[0] ?? [])
  return found.length === forms.length ? found : undefined
}

/** Newsletters and colleagues who warn quote the words, but no wallet. */
function extortion({ text, written, isBulk, isSenderAuthenticated }: Seen): Lure | undefined {
  const claim = all(text, say.compromised, say.cryptocurrency)
  if (!claim || !(say.exposure.test(text) || say.deadline.test(text))) return undefined
  const wallet = say.wallet.exec(written)?.[0]
  return {
    kind: 'extortion',
    evidence: wallet === undefined ? claim : [...claim, wallet],
    isCertain: wallet !== undefined || !(isBulk || isSenderAuthenticated),
  }
}

function giftCards({ text, isBulk, isSenderAuthenticated, isSenderOdd, isFreeMail }: Seen) {
  const card = say.giftCards.exec(text)?.[0]
  if (card === undefined || (isBulk && isSenderAuthenticated)) return undefined
  const buy = say.askedToBuy.exec(text)?.[0]
  const codes = say.sendTheCodes.exec(text)?.[0]
  const pressed = say.pressure.exec(text)?.[0]
  const evidence = [card, buy, codes, pressed].filter((part) => part !== undefined)
  const isOdd = isSenderOdd || isFreeMail
  if (evidence.length < 3 || (codes === undefined && !isOdd)) return undefined
  return {
    kind: 'gift card fraud',
    evidence,
    isCertain: isOdd || (evidence.length === 4 && !isSenderAuthenticated),
  } satisfies Lure
}

/** A number to call near the word, and the wish to undo a charge. */
function callback({ text, name, domain, ...sender }: Seen): Lure | undefined {
  const said = all(text, say.charged, say.dispute, say.amount)
  const call = said && callNear(text)
  if (!said || call === undefined) return undefined
  const brand = say.invoicedBrands.exec(`${plainOf(name)} ${text}`)?.[0]
  // `norton.com`, but not `norton-renewal.com`, which anyone can register.
  const isForeign =
    brand !== undefined && readDomainName(domain)?.label !== brand.replaceAll(' ', '')
  const isOdd = sender.isSenderOdd || sender.isFreeMail
  if (!isOdd && (!isForeign || sender.isSenderAuthenticated)) return undefined
  return {
    kind: 'callback phishing',
    evidence: [...said.slice(0, 2), call],
    isCertain: isOdd ? isForeign || sender.isFreeMail : isForeign,
  }
}

const near = 160

function callNear(text: string): string | undefined {
  for (const { 0: number, index } of text.matchAll(new RegExp(say.phone, 'g'))) {
    const digits = number.replace(/\D/g, '').length
    if (digits < 8 || digits > 15) continue
    const around = text.slice(Math.max(0, index - near), index + number.length + near)
    if (say.callUs.test(around)) return number
  }
  return undefined
}

/**
 * Companies do change banks: without anything odd about the sender it counts only together with other
 * reasons.
 */
function diversion({ text, isBulk, isSenderAuthenticated, isSenderOdd, isFreeMail }: Seen) {
  const said = all(text, say.bankChange, say.payment)
  if (!said || (isBulk && isSenderAuthenticated)) return undefined
  return {
    kind: 'payment diversion',
    evidence: said,
    isCertain: isSenderOdd || isFreeMail,
  } satisfies Lure
}

function executive({ text, written, isBulk, isSenderOdd, isFreeMail }: Seen): Lure | undefined {
  if (isBulk || !(isSenderOdd || isFreeMail)) return undefined
  const transfer = all(text, say.transferNow, say.pressure)
  if (transfer && (say.secrecy.test(text) || say.unreachable.test(text)))
    return { kind: 'executive impersonation', evidence: transfer, isCertain: true }
  const task = written.length <= shortText && all(text, say.smallTask, say.unreachable)
  return task ? { kind: 'executive impersonation', evidence: task, isCertain: true } : undefined
}

/** Lowercase without accents and zero-width characters, which split words to evade filters. */
export const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐‑]/g, '-')
    .replace(/\s+/g, ' ')

const quoteStart =
  /^(?:-{3,}\s{0,5}(?:original message|urspr|message d|mensaje original|forwarded|weitergeleitet)|_{20,}|(?:on|le|am|el) .{5,200}(?:wrote|a écrit|schrieb|escribió).{0,80}:\s{0,5}$|(?:from|von|de) ?: .{1,200}$)/im

/** What was written now; of a forwarded mail that is what it forwards. */
export function newest(subject: string, text: string): string {
  if (/^\s{0,5}(?:fwd?|wg|tr|rv|doorst) ?:/i.test(subject)) return text
  const own = text
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')
  const at = own.search(quoteStart)
  return at > 0 ? own.slice(0, at) : own
}
