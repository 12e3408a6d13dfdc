import { defangSentence, defangText } from '../detect/index.ts'

/** Signs that Markdown, or HTML inside it, would read as more than text. */
const special = /[\\`*_{}[\]()#+\-!|<>~&]/g

/**
 * A text from outside as plain text: no link, no image, no table cell, no tag of its own. Many
 * readers make links of bare addresses, so those are defanged.
 */
export const markdownText = (value: string) =>
  defangText(value.replace(/\s+/g, ' ').trim())
    .replace(/\bwww\./gi, 'www[.]')
    // guard: web/src/shared/export/markdown.test.ts
    .replace(special, (sign) => `\\${sign}`)

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |\n`
  return `${line(head)}|${' --- |'.repeat(head.length)}\n${rows.map(line).join('')}`
}

/** Markdown that a person wrote for a report: it keeps its form, without tags and working addresses. */
export const writtenLine = (line: string): string =>
  // guard (open = line): contract/src/report/report.test.ts
  defangSentence(line).replaceAll('<', '\\<')

/** Words of people as a quotation, which cannot end the report or begin a part of it. */
export const quotedLines = (words: string): string[] =>
  words.trim() === ''
    ? []
    : words
        .trim()
        .split('\n')
        // guard: contract/src/report/report.test.ts
        .map((line) => `> ${writtenLine(line)}`.trimEnd())
