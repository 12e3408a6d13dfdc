import type { ReportFacts } from '@assay/contract'

/** Text with what is selected in it. */
export interface Selected {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** The words between two marks, or the caret where there are none. */
export function wrapped({ text, from, to }: Selected, mark: string): Selected {
  const words = text.slice(from, to)
  return {
    text: `${text.slice(0, from)}${mark}${words}${mark}${text.slice(to)}`,
    from: from + mark.length,
    to: to + mark.length,
  }
}

export const inserted = ({ text, from, to }: Selected, words: string): Selected => ({
  text: text.slice(0, from) + words + text.slice(to),
  from: from + words.length,
  to: from + words.length,
})

/** A slash in an address or between two words is a slash. */
export const startsInsert = ({ text, from }: Selected): boolean =>
  from === 0 || /\s/.test(text[from - 1] ?? '')

const texts = ['case.description', 'case.conclusion']

/** What the section is linked to, if it is nothing else than that. */
export function linkedBlock(body: string): string | undefined {
  const [, name] = /^\s*\{\{\s*([a-z.]{1,40})\s*\}\}\s*$/.exec(body) ?? []
  return name === undefined || texts.includes(name) ? undefined : name
}

/** The case's own words are where the writer begins. */
export function writtenBody(body: string, { case: row }: Pick<ReportFacts, 'case'>): string {
  if (body.trim() === '{{case.description}}') return row.description
  return body.trim() === '{{case.conclusion}}' ? row.conclusion : body
}
