import { createInterface } from 'node:readline'
import type { Command } from 'commander'

export interface NewAccount {
  readonly login: string
  readonly name: string | undefined
  /** Without it, that of the superadmins. */
  readonly organization: string | undefined
  readonly roles: readonly string[]
}

interface Accounts {
  create(account: NewAccount, password: string): Promise<void>
  /** Answers whether the user has a second factor. */
  resetPassword(login: string, password: string, unlock: boolean): Promise<boolean>
  resetSecondFactor(login: string): Promise<void>
}

interface PasswordOptions {
  generate?: boolean
}

/** `assay user …`: for operators who cannot sign in. Passwords are not arguments, which others could see. */
export function addUser(
  program: Command,
  { create, resetPassword, resetSecondFactor }: Accounts,
  write: (line: string) => void,
): void {
  const user = program
    .command('user')
    .description('manage users and reset credentials; the server can keep running')

  user
    .command('create')
    .description('create a user; reads the password from standard input')
    .argument('<login>')
    .option('--name <name>', 'display name')
    .option('--organization <name>', 'organization; if omitted, the user becomes a superadmin')
    .option('--roles <roles>', 'read, analyze or orgadmin', 'read')
    .option('--generate', 'generate a password and print it once')
    .action(
      async (
        login: string,
        options: PasswordOptions & { name?: string; organization?: string; roles: string },
      ) => {
        const { name, organization } = options
        const roles = organization === undefined ? ['superadmin'] : options.roles.split(',')
        const password = await passwordFor(options)
        await create({ login, name, organization, roles: roles.map((r) => r.trim()) }, password)
        write(`User ${login} created.`)
        if (options.generate) write(`Password: ${password}`)
      },
    )

  user
    .command('reset-password')
    .description("set a user's password (read from standard input) and end all sessions")
    .argument('<login>')
    .option('--unlock', 'unlock the user')
    .option('--generate', 'generate a password and print it once')
    .action(async (login: string, options: PasswordOptions & { unlock?: boolean }) => {
      const password = await passwordFor(options)
      const hasSecondFactor = await resetPassword(login, password, options.unlock ?? false)
      write(`Password of ${login} set. All sessions of this user ended.`)
      if (options.generate) write(`Password: ${password}`)
      if (hasSecondFactor)
        write(
          `The second factor is unchanged. To remove it: assay user reset-second-factor ${login}`,
        )
    })

  user
    .command('reset-second-factor')
    .description(
      "remove a user's authenticator app, passkeys and recovery codes, and end all sessions",
    )
    .argument('<login>')
    .action(async (login: string) => {
      await resetSecondFactor(login)
      write(`Second factor of ${login} removed. All sessions of this user ended.`)
    })
}

async function passwordFor({ generate }: PasswordOptions): Promise<string> {
  if (generate) return Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url')
  const password = process.stdin.isTTY ? await askTwice() : await firstLine()
  if (password === '')
    throw new Error('No password given. Send it on standard input, or use --generate')
  return password
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

async function askTwice(): Promise<string> {
  const password = await askHidden('New password: ')
  if ((await askHidden('Repeat password: ')) !== password) throw new Error('Passwords do not match')
  return password
}

/** Typed on a terminal and not shown on it. */
function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const lines = createInterface({ input: process.stdin, terminal: true })
  return new Promise((answer, refuse) => {
    lines.once('SIGINT', () => {
      lines.close()
      refuse(new Error('Canceled. Nothing was changed'))
    })
    lines.once('line', (line) => {
      lines.close()
      process.stderr.write('\n')
      answer(line)
    })
  })
}
