interface Common {
  description: string
  /** 'whole': never shown. 'password': an address, shown without its password. */
  secret?: 'whole' | 'password'
  min?: number
  max?: number
}
/** A check returns the end of the sentence "<setting> …", or nothing when all is well. */
type Check<V> = (value: V) => string | undefined

export type Setting = Common &
  (
    | { kind: 'text'; default?: string; check?: Check<string> }
    | { kind: 'integer'; default?: number }
    | { kind: 'boolean'; default?: boolean }
    | {
        kind: 'list'
        default?: readonly string[]
        choices?: readonly string[]
        check?: Check<string[]>
      }
    | { kind: 'duration' | 'bytes'; default?: string }
    | { kind: 'choice'; default?: string; choices: readonly string[] }
    | { kind: 'json'; default?: unknown; check?: Check<unknown> }
  )

/** A value as the program uses it, or the end of a sentence "<setting> …" about what is wrong. */
export type Reading = { value: unknown; problem?: undefined } | { problem: string }

const ok = (value: unknown): Reading => ({ value })
const wrong = (problem: string): Reading => ({ problem })

/** Reads one raw value: text from the environment, or whatever YAML made of it in the file. */
export function readValue(setting: Setting, raw: unknown): Reading {
  const reading = readKind(setting, raw)
  if (reading.problem !== undefined) return reading
  const problem = checkBounds(setting, reading.value) ?? runCheck(setting, reading.value)
  return problem === undefined ? reading : wrong(problem)
}

function readKind(setting: Setting, raw: unknown): Reading {
  switch (setting.kind) {
    case 'text':
      return readText(raw)
    case 'integer':
      return readInteger(raw)
    case 'boolean':
      return readBoolean(raw)
    case 'list':
      return readList(raw, setting.choices)
    case 'duration':
      return readMeasure(raw, durationUnits, 'such as 30s, 10m, 1h or 2 days')
    case 'bytes':
      return readMeasure(raw, byteUnits, 'such as 512k, 10MB or 1MiB')
    case 'choice':
      return readChoice(raw, setting.choices)
    case 'json':
      return readJson(raw)
  }
}

// YAML has already turned an unquoted 0123 or 1e5 into another number, so converting it back to
// text would silently change a password.
function readText(raw: unknown): Reading {
  return typeof raw === 'string' ? ok(raw) : wrong('must be text; put the value in quotes')
}

function readInteger(raw: unknown): Reading {
  const number = typeof raw === 'string' && /^\s*-?\d+\s*$/.test(raw) ? Number(raw) : raw
  return Number.isSafeInteger(number) ? ok(number) : wrong('must be a whole number')
}

function readBoolean(raw: unknown): Reading {
  const word = toWord(raw)
  if (['true', 'yes', 'on', '1'].includes(word)) return ok(true)
  if (['false', 'no', 'off', '0'].includes(word)) return ok(false)
  return wrong('must be true or false')
}

function readList(raw: unknown, choices: readonly string[] | undefined): Reading {
  const items = typeof raw === 'string' ? raw.split(',') : raw
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
    return wrong('must be a list of strings, or one comma-separated string')
  }
  const words = items.map((item) => item.trim()).filter((item) => item !== '')
  if (choices && !words.every((word) => choices.includes(word))) {
    return wrong(`may only contain ${choices.join(', ')}`)
  }
  return ok([...new Set(words)])
}

function readChoice(raw: unknown, choices: readonly string[]): Reading {
  const word = toWord(raw)
  return choices.includes(word) ? ok(word) : wrong(`must be one of ${choices.join(', ')}`)
}

// An object from the file may have its own toString, so it is never converted.
const toWord = (raw: unknown) => (typeof raw === 'object' ? '' : String(raw).trim().toLowerCase())

// The parser's own message quotes the text it could not read, which may hold a secret.
function readJson(raw: unknown): Reading {
  let value = raw
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw)
    } catch {
      return wrong('must be valid JSON')
    }
  }
  return isTame(value) ? ok(value) : wrong('is nested too deeply or contains a key named __proto__')
}

function isTame(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth > 20 || Object.hasOwn(value, '__proto__')) return false
  return Object.values(value).every((inner) => isTame(inner, depth + 1))
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const durationUnits: Record<string, number> = {
  ...{ ms: 1, millis: 1, millisecond: 1, milliseconds: 1 },
  ...{ s: second, sec: second, second, seconds: second },
  ...{ m: minute, min: minute, minute, minutes: minute },
  ...{ h: hour, hour, hours: hour },
  ...{ d: day, day, days: day },
}

// '512k' counts in 1024, '512kB' in 1000: the reading that the settings of today's systems use.
const byteUnits: Record<string, number> = {
  ...{ '': 1, b: 1 },
  ...{ k: 1024, kib: 1024, kb: 1000 },
  ...{ m: 1024 ** 2, mib: 1024 ** 2, mb: 1000 ** 2 },
  ...{ g: 1024 ** 3, gib: 1024 ** 3, gb: 1000 ** 3 },
}

// A bare number of time is refused because every reader guesses another unit; only 0 means the same
// to all. A bare number of bytes is plain.
function readMeasure(raw: unknown, units: Record<string, number>, example: string): Reading {
  const isScalar = typeof raw === 'string' || typeof raw === 'number'
  const match = isScalar ? /^(\d{1,15}(?:\.\d{1,6})?) ?([a-z]*)$/i.exec(String(raw).trim()) : null
  if (!match) return wrong(`must be a number with a unit, ${example}`)
  const [, amount = '', unit = ''] = match
  if (Number(amount) === 0 && unit === '') return ok(0)
  const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined
  if (factor === undefined) {
    return wrong(unit === '' ? `needs a unit, ${example}` : `has an unknown unit; use ${example}`)
  }
  const value = Math.round(Number(amount) * factor)
  return Number.isSafeInteger(value) ? ok(value) : wrong('is too large')
}

function checkBounds(setting: Setting, value: unknown): string | undefined {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = setting
  if (typeof value === 'number' && (value < min || value > max)) {
    if (setting.max === undefined) return `must be at least ${showValue(setting, min)}`
    return `must be between ${showValue(setting, min)} and ${showValue(setting, max)}`
  }
  if (typeof value === 'string' && value.length < min) return `needs at least ${min} characters`
  if (Array.isArray(value) && value.length < min) return `needs at least ${min} entry`
}

function runCheck(setting: Setting, value: unknown): string | undefined {
  if (setting.kind === 'text') return setting.check?.(value as string)
  if (setting.kind === 'list') return setting.check?.(value as string[])
  if (setting.kind === 'json') return setting.check?.(value)
}

/** A value in the form in which it may be written in the file; secrets are not hidden here. */
export function showValue(setting: Setting, value: unknown): string {
  if (value === undefined) return ''
  if (setting.kind === 'duration')
    return showMeasure(value as number, { d: day, h: hour, m: minute, s: second }, 'ms')
  if (setting.kind === 'bytes') {
    return showMeasure(value as number, { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024 }, '')
  }
  if (setting.kind === 'list') return (value as string[]).join(',')
  return setting.kind === 'json' ? JSON.stringify(value) : String(value)
}

function showMeasure(value: number, units: Record<string, number>, smallest: string): string {
  if (value === 0) return '0'
  for (const [unit, size] of Object.entries(units)) {
    if (value % size === 0) return `${value / size}${unit}`
  }
  return `${value}${smallest}`
}
