import { AppError, badRequest } from '../errors.ts'
import type { CustomFieldValues } from './custom-fields.ts'

export const resolutionStatuses = [
  'Indeterminate',
  'FalsePositive',
  'TruePositive',
  'Other',
  'Duplicated',
] as const
export const impactStatuses = ['NoImpact', 'WithImpact', 'NotApplicable'] as const

/** Texts that grow by merging stop growing here. */
const maxDescriptionLength = 4 * 1_048_576
const maxTitleLength = 512
const maxTags = 1_000

/** Both lists are looked up by id: a wrong name is not found. */
export function checkStatuses(change: {
  readonly resolutionStatus?: string | null | undefined
  readonly impactStatus?: string | null | undefined
}): void {
  checkNamed('ResolutionStatus', resolutionStatuses, change.resolutionStatus)
  checkNamed('ImpactStatus', impactStatuses, change.impactStatus)
}

function checkNamed(what: string, known: readonly string[], name: string | null | undefined) {
  // guard (open = true): case-rules.test.ts
  if (name === null || name === undefined || known.includes(name)) return
  throw new AppError(
    'NotFoundError',
    `${what} ${name.slice(0, 128)} not found. Available: ${known.join(', ')}`,
  )
}

export interface TagChange {
  /** Replaces the existing ones. */
  readonly tags?: readonly string[] | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
}

/** Each tag once, in the order in which they came. */
export function changedTags(current: readonly string[], change: TagChange): string[] {
  const gone = new Set(change.removeTags)
  const kept = (change.tags ?? current).filter((tag) => !gone.has(tag))
  const tags = [...new Set([...kept, ...(change.addTags ?? [])])]
  // guard: case-rules.test.ts
  if (tags.length > maxTags)
    throw badRequest(`Limit of ${maxTags} tags exceeded. Remove some first`)
  return tags
}

/** The prefix is separated from the title, whether or not it was written with a space. */
export const prefixed = (prefix: string | null | undefined, title: string): string =>
  prefix ? `${prefix.trimEnd()} ${title}` : title

export interface MergedAlert {
  readonly source_ref: string
  readonly title: string
  readonly description: string
}

/** What a case says once an alert has been merged into it. */
export function withAlert(description: string, alert: MergedAlert): string {
  const heading = `#### Merged with alert #${alert.source_ref} ${alert.title}`
  return checkedLength(`${description}\n\n${heading}\n\n${alert.description}`)
}

/** That another organization sees a case. */
export interface Shared {
  readonly shared_with: string
  readonly profile: string
  /** `all` includes those to come; `manual` is what was chosen one by one. */
  readonly observable_rule: string
}

/**
 * Guests read the whole text of a case, and sharing the case did not share the alert: with guests, the
 * text stays in the alert.
 */
export const takesText = (shares: readonly Shared[]): boolean => shares.length === 0

/** A guest with access to all observables sees those of the alert, as all others that are added. */
export const seesMerged = ({ observable_rule }: Shared): boolean => observable_rule === 'all'

/** What happens to alerts with this many observables in a case that is shared this way. */
export const previewOfMerge = (shares: readonly Shared[], observables: number) => ({
  observables,
  addsText: takesText(shares),
  guests: shares.map((share) => ({
    organisationName: share.shared_with,
    profileName: share.profile,
    observables: seesMerged(share) ? observables : 0,
  })),
})

export interface MergeableCase {
  readonly title: string
  readonly description: string
  readonly severity: number
  readonly flag: number
  readonly tlp: number
  readonly pap: number
  readonly start_date: number
  readonly summary: string | null
  /** JSON array. */
  readonly tags: string
  /** JSON object. */
  readonly custom_fields: string
}

/** One case out of several: nothing is lost, and the highest level counts. */
export function mergeOfCases(
  cases: readonly MergeableCase[],
  descriptions: 'append' | 'keep' = 'append',
) {
  const summaries = cases.map(({ summary }) => summary ?? '').filter((summary) => summary !== '')
  return {
    title: cut(cases.map(({ title }) => title).join(' / '), maxTitleLength),
    description:
      descriptions === 'keep'
        ? (cases[0]?.description ?? '')
        : checkedLength(cases.map(({ description }) => description).join('\n\n')),
    severity: Math.max(...cases.map(({ severity }) => severity)),
    tlp: Math.max(...cases.map(({ tlp }) => tlp)),
    pap: Math.max(...cases.map(({ pap }) => pap)),
    flag: Math.max(...cases.map(({ flag }) => flag)),
    start_date: Math.min(...cases.map(({ start_date }) => start_date)),
    summary: summaries.length === 0 ? null : checkedLength(summaries.join('\n\n')),
    tags: changedTags([], { addTags: cases.flatMap(({ tags }) => JSON.parse(tags) as string[]) }),
    custom_fields: firstValues(
      cases.map(({ custom_fields }) => JSON.parse(custom_fields) as CustomFieldValues),
    ),
  }
}

/** Of each field the first value that there is. */
export function firstValues(all: readonly CustomFieldValues[]): CustomFieldValues {
  const values = new Map<string, CustomFieldValues[string]>()
  for (const [name, field] of all.flatMap((fields) => Object.entries(fields))) {
    const known = values.get(name)
    if (known === undefined || known.value === null) values.set(name, field)
  }
  return Object.fromEntries(values)
}

function checkedLength(text: string): string {
  // guard (open = true): case-rules.test.ts
  if (text.length <= maxDescriptionLength) return text
  throw badRequest(
    `The merged text has ${text.length} characters; the limit is ${maxDescriptionLength}. ` +
      'Shorten the descriptions first.',
  )
}

/** Not through the middle of a character. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
