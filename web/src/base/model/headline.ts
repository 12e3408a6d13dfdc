import type { Headline } from '@assay/contract'
import { sayHeadline } from '@assay/contract/headline/say'
import { findingTexts } from '../texts/findings/index.ts'
import { analyzerName } from './analyzer-name.ts'
import { cut, defangSentence, visibleText } from './defang.ts'
import { inReadersWords, writeEvidence } from './said.ts'

const longestName = 60

/** The answer about an observable in the reader's language, harmless; in English without their texts. */
export function saidHeadline(headline: Headline): string {
  const texts = findingTexts()
  if (!texts) return defangSentence(headline.text)
  return sayHeadline(headline, {
    phrases: texts.phrases,
    sentence: (id) => (Object.hasOwn(texts.sentences, id) ? texts.sentences[id] : undefined),
    write: writeEvidence,
    plain: inReadersWords,
    fileName: (name) => cut(visibleText(name), longestName),
    analyzer: analyzerName,
  })
}
