import type { Headline } from '@assay/contract'
import { gapText, type Speech, sayHeadline, sayLead, sayOwn } from '@assay/contract/headline/say'
import { findingTexts } from '../texts/findings/index.ts'
import { analyzerName } from './analyzer-name.ts'
import { cut, defangSentence, visibleText } from './defang.ts'
import { inReadersWords, writeEvidence } from './said.ts'

const longestName = 60

/** The answer about an observable in the reader's language, harmless; in English without their texts. */
export function saidHeadline(headline: Headline): string {
  const speech = ownSpeech()
  return speech ? sayHeadline(headline, speech) : defangSentence(headline.text)
}

type Lead = Headline['inherited'][number]

/** A reason that was found on something that the observable leads to. */
export function saidLead(lead: Lead): string {
  const speech = ownSpeech()
  return speech ? sayLead(lead, speech) : defangSentence(lead.reason.text)
}

/** `its link` */
export function saidOwn(step: Lead['chain'][number]): string {
  const speech = ownSpeech()
  return speech ? sayOwn(step, speech) : defangSentence(step.kind)
}

export function saidGap(gap: Headline['notExamined'][number]): string {
  const speech = ownSpeech()
  return speech ? gapText(gap, speech) : defangSentence(gap.reason)
}

function ownSpeech(): Speech | undefined {
  const texts = findingTexts()
  return (
    texts && {
      phrases: texts.phrases,
      sentence: (id) => (Object.hasOwn(texts.sentences, id) ? texts.sentences[id] : undefined),
      write: writeEvidence,
      plain: inReadersWords,
      fileName: (name) => cut(visibleText(name), longestName),
      analyzer: analyzerName,
    }
  )
}
