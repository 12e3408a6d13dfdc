import { writeSync } from 'node:fs'
import { type LogFn, type Logger, pino } from 'pino'
import { storageTrouble } from '../domain/storage-trouble.ts'

/**
 * On the error stream; the standard stream is for what a person must read. JSON lines, or on a
 * terminal lines that a person can read.
 */
export const makeLog = (level: string, format: 'auto' | 'json' | 'text' = 'auto'): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { logMethod: quietInOutages() },
      redact: ['password', 'key', 'token', '*.password', '*.key', '*.token', '*.authorization'],
    },
    errorStream(format === 'text' || (format === 'auto' && process.stderr.isTTY === true)),
  )

const repeatMs = 60_000

/**
 * The database logs an outage, once. Follow-up errors every second are left out; a full disk or a
 * busy file is logged once a minute.
 */
function quietInOutages() {
  const loggedAt = new Map<string, number>()
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [fields, message] = args as unknown as [unknown, unknown]
    const trouble = storageTrouble((fields as { err?: unknown } | null | undefined)?.err)
    if (trouble === 'unavailable') return
    if (trouble !== undefined && trouble !== 'data') {
      const now = performance.now()
      const last = loggedAt.get(String(message))
      if (last !== undefined && now - last < repeatMs) return
      loggedAt.set(String(message), now)
    }
    method.apply(this, args)
  }
}

/** From here on a line is written at once: what follows it may be the end of the program. */
const urgentLevel = 50
/** More than a turn should ever say. */
const maxWaiting = 65_536

/**
 * The lines of one turn of the event loop leave in one write, which costs as much as that of a line.
 * Nothing waits longer than that turn, and the end of the program writes what is left.
 */
function errorStream(isForPeople: boolean) {
  let waiting = ''
  let isPlanned = false
  const flush = () => {
    isPlanned = false
    const text = waiting
    waiting = ''
    writeAll(2, text)
  }
  process.on('exit', flush)
  return {
    // The logger then passes the level of each line before it writes it.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      waiting += isForPeople ? readable(line) : line
      if (this.lastLevel >= urgentLevel || waiting.length > maxWaiting) return flush()
      if (!isPlanned) setImmediate(flush)
      isPlanned = true
    },
  }
}

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

/** `21:04:05 info request method=GET path=/api/status status=200`, then a stack, if there is one. */
export function readable(line: string): string {
  const { level, time, pid: _pid, msg = '', err, ...fields } = JSON.parse(line)
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${shownValue(value)}`)
  const head = [String(time).slice(11, 19), levels[level] ?? level, msg, ...shown].join(' ')
  // A text from outside must not move the reader's cursor.
  const text = `${head}${err ? `\n${err.stack ?? err.message}` : ''}`
  return `${text.replace(controls, '\uFFFD')}\n`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

const shownValue = (value: unknown) =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)

/** Of a reader that does not keep up, and then of one that has gone, nothing more is expected. */
const patienceMs = 1_000

function writeAll(file: number, text: string): void {
  let left = Buffer.from(text)
  const giveUpAt = performance.now() + patienceMs
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(file, left))
    } catch (error) {
      // The stream is a pipe, and it is full.
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN'
      if (!isFull || performance.now() > giveUpAt) return
      Atomics.wait(pause, 0, 0, 5)
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))
