import { access, constants, type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { interpreterIn, namedInterpreter } from './first-line.ts'
import { CannotRun } from './runner.ts'

export interface Program {
  readonly file: string
  /** The command before the job folder. */
  readonly args: readonly string[]
  /** How the interpreter is found that its first line names, when that is Python 3 without options. */
  readonly python?: readonly string[]
  /** Path or name of the interpreter that its first line names. */
  readonly interpreter?: string
}

/**
 * Decides how a command is started: directly, as the system does it. Two kinds that the original
 * cannot start run here: a script without the x bit (23 in the public catalog) and one whose first
 * line ends in CR LF. Both are started as the system would have: interpreter of the first line, then
 * the script.
 */
export async function findProgram(command: string): Promise<Program> {
  // Its location on the server is not disclosed.
  const name = basename(command)
  const file = await open(command).catch((error: NodeJS.ErrnoException) => {
    // A program that may be run but not read is the system's business.
    if (error.code === 'EACCES') return undefined
    throw new CannotRun(
      error.code === 'ENOENT'
        ? `The program ${name} does not exist`
        : `The program ${name} cannot be opened (${error.code})`,
      { cause: error },
    )
  })
  if (!file) return { file: command, args: [] }
  try {
    if (!(await file.stat()).isFile()) throw new CannotRun(`The program ${name} is not a file`)
    const interpreter = interpreterIn(await firstBytes(file))
    const isExecutable = await access(command, constants.X_OK).then(
      () => true,
      () => false,
    )
    const python = interpreter && pythonOf(interpreter)
    const named = namedInterpreter(interpreter)
    const found = { ...(python && { python }), ...(named && { interpreter: named }) }
    if (isExecutable && !interpreter?.isCutByCr) return { file: command, args: [], ...found }
    if (!interpreter) {
      throw new CannotRun(`The program ${name} is not executable and has no shebang line`)
    }
    const args = interpreter.argument ? [interpreter.argument, command] : [command]
    return { file: interpreter.path, args, ...found }
  } finally {
    await file.close()
  }
}

/** The kernel reads no more of the first line either. */
async function firstBytes(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

function pythonOf({ path, argument }: { path: string; argument: string }) {
  const isPython = (name: string) => /^python3(\.\d+)?$/.test(name)
  if (basename(path) === 'env') return isPython(argument) ? [path, argument] : undefined
  return isPython(basename(path)) && argument === '' ? [path] : undefined
}

export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** One look per change of the file, not per job; a definition may be replaced while we run. */
export function programFinder(): (command: string) => Promise<Program> {
  const known = new Map<string, { program: Promise<Program>; until: number }>()
  const keepMs = 5000
  return (command) => {
    const found = known.get(command)
    const now = performance.now()
    if (found && found.until > now) return found.program
    const program = findProgram(command)
    known.set(command, { program, until: now + keepMs })
    // A failure is not remembered: the next job may come after the fix.
    program.catch(() => known.delete(command))
    return program
  }
}
