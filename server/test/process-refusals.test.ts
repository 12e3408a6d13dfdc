import { once } from 'node:events'
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { sharedByTests } from './lifetime.ts'
import { dataFolder, loopback, newDataFolder, run, start } from './program.ts'

interface Refusal {
  why: string
  /** Settings under which the program must not start. */
  settings(): Promise<Record<string, string>>
  says: RegExp
}

/** One that ran once. */
const model = sharedByTests(async () => {
  const folder = await dataFolder()
  const server = await start({ ASSAY_DATA_DIR: folder })
  await server.stop()
  return folder
})

async function stoppedInstallation(): Promise<string> {
  const folder = await newDataFolder()
  await cp(await model(), folder, { recursive: true })
  return folder
}

const secret = 'hunter2hunter2hunter2hunter2hunter2hunter2'

const refusals: Refusal[] = [
  {
    why: 'the port is in use',
    settings: async () => {
      const other = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await once(other, 'listening')
      const { port } = other.address() as { port: number }
      return { ASSAY_DATA_DIR: await dataFolder(), ASSAY_HTTP_PORT: String(port) }
    },
    says: /^Port \d+ is already in use\. Choose another with ASSAY_HTTP_PORT$/m,
  },
  {
    why: 'a setting is misspelt',
    settings: async () => ({ ASSAY_DATA_DIR: await newDataFolder(), ASSAY_SECRET_KEI: secret }),
    says: /ASSAY_SECRET_KEI.*did you mean ASSAY_SECRET_KEY\?/,
  },
  {
    why: 'settings have wrong values',
    settings: async () => ({
      ASSAY_DATA_DIR: await newDataFolder(),
      ASSAY_HTTP_PORT: 'nine',
      ASSAY_SECRET_KEY: 'hunter2',
      ASSAY_DATABASE_URL: 'mysql://root:hunter2@127.0.0.1/x',
    }),
    says: /ASSAY_HTTP_PORT.*\n.*ASSAY_DATABASE_URL.*\n.*ASSAY_SECRET_KEY/,
  },
  {
    why: 'others can read the master key',
    settings: async () => {
      const folder = await stoppedInstallation()
      await chmod(join(folder, 'master.key'), 0o644)
      return { ASSAY_DATA_DIR: folder }
    },
    says: /^The master key .*master\.key is accessible to other users\. Fix it with: chmod 600 /m,
  },
  {
    why: 'the master key is cut',
    settings: async () => {
      const folder = await stoppedInstallation()
      await writeFile(join(folder, 'master.key'), 'hunter2')
      return { ASSAY_DATA_DIR: folder }
    },
    says: /^The master key .* is corrupt/m,
  },
  {
    why: 'the master key is that of another installation',
    settings: async () => ({
      ASSAY_DATA_DIR: await stoppedInstallation(),
      ASSAY_SECRET_KEY: secret,
    }),
    says: /^Master key mismatch: it cannot decrypt this database\./m,
  },
  {
    why: 'the database is of a newer version',
    settings: async () => {
      const folder = await stoppedInstallation()
      const database = new DatabaseSync(join(folder, 'assay.sqlite'))
      database.exec(`insert into schema_migrations values ('9999-tomorrow', 0)`)
      database.close()
      return { ASSAY_DATA_DIR: folder }
    },
    says: /^The database was migrated by a newer version of Assay .*9999-tomorrow/m,
  },
  {
    why: 'the database file is none',
    settings: async () => {
      const folder = await newDataFolder()
      await mkdir(folder)
      await writeFile(join(folder, 'assay.sqlite'), 'hunter2'.repeat(1000))
      return { ASSAY_DATA_DIR: folder }
    },
    says: /^Cannot open the database file .*assay\.sqlite: /m,
  },
  {
    why: 'PostgreSQL does not answer',
    settings: async () => ({
      ASSAY_DATA_DIR: await newDataFolder(),
      ASSAY_DATABASE_URL: 'postgres://root:hunter2@127.0.0.1:1/assay',
      ASSAY_DATABASE_STARTWAIT: '0',
    }),
    says: /^The database at 127\.0\.0\.1:1\/assay cannot be used: .*ECONNREFUSED/m,
  },
  {
    why: 'the data folder is a file',
    settings: async () => {
      const folder = await newDataFolder()
      await writeFile(folder, 'x')
      return { ASSAY_DATA_DIR: folder }
    },
    says: /data/,
  },
  {
    why: 'the address is not one of this machine',
    settings: async () => ({ ASSAY_DATA_DIR: await dataFolder(), ASSAY_HTTP_HOST: '192.0.2.1' }),
    says: /192\.0\.2\.1/,
  },
  {
    why: 'an older version runs on the same file, whose tables it would upgrade',
    settings: async () => {
      const folder = await dataFolder()
      const older = new DatabaseSync(join(folder, 'assay.sqlite'))
      onTestFinished(() => older.close())
      older.exec(
        'delete from schema_migrations where name = (select max(name) from schema_migrations)',
      )
      return { ASSAY_DATA_DIR: folder }
    },
    says: /Another Assay process is running on .*assay\.sqlite, which this version must migrate.*Stop it/,
  },
  {
    why: 'the settings file is missing',
    settings: async () => ({ ASSAY_CONFIG: join(dirname(await newDataFolder()), 'missing.yaml') }),
    says: /missing\.yaml: cannot read the file/,
  },
]

it.each(refusals)('does not start when $why, and says so in a sentence', async (refusal) => {
  const settings = await refusal.settings()

  const { code, stdout, stderr } = await run({ ...loopback, ...settings }).ended

  expect(stderr).toMatch(refusal.says)
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).not.toMatch(/^\s+at |node:internal|\.ts:\d+/m)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(4)
  expect(stderr).not.toContain('hunter2')
})

it.each([['surve'], ['--prot'], ['config', 'extra']])(
  'does not start when the command line is wrong: %s',
  async (...args) => {
    const { code, stdout, stderr } = await run(
      { ...loopback, ASSAY_DATA_DIR: await newDataFolder() },
      args,
    ).ended

    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^error: /)
  },
)
