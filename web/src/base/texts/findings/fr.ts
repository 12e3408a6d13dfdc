import type { CatalogueId } from '@assay/contract/findings'
import { translateWords } from '@assay/contract/findings/translate-words'
import { badges } from './fr/badges.ts'
import { files } from './fr/files.ts'
import { headline } from './fr/headline.ts'
import { messages } from './fr/messages.ts'
import { names } from './fr/names.ts'
import { scripts } from './fr/scripts.ts'
import { words } from './fr/words.ts'

/** Of the value (`la valeur`), unless the sentence says of what. */
export const sentences: Readonly<Record<CatalogueId, string>> = {
  ...badges,
  ...files,
  ...messages,
  ...names,
  ...scripts,
}

export const translate = (text: string, show: (evidence: string) => string): string =>
  translateWords(text, (word) => words[word], show)

export const phrases = headline
