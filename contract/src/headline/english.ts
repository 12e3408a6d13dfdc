import { withoutPrefix, withoutVersion } from '../builtin-name.ts'
import { catalogue, isCatalogueId } from '../findings/index.ts'
import { inEnglish } from '../findings/sentence.ts'
import { headlinePhrases } from './phrases.ts'
import type { Speech } from './say.ts'

/** As the API has it: evidence as it is, for programs. */
export const englishSpeech: Speech = {
  phrases: headlinePhrases,
  sentence: (id) => (isCatalogueId(id) ? catalogue[id].sentence : undefined),
  write: inEnglish,
  plain: (text) => text,
  fileName: (name) => (name.length > 60 ? `${name.slice(0, 40)}…${name.slice(-15)}` : name),
  analyzer: (name) => withoutPrefix(withoutVersion(name)),
}
