import { defangSentence, visibleText } from '@assay/contract'

/** What a text of a rule may name. */
export interface RuleWords {
  readonly title: string
  readonly value: string
  readonly case: string
}

const placeholder = /\{([A-Za-z][\w.]{0,40})\}/g
const known = ['title', 'value', 'case'] as const

export const unknownPlaceholders = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(placeholder)].flatMap(([whole, name]) =>
      known.some((one) => one === name) ? [] : [whole],
    ),
  ),
]

const maxWord = 200

/**
 * In one line, shortened, and no address in it works: attackers choose the titles and the observables. What is
 * filled in is not read again.
 */
export const harmless = (text: string): string => {
  const line = defangSentence(visibleText(text)).replace(/\s+/g, ' ').trim()
  return line.length > maxWord ? `${line.slice(0, maxWord - 1)}…` : line
}

/** Signs that Markdown would take for a link, an image or code. */
const marks = /[[\]()<>`*_!|#]/g

/** What goes into a comment or a task keeps its signs, and none of them forms a link. */
const quoted = (text: string): string => harmless(text).replace(marks, '\\$&')

export const fillText = (text: string, words: RuleWords): string =>
  text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(words, name) ? quoted(words[name as keyof RuleWords]) : whole,
  )
