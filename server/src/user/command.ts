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
    .description(
      'create a user, reset a password or a second factor; works beside a running server',
    )

  user
    .command('create')
    .description('make a user; the password is read from standard input')
    .argument('<login>')
    .option('--name <name>', 'name that is shown')
    .option('--organization <name>', 'organization; without it, a superadmin is made')
    .option('--roles <roles>', 'read, analyze or orgadmin', 'read')
    .option('--generate', 'make a password and print it once')
    .action(
      async (
        login: string,
        options: PasswordOptions & { name?: string; organization?: string; roles: string },
      ) => {
        const { name, organization } = options
        const roles = organization === undefined ? ['superadmin'] : options.roles.split(',')
        const password = await passwordFor(options)
        await create({ login, name, organization, roles: roles.map((r) => r.trim()) }, password)
        write(`User ${login} was made.`)
        if (options.generate) write(`Password: ${password}`)
      },
    )

  user
    .command('reset-password')
    .description('set the password of a user and end all sessions; it is read from standard input')
    .argument('<login>')
    .option('--unlock', 'let a locked user in again')
    .option('--generate', 'make a password and print it once')
    .action(async (login: string, options: PasswordOptions & { unlock?: boolean }) => {
      const password = await passwordFor(options)
      const hasSecondFactor = await resetPassword(login, password, options.unlock ?? false)
      write(`The password of ${login} was set; all sessions of this user ended.`)
      if (options.generate) write(`Password: ${password}`)
      if (hasSecondFactor)
        write(`The second factor stays; without it: assay user reset-second-factor ${login}`)
    })

  user
    .command('reset-second-factor')
    .description('remove app, passkeys and recovery codes of a user and end all sessions')
    .argument('<login>')
    .action(async (login: string) => {
      await resetSecondFactor(login)
      write(`The second factor of ${login} was removed; all sessions of this user ended.`)
    })
}

async function passwordFor({ generate }: PasswordOptions): Promise<string> {
  if (generate) return Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url')
  const password = process.stdin.isTTY ? await askTwice() : await firstLine()
  if (password === '')
    throw new Error('No password was given: write one to standard input, or use --generate')
  return password
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

async function askTwice(): Promise<string> {
  const password = await askHidden('New password: ')
  if ((await askHidden('Once more: ')) !== password) throw new Error('The two passwords differ')
  return password
}

/** Typed on a terminal and not shown on it. */
function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const lines = createInterface({ input: process.stdin, terminal: true })
  return new Promise((answer, refuse) => {
    lines.once('SIGINT', () => {
      lines.close()
      refuse(new Error('Nothing was changed'))
    })
    lines.once('line', (line) => {
      lines.close()
      process.stderr.write('\n')
      answer(line)
    })
  })
}
