import type { Taxonomy } from '@assay/contract'
import { isObject } from '@assay/contract/objects'
import { readTaxonomies } from './report-summary.ts'

/** Of the file that a program writes while it runs. */
export const maxProgressBytes = 4_096
const maxTextLength = 200
const maxBadges = 5

/** How far a job is, in the words of its program. */
export interface ReadProgress {
  readonly percent?: number
  readonly text?: string
  readonly badges: readonly Taxonomy[]
}

/** Undefined for what is not progress: it is written by a program that may be in the middle of it. */
export function readProgress(json: string): ReadProgress | undefined {
  const found = parse(json)
  if (!isObject(found)) return undefined
  const percent = percentOf(found.percent)
  const text = textOf(found.text)
  const badges = readTaxonomies(JSON.stringify({ taxonomies: found.badges })).slice(0, maxBadges)
  if (percent === undefined && text === undefined && badges.length === 0) return undefined
  return {
    ...(percent !== undefined && { percent }),
    ...(text !== undefined && { text }),
    badges,
  }
}

const percentOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.round(Math.min(100, Math.max(0, value)))
    : undefined

/** One line. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line === '' ? undefined : line.slice(0, maxTextLength).toWellFormed()
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
