import { sampleFiles } from '../entry.ts'
import { type Letter, letter } from './mime.ts'

/** Mails of one family that must be flagged, for a reason like this. */
export const lures = (
  family: string,
  reason: RegExp,
  all: readonly (readonly [name: string, letter: Letter])[],
) =>
  sampleFiles(
    'mail',
    family,
    reason,
    all.map(([name, parts]) => [`${name}.eml`, letter(parts)]),
  )
export const body = (...parts: readonly string[]) =>
  `<html><body>${parts.map((part) => `<p>${part}</p>`).join('\n')}</body></html>`

/** From a mailbox that anyone can have, so only the words give it away. */
export const free = (name: string, local: string): Pick<Letter, 'from' | 'signed' | 'by'> => ({
  from: `${name} <${local}@gmail.com>`,
  signed: 'gmail.com',
  by: 'mail-ej1-f41.google.com',
})

/** Findings that give a lure away. */
export const mail = /^(?:mail|text|url|domain)\./
