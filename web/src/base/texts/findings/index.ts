import type { HeadlinePhrase } from '@assay/contract/headline/phrases'
import { currentLanguage, type Language } from '../index.ts'

/** What built-in analyzers say, by the id of the finding, and the words they put into it. */
export interface FindingTexts {
  readonly sentences: Readonly<Record<string, string>>
  /** What headlines are put together from. */
  readonly phrases: Readonly<Record<HeadlinePhrase, string>>
  /** Our words in the reader's language; evidence goes through `show`. */
  readonly translate: (text: string, show: (evidence: string) => string) => string
}

const catalogues: Readonly<Record<Language, () => Promise<FindingTexts>>> = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
}

let loaded: FindingTexts | undefined
let loading: { readonly language: Language; readonly done: Promise<void> } | undefined

/**
 * Loaded with the first screen and never before it. Without them, as when their file cannot be loaded,
 * the sentences of the reports are shown, in English.
 */
export function loadFindingTexts(): Promise<void> {
  const language = currentLanguage()
  if (loading?.language !== language) {
    const done = catalogues[language]().then(
      (texts) => {
        loaded = texts
      },
      () => {
        loading = undefined
      },
    )
    loading = { language, done }
  }
  return loading.done
}

export const findingTexts = (): FindingTexts | undefined => loaded
