import { defangText } from '../../base/model/defang.ts'

/** Signs that Markdown, or HTML inside it, would read as more than text. */
const special = /[\\`*_{}[\]()#+\-!|<>~&]/g

/**
 * A text from outside as plain text: no link, no image, no table cell, no tag of its own. Many
 * readers make links of bare addresses, so those are defanged.
 */
export const markdownText = (value: string) =>
  defangText(value.replace(/\s+/g, ' ').trim())
    .replace(/\bwww\./gi, 'www[.]')
    // guard: markdown.test.ts
    .replace(special, (sign) => `\\${sign}`)

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |\n`
  return `${line(head)}|${' --- |'.repeat(head.length)}\n${rows.map(line).join('')}`
}
