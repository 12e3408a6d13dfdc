import { AppError } from './errors.ts'

const unitMs: Record<string, number> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  µs: 0.001,
  ns: 0.000001,
}

/** Every spelling that clients use, singular and plural. */
const units = new Map<string, number>(
  [
    ['d', 'day', 'days'],
    ['h', 'hr', 'hrs', 'hour', 'hours'],
    ['m', 'min', 'mins', 'minute', 'minutes'],
    ['s', 'sec', 'secs', 'second', 'seconds'],
    ['ms', 'milli', 'millis', 'millisecond', 'milliseconds'],
    ['µs', 'micro', 'micros', 'microsecond', 'microseconds'],
    ['ns', 'nano', 'nanos', 'nanosecond', 'nanoseconds'],
  ].flatMap((names) => names.map((name) => [name, unitMs[names[0] ?? ''] ?? 0])),
)

/** `1minute`, `1 second`, `10s`, `1.5 h`, `Inf` → milliseconds. */
export function parseDuration(text: string): number {
  const compact = text.replaceAll(/\s/g, '')
  if (/^(plus)?inf(inity)?$/i.test(compact)) return Number.POSITIVE_INFINITY
  const match = /^(\d{1,15}(?:\.\d{1,9})?)([a-zµ]+)$/i.exec(compact)
  const unit = match && units.get(match[2]?.toLowerCase() ?? '')
  if (!match || unit === undefined || unit === null)
    throw new AppError(
      'NumberFormatException',
      `Invalid format format error ${text.slice(0, 100)}: use a number with hour, minute or second`,
    )
  return Number(match[1]) * unit
}
