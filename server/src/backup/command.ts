import type { Command } from 'commander'
import { readSecret } from '../secret-input.ts'
import type { Copied } from './copy.ts'
import type { Manifest } from './format.ts'

export interface BackupCommands {
  backup(path: string, passphrase: string | undefined): Promise<Manifest>
  verify(path: string): Promise<Manifest>
  restore(path: string, passphrase: string | undefined): Promise<Manifest>
  copy(to: string, onProgress: (line: string) => void): Promise<Copied>
}

interface Options {
  readonly keyPassphraseFile?: string
  readonly verify?: boolean
}

/** `assay backup` and `assay restore`. */
export function addBackup(
  program: Command,
  commands: BackupCommands,
  write: (line: string) => void,
): void {
  const passphraseOf = async ({ keyPassphraseFile: file }: Options) =>
    file === undefined ? undefined : await readSecret(file)

  program
    .command('backup <file>')
    .description('write everything into one file, while servers run')
    .option(
      '--key-passphrase-file <file>',
      'take the master key along, sealed with the passphrase in this file; - reads it from standard input',
    )
    .addHelpText('after', '\nThe file is for its owner only. Restore it with: assay restore <file>')
    .action(async (path: string, options: Options) => {
      const passphrase = await passphraseOf(options)
      const manifest = await commands.backup(path, passphrase)
      write(`${path}: ${summary(manifest)}`)
      printLosses(manifest)
      if (passphrase === undefined)
        write('The master key is not in it: keep a copy of it elsewhere, both are needed.')
    })
  program
    .command('restore <file>')
    .description('fill an empty installation from a backup, on either database')
    .option('--verify', 'check the file and restore nothing')
    .option(
      '--key-passphrase-file <file>',
      'with the passphrase of the master key; - reads it from standard input',
    )
    .addHelpText(
      'after',
      '\nStop all servers first. The data folder and the database must be empty.',
    )
    .action(async (path: string, options: Options) => {
      if (options.verify) {
        const manifest = await commands.verify(path)
        write(`${path} is whole: ${summary(manifest)}`)
        return printLosses(manifest)
      }
      const manifest = await commands.restore(path, await passphraseOf(options))
      write(`Restored ${summary(manifest)}`)
      printLosses(manifest)
      write('Everybody signs in again; API keys work as before.')
    })
  program
    .command('copy')
    .description('copy everything into another, empty database: SQLite to PostgreSQL, or back')
    .option('--to <target>', 'postgres://user:password@host/name, or sqlite:/data/folder')
    .option(
      '--to-file <file>',
      'the same from a file, so that nobody sees the password; - is standard input',
    )
    .addHelpText(
      'after',
      '\nStop all servers first. A copy that was interrupted goes on when it is run again.',
    )
    .action(async ({ to, toFile }: { to?: string; toFile?: string }) => {
      if ((to === undefined) === (toFile === undefined))
        throw new Error('Name the target with --to or with --to-file')
      const copied = await commands.copy(to ?? (await readSecret(toFile ?? '')), write)
      write(`Copied and compared ${copied.rows} rows and ${copied.files} files.`)
      printLosses(copied)
      write(copied.advice)
    })
}

function summary({ tables, files, schema, version }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `rows: ${rows}, files: ${files.count} (${files.bytes} bytes), made by version ${version} (schema ${schema}).`
}

const shown = 10

function printLosses({ missing, damaged }: Pick<Manifest, 'missing' | 'damaged'>): void {
  const report = (hashes: readonly string[], what: string) => {
    if (hashes.length === 0) return
    const more = hashes.length > shown ? ' …' : ''
    process.stderr.write(
      `${hashes.length} files ${what}: ${hashes.slice(0, shown).join(' ')}${more}\n`,
    )
  }
  report(missing, 'were not in the file store at that time')
  report(damaged, 'were damaged in the file store at that time')
}
