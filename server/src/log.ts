import { type Logger, pino } from 'pino'

/** JSON lines on the error stream; the standard stream is for what a person must read. */
export const makeLog = (level: string): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', 'key', 'token', '*.password', '*.key', '*.token', '*.authorization'],
    },
    errorStream(),
  )

/** From here on a line is written at once: what follows it may be the end of the program. */
const urgentLevel = 50

/**
 * The lines of one turn of the event loop leave in one write, which costs as much as a line. Nothing
 * waits longer than that turn, and the end of the program writes what is left.
 */
function errorStream() {
  const destination = pino.destination({ dest: 2, sync: true, minLength: 16_000 })
  let isPlanned = false
  const flush = () => {
    isPlanned = false
    destination.flushSync()
  }
  process.on('exit', flush)
  return {
    // The logger then tells the level of each line before it writes it.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      destination.write(line)
      if (this.lastLevel >= urgentLevel) flush()
      else if (!isPlanned) {
        isPlanned = true
        setImmediate(flush)
      }
    },
  }
}
