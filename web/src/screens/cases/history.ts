import { dateAndTime } from '../../base/model/times.ts'
import { neutralText } from '../../shared/response/neutral-text.ts'

const maxCharacters = 120

/** What a change was about, short enough for one line: `severity: 3`. */
export function changesIn(details: object): { name: string; value: string }[] {
  // Which rule it was is told by its name.
  return Object.entries(details)
    .filter(([name]) => name !== 'ruleRun')
    .map(([name, value]) => ({ name, value: shortened(name, value) }))
}

function shortened(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number' && /Date$/.test(name)) return dateAndTime(value)
  const written = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
  const line = neutralText(written).replace(/\s+/g, ' ')
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line
}
