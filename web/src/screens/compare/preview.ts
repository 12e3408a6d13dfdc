import { defangText } from '../../base/model/defang.ts'

/**
 * A value in one line, as JSON, cut: it may be a whole section of a report. Nothing that is
 * selected and pasted from it is a link.
 */
export function preview(value: unknown, most = 300): string {
  const budget = { left: most }
  const text = defangText(write(value, budget, 0))
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Written by hand: `JSON.stringify` would write megabytes to keep 300 characters of them. */
function write(value: unknown, budget: { left: number }, depth: number): string {
  if (budget.left <= 0 || depth > 20) return '…'
  if (typeof value !== 'object' || value === null) {
    const text =
      typeof value === 'string' ? JSON.stringify(value.slice(0, budget.left + 1)) : String(value)
    budget.left -= text.length
    return text
  }
  const isList = Array.isArray(value)
  const parts: string[] = []
  for (const key of Object.keys(value)) {
    if (budget.left <= 0) {
      parts.push('…')
      break
    }
    const name = isList ? '' : `${JSON.stringify(key.slice(0, 100))}: `
    budget.left -= name.length + 2
    parts.push(name + write((value as Record<string, unknown>)[key], budget, depth + 1))
  }
  return isList ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`
}
