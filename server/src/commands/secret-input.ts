import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/**
 * From a file or, with `-`, from standard input: arguments are visible to all users of the machine.
 */
export async function readSecret(file: string): Promise<string> {
  const given =
    file === '-'
      ? await text(process.stdin)
      : await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new Error(`Cannot read ${file}: ${error.code ?? error.message}`)
        })
  const secret = given.replace(/\r?\n$/, '')
  if (secret === '') throw new Error(`${file === '-' ? 'Standard input' : file} is empty`)
  return secret
}
