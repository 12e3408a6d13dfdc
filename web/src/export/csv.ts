/** Spreadsheets run a cell that begins so as a formula; an apostrophe makes it a text. */
const startsFormula = /^[=+\-@\t\r]/

/** A cell as RFC 4180 writes it; values from outside cannot become formulas or further cells. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = startsFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
