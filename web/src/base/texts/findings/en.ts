import { catalogue } from '@assay/contract/findings'
import { translateWords } from '@assay/contract/findings/translate-words'
import { headlinePhrases } from '@assay/contract/headline/phrases'

/** As analyzers write them: defined in one place. */
export const sentences: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(catalogue).map(([id, { sentence }]) => [id, sentence]),
)

export const translate = (text: string, show: (evidence: string) => string): string =>
  translateWords(text, (word) => word, show)

export const phrases = headlinePhrases
