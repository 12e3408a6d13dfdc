import { withoutPrefix, withoutVersion } from '../builtin-name.ts'
import { catalogue, isCatalogueId } from '../findings/index.ts'
import { inEnglish } from '../findings/sentence.ts'
import { headlinePhrases } from './phrases.ts'
import type { Speech } from './say.ts'

/** As the API has it: evidence as it is, for programs. */
export const englishSpeech: Speech = {
  phrases: headlinePhrases,
  sentence: (id) => (isCatalogueId(id) ? catalogue[id].sentence : undefined),
  write: (value, placeholder) =>
    placeholder.name === 'until' ? dayInWords(String(value)) : inEnglish(value, placeholder),
  plain: (text) => text,
  fileName: (name) => (name.length > 60 ? `${name.slice(0, 40)}…${name.slice(-15)}` : name),
  analyzer: (name) => withoutPrefix(withoutVersion(name)),
}

/** `2027-03-03` → `3 March 2027` */
const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
