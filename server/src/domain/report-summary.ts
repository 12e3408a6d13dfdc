import type { Taxonomy } from '@assay/contract'
import { isObject } from '@assay/contract/objects'

/**
 * How many characters of a stored report are read for its summary, which comes first in it
 * (`reportBody`): a list of 200 jobs never reads reports of 50 MB each. A longer summary is
 * ignored.
 */
export const summaryReach = 262_144

const maxTaxonomies = 50
const maxLength = 500

/**
 * The taxonomies at the beginning of a stored report, or nothing when they are missing or
 * unreadable.
 */
export function taxonomiesOf(beginning: string): Taxonomy[] | undefined {
  return taxonomiesIn(parse(summaryText(beginning)))
}

/** Badges of a whole summary, as JSON text; none when it is longer than anyone reads. */
export const readTaxonomies = (summary: string): Taxonomy[] =>
  summary.length > summaryReach ? [] : (taxonomiesIn(parse(summary)) ?? [])

function taxonomiesIn(summary: unknown): Taxonomy[] | undefined {
  const taxonomies = isObject(summary) ? summary.taxonomies : undefined
  if (!Array.isArray(taxonomies)) return undefined
  return taxonomies.filter(isObject).slice(0, maxTaxonomies).map(readTaxonomy)
}

const readTaxonomy = (found: Record<string, unknown>): Taxonomy => ({
  level: textOf(found.level),
  namespace: textOf(found.namespace),
  predicate: textOf(found.predicate),
  value: textOf(found.value),
})

/** Programs give numbers, nothing, and whole objects where a text belongs. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.slice(0, maxLength).toWellFormed()
}

const opening = '{"summary":'

/**
 * The report was checked when it came: brackets outside of strings are in balance. Each character is
 * looked at once, also when the text is cut off in a string of a hundred thousand quotation marks.
 */
function summaryText(beginning: string): string | undefined {
  if (!beginning.startsWith(opening)) return undefined
  let depth = 0
  let isInString = false
  for (let at = opening.length; at < beginning.length; at += 1) {
    const character = beginning[at]
    if (isInString && character === '\\') at += 1
    else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else continue
    if (depth === 0 && !isInString) return beginning.slice(opening.length, at + 1)
  }
  return undefined
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
