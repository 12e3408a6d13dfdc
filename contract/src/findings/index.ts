import { answerFindings } from './answers.ts'
import { badgeFindings } from './badges.ts'
import { documentFindings } from './documents.ts'
import type { Entry } from './entry.ts'
import { certificateFindings, executableFindings, fileFindings } from './files.ts'
import {
  codeFindings,
  mailFindings,
  textFindings,
  tokenFindings,
  userAgentFindings,
} from './messages.ts'
import { feedFindings, hashFindings, listFindings, nameFindings, yaraFindings } from './names.ts'
import { pageFindings, scriptFindings, shortcutFindings } from './scripts.ts'

const entries = {
  ...answerFindings,
  ...badgeFindings,
  ...certificateFindings,
  ...codeFindings,
  ...documentFindings,
  ...executableFindings,
  ...feedFindings,
  ...fileFindings,
  ...hashFindings,
  ...listFindings,
  ...mailFindings,
  ...nameFindings,
  ...pageFindings,
  ...scriptFindings,
  ...shortcutFindings,
  ...textFindings,
  ...tokenFindings,
  ...userAgentFindings,
  ...yaraFindings,
}

export type CatalogueId = keyof typeof entries

/** Every finding that built-in analyzers and the server itself can make, by its id. */
export const catalogue: Readonly<Record<CatalogueId, Entry>> = entries

export const catalogueIds = Object.keys(entries).sort() as readonly CatalogueId[]

export const isCatalogueId = (id: string | undefined): id is CatalogueId =>
  id !== undefined && Object.hasOwn(entries, id)

export { knownBadge } from './badges.ts'
export type { Entry, FindingLevel } from './entry.ts'
export * from './sentence.ts'
export * from './techniques.ts'
export * from './translate-words.ts'
export * from './words.ts'
