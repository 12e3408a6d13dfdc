/** What a spreadsheet skips before it looks for a formula: spaces, quotes, invisible characters. */
const passedOver = /^[\s\p{Cc}\p{Cf}"']+/u

/** Also in the full-width and small characters of other keyboards, which NFKC normalizes. */
const formulaSigns = /^[=+\-@\u2212]/

/** The same text, or with an apostrophe before it where a spreadsheet would run it as a formula. */
export function withoutFormula(text: string): string {
  const [first = ''] = text.replace(passedOver, '')
  return /^[\t\r\n]/.test(text) || formulaSigns.test(first.normalize('NFKC')) ? `'${text}` : text
}

/** A cell as RFC 4180 writes it; values from outside cannot become formulas or further cells. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = withoutFormula(value)
  // Some treat a semicolon or a tab as the end of a cell, whatever the others are.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
