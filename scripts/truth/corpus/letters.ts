import { type Entry, files } from '../entry.ts'
import { type Letter, letter } from './mime.ts'

/** Mails of one family that are what they say. */
export const mails = (
  family: string,
  all: readonly (readonly [name: string, letter: Letter])[],
): Entry[] =>
  files(
    'mail',
    family,
    all.map(([name, parts]) => [`${name}.eml`, letter(parts)]),
  )

export const link = (address: string, shown: string) => `<a href="${address}">${shown}</a>`
export const body = (...parts: readonly string[]) =>
  `<html><head><meta charset="utf-8"></head><body>${parts.map((part) => `<p>${part}</p>`).join('\n')}</body></html>`
