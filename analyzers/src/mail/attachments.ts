import {
  carriers,
  isDoubleExtension,
  isWrittenBackwards,
  pages,
  programs,
} from '../formats/risky-names.ts'
import type { Finding } from './senders.ts'

export function nameFindings(filename: string): Finding[] {
  const found = (value: string, explanation: string): Finding => ({
    level: 'suspicious',
    predicate: 'Attachment',
    value,
    explanation: `${filename}: ${explanation}`,
  })
  if (isWrittenBackwards(filename)) return [found('hidden name', 'its name is written backwards')]
  const parts = filename.toLowerCase().trim().split('.')
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return []
  if (isDoubleExtension(filename)) {
    const shown = parts.at(-2)?.trim()
    return [found('double extension', `it looks like a ${shown} and is a program`)]
  }
  if (programs.has(last)) return [found('program', 'it runs when it is opened')]
  if (carriers.has(last)) return [found('carrier', `a ${last} may carry a program`)]
  if (pages.has(last)) return [found('web page', 'a page of its own imitates a sign-in')]
  return []
}
