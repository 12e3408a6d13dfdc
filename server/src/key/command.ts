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
    .description('the master key, which seals the stored secrets')
    .command('rotate')
    .description('make a new master key and seal everything with it; stop all servers first')
    .option('--to-file <file>', 'for a key in the setting secret.key: file with the new key')
    .action(async ({ toFile }: { toFile?: string }) => {
      const { values, endedSessions, file, isInSettings } = await rotate(toFile)
      write(`The master key is new. ${values} values were sealed again.`)
      if (endedSessions > 0) write(`${endedSessions} people have to sign in again.`)
      write(
        isInSettings
          ? `Give the content of ${file} in secret.key, on every node, before the next start.`
          : `It is in ${file}; copy it to every other node before that starts.`,
      )
      write('A backup that was made before needs the former key: keep the two together.')
      write(
        'If the former key was seen by others, renew API keys and the secrets of analyzers, too.',
      )
    })
}
