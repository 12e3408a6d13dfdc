import { detect } from '@assay/contract/detect'
import { type Finding, finding } from '../kit/index.ts'

/** Schemes that run something on the phone instead of opening a page. */
const running = /^(?:javascript|vbscript|data|intent|market|itms-services):/i

export function codeFindings({ kind, text }: { kind: string; text: string }): Finding[] {
  const shown = text.slice(0, 200)
  return [
    finding('qr.code', { kind, text: shown }),
    ...(running.test(text.trim()) ? [finding('qr.runs', { text: shown })] : []),
  ]
}

/** What a phone would do with the text: open a page, join a network, save a contact. */
const forms: readonly (readonly [start: RegExp, kind: string])[] = [
  [/^wifi:/i, 'wifi'],
  [/^(?:begin:vcard|mecard:)/i, 'contact'],
  [/^begin:vevent/i, 'appointment'],
  [/^(?:smsto|sms|mmsto):/i, 'sms'],
  [/^tel:/i, 'telephone'],
  [/^geo:/i, 'place'],
  [/^otpauth:/i, 'one-time password'],
  [/^(?:bitcoin|ethereum|litecoin|monero):/i, 'payment'],
  [/^bcd\n00[12]\n/i, 'payment'],
]

export function contentOf(text: string): {
  kind: string
  observable: { dataType: string; data: string } | null
} {
  const plain = text.trim()
  const mail = /^(?:mailto:|matmsg:to:)([^?;]{3,320})/i.exec(plain)?.[1]
  if (mail !== undefined) return { kind: 'mail', observable: { dataType: 'mail', data: mail } }
  const form = forms.find(([start]) => start.test(plain.replaceAll('\r', '')))
  if (form) return { kind: form[1], observable: null }
  const found = detect(plain)
  if (found.dataType === 'other') return { kind: 'text', observable: null }
  return { kind: found.dataType, observable: { dataType: found.dataType, data: found.value } }
}
