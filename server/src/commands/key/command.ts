import type { Command } from 'commander'
import type { Rotation } from './rotate.ts'

/** `assay key rotate`. */
export function addKey(
  program: Command,
  rotate: (toFile: string | undefined) => Promise<Rotation>,
  write: (line: string) => void,
): void {
  program
    .command('key')
    .description('manage the master key that encrypts stored secrets')
    .command('rotate')
    .description('create a new master key and re-encrypt all secrets; stop all servers first')
    .option('--to-file <file>', 'file with the new key, if the key is set in secret.key')
    .action(async ({ toFile }: { toFile?: string }) => {
      const { values, endedSessions, file, isInSettings } = await rotate(toFile)
      write(`Master key rotated. ${values} secrets re-encrypted.`)
      if (endedSessions > 0)
        write(`${endedSessions} sessions ended; their users must sign in again.`)
      write(
        isInSettings
          ? `Set secret.key to the content of ${file} on every node before starting it.`
          : `The new key is in ${file}. Copy it to every other node before starting it.`,
      )
      write('Earlier backups need the previous key. Keep it with them.')
      write('If the previous key was exposed, also renew API keys and analyzer secrets.')
    })
}
