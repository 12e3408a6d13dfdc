export interface CveId {
  readonly id: string
  readonly year: number
  readonly number: number
  /** Reasons why it cannot have been assigned; empty when it may have been. */
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
    ...(year < firstYear ? [`CVE IDs begin in ${firstYear}`] : []),
    ...(year > latest ? [`no CVE ID for ${year} is assigned yet`] : []),
    ...(digits.length < 4 ? ['the number needs at least four digits'] : []),
    ...(digits.length > 4 && digits.startsWith('0') ? ['longer numbers have no leading zero'] : []),
    ...(digits.length > 7 ? ['the number is too high for any year'] : []),
    ...(/^0+$/.test(digits) ? ['number zero is never assigned'] : []),
  ]
  return { id: `CVE-${yearText}-${digits}`, year, number: Number(digits), doubts }
}
