/** Stand for a few words, anywhere in a line. */
export const words = [
  'case.number',
  'case.title',
  'case.severity',
  'case.status',
  'case.tlp',
  'case.pap',
  'case.opened',
  'case.closed',
  'case.assignee',
  'organization',
  'author',
  'today',
] as const
export type Word = (typeof words)[number]

/** Stand for several lines, each alone on its own. */
export const blocks = [
  'case.description',
  'case.conclusion',
  'values',
  'values.malicious',
  'values.suspicious',
  'values.iocs',
  'timeline',
  'techniques',
  'actions',
  'tasks',
  'comments',
  'people',
] as const
export type Block = (typeof blocks)[number]

export const isWord = (name: string): name is Word => (words as readonly string[]).includes(name)
export const isBlock = (name: string): name is Block => (blocks as readonly string[]).includes(name)

export const placeholder = /\{\{\s*([^{}\n]{0,100}?)\s*\}\}/g
/** A block fills lines, so nothing else may be on its line. */
export const blockLine = /^\s*\{\{\s*([a-z.]{1,40})\s*\}\}\s*$/

/** Why a template cannot be stored; undefined if it can. */
export function templateProblem(body: string): string | undefined {
  for (const line of body.split('\n')) {
    for (const [whole, name = ''] of line.matchAll(placeholder)) {
      // guard: server/test/platform/report-templates.test.ts
      if (!isWord(name) && !isBlock(name)) return `Unknown placeholder ${whole}`
      // guard: server/test/platform/report-templates.test.ts
      if (isBlock(name) && !blockLine.test(line))
        return `Placeholder ${whole} must be alone on its line`
    }
  }
  return undefined
}
