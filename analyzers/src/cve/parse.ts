export interface CveId {
  readonly id: string
  readonly year: number
  readonly number: number
  /** Reasons why nobody can have assigned it; empty when somebody may have. */
  readonly doubts: readonly string[]
}

/** The list began in 1999; ids of years to come are not given out before December. */
const firstYear = 1999
const form = /^CVE[-_ ](\d{4})[-_ ](\d{1,19})$/i

export function parseCve(text: string, now: Date): CveId | undefined {
  const [, yearText, digits] = form.exec(text.trim()) ?? []
  if (yearText === undefined || digits === undefined) return undefined
  const year = Number(yearText)
  const latest = now.getUTCFullYear() + (now.getUTCMonth() === 11 ? 1 : 0)
  const doubts = [
    ...(year < firstYear ? [`The list begins in ${firstYear}`] : []),
    ...(year > latest ? [`No id of ${year} has been given out yet`] : []),
    ...(digits.length < 4 ? ['The number has at least four digits'] : []),
    ...(digits.length > 4 && digits.startsWith('0') ? ['A longer number has no leading zero'] : []),
    ...(digits.length > 7 ? ['No year has had ten million ids'] : []),
    ...(/^0+$/.test(digits) ? ['The number zero is not given out'] : []),
  ]
  return { id: `CVE-${yearText}-${digits}`, year, number: Number(digits), doubts }
}
