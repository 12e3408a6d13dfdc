import { trickFindings } from '../formats/name-findings.ts'
import {
  carriers,
  isDoubleExtension,
  isWrittenBackwards,
  pages,
  programs,
} from '../formats/risky-names.ts'
import { type Finding, finding } from '../kit/index.ts'

export function nameFindings(name: string): Finding[] {
  if (isWrittenBackwards(name)) return [finding('mail.attachment-hidden', { name })]
  const parts = name.toLowerCase().trim().split('.')
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return []
  if (isDoubleExtension(name))
    return [finding('mail.attachment-double', { name, shown: parts.at(-2)?.trim() ?? '' })]
  const tricks = trickFindings(name, ['stream', 'lure'])
  if (tricks.length > 0) return tricks
  if (programs.has(last)) return [finding('mail.attachment-program', { name })]
  if (carriers.has(last)) return [finding('mail.attachment-carrier', { name, kind: last })]
  if (pages.has(last)) return [finding('mail.attachment-page', { name })]
  return []
}
