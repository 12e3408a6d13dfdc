import { inspect } from 'node:util'
import { Command } from 'commander'
import { addApply } from './commands/apply/command.ts'
import { addBackup } from './commands/backup/command.ts'
import { addBlobs } from './commands/blobs/command.ts'
import { addDoctor } from './commands/doctor/command.ts'
import { addDrain } from './commands/drain/command.ts'
import { addImport } from './commands/import/command.ts'
import { addKey } from './commands/key/command.ts'
import { addMcp } from './commands/mcp/command.ts'
import { addRetention } from './commands/retention/command.ts'
import { addScan } from './commands/scan/command.ts'
import { terminalText } from './commands/terminal-text.ts'
import { addUser } from './commands/user/command.ts'
import { version } from './process/version.ts'
import { describeConfig, loadConfig } from './settings/config.ts'

/** The program `assay`. Without a command it serves. */
export async function run(argv: readonly string[]): Promise<void> {
  const program = new Command('assay')
    .description('Submit an observable, get a report, act on it.')
    .version(version)
    .option('-c, --config <file>', 'settings file, YAML or JSON (also ASSAY_CONFIG)')
    .showSuggestionAfterError()
  const config = () => loadConfig({ file: program.opts<{ config?: string }>().config })

  program
    .command('serve', { isDefault: true })
    .description('start the server (default)')
    .option('--demo', 'load sample data into a separate data folder')
    .action(async ({ demo = false }: { demo?: boolean }) =>
      (await server()).serve(config(), { isDemo: demo, reload: config }),
    )
  program
    .command('migrate')
    .description('run database migrations and exit')
    .action(async () => {
      const applied = await (await commands()).migrateDatabase(config())
      write(applied.length === 0 ? 'No pending migrations.' : `Applied ${applied.join(', ')}.`)
    })
  program
    .command('config')
    .description('print all settings and their sources; secrets are masked')
    .action(() => {
      const rows = describeConfig(config())
      const width = Math.max(...rows.map(({ key }) => key.length))
      for (const { key, value, source } of rows) {
        write(`${key.padEnd(width)}  ${value || '-'}  (${source})`)
      }
    })

  addDoctor(
    program,
    async function* () {
      yield* (await import('./commands/doctor/examine.ts')).examine(config)
    },
    write,
  )
  addDrain(program, async (request) => (await commands()).drain(config(), request), write)
  addKey(program, async (toFile) => (await commands()).rotateKey(config(), toFile), write)
  addBlobs(
    program,
    async (options, onProgress) => (await commands()).moveFiles(config(), options, onProgress),
    write,
  )
  addRetention(program, async (request) => (await commands()).retention(config(), request), write)
  addUser(
    program,
    {
      create: async (account, password) =>
        (await commands()).createAccount(config(), account, password),
      resetPassword: async (login, password, unlock) =>
        (await commands()).resetPassword(config(), login, password, unlock),
      resetSecondFactor: async (login) => (await commands()).resetSecondFactor(config(), login),
    },
    write,
  )
  addBackup(
    program,
    {
      backup: async (path, passphrase) => (await commands()).backup(config(), path, passphrase),
      verify: async (path) => (await commands()).verify(path),
      restore: async (path, passphrase) => (await commands()).restore(config(), path, passphrase),
      copy: async (to, onProgress) => (await commands()).copy(config(), to, onProgress),
    },
    write,
  )
  addApply(program, write)
  addImport(
    program,
    {
      cortex: async (request) => (await commands()).importFrom(config(), 'Cortex', request),
      thehive: async (request) => (await commands()).importFrom(config(), 'TheHive', request),
    },
    write,
  )
  addMcp(program)
  addScan(program, () => config().analyzer.privateTargets)

  try {
    await program.parseAsync(argv)
  } catch (error) {
    // What an operator can fix is a sentence; a stack is for what only we can fix.
    const isOurs = [TypeError, ReferenceError, RangeError, SyntaxError].some(
      (t) => error instanceof t,
    )
    const message = error instanceof Error && !isOurs ? error.message : inspect(error)
    process.stderr.write(`${terminalText(message)}\n`)
    process.exitCode = 1
    // What a failed start has left open must not keep a useless process alive: its supervisor would
    // wait for it to end.
    setTimeout(() => process.exit(), 2_000).unref()
  }
}

/** Loaded on demand: a scan needs neither HTTP nor a database. */
const server = () => import('./serve.ts')
const commands = () => import('./commands/with-database.ts')

const write = (line: string) => process.stdout.write(`${line}\n`)
