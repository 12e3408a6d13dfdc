import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server of OpenLDAP, and where its parts lie. */
export interface Slapd {
  readonly program: string
  readonly schemas: string
  readonly modules: string
  readonly environment: Record<string, string>
}

const cache = join(
  dirname(dirname(dirname(import.meta.dirname))),
  'node_modules',
  '.cache',
  'slapd',
)

/**
 * The installed one, or that of Debian, unpacked next to the packages of npm: no service starts, and nothing
 * is installed. It is fetched only on disposable machines, like the browser of the journeys.
 */
export async function findSlapd(): Promise<Slapd | { reason: string }> {
  const installed = within('/')
  if (installed) return installed
  const fetched = within(cache)
  if (fetched) return fetched
  if (!mayFetch())
    return {
      reason: 'slapd is not installed (Debian: apt-get install slapd, or run with CI=1 as root)',
    }
  const problem = await fetchPackages()
  return within(cache) ?? { reason: problem ?? 'the packages of slapd hold no slapd' }
}

function within(root: string): Slapd | undefined {
  const folders = [
    ...(root === '/' ? (process.env.PATH ?? '').split(delimiter) : []),
    join(root, 'usr/sbin'),
  ]
  const program = folders.map((folder) => join(folder, 'slapd')).find((path) => existsSync(path))
  const schemas = ['etc/ldap/schema', 'etc/openldap/schema']
    .map((path) => join(root, path))
    .find((path) => existsSync(join(path, 'core.schema')))
  const modules = ['usr/lib/ldap', 'usr/lib64/openldap', 'usr/lib/openldap']
    .map((path) => join(root, path))
    .find((path) => existsSync(path))
  if (program === undefined || schemas === undefined || modules === undefined) return undefined
  const libraries = root === '/' ? [] : libraryFolders(root)
  return {
    program,
    schemas,
    modules,
    environment: libraries.length === 0 ? {} : { LD_LIBRARY_PATH: libraries.join(':') },
  }
}

const libraryFolders = (root: string) =>
  ['lib', 'usr/lib'].flatMap((folder) => {
    const path = join(root, folder)
    if (!existsSync(path)) return []
    return [
      path,
      ...readdirSync(path)
        .filter((name) => /-linux-/.test(name))
        .map((name) => join(path, name)),
    ]
  })

function mayFetch(): boolean {
  try {
    const isDebian = /^ID(_LIKE)?=.*\bdebian\b/m.test(readFileSync('/etc/os-release', 'utf8'))
    return Boolean(process.env.CI) && process.getuid?.() === 0 && isDebian
  } catch {
    return false
  }
}

/** With whatever it needs and this machine lacks. The last words of what did not work. */
async function fetchPackages(): Promise<string | undefined> {
  await mkdir(dirname(cache), { recursive: true })
  const folder = await mkdtemp(`${cache}-`)
  try {
    await mkdir(join(folder, 'partial'))
    const download = [
      'install',
      '-y',
      '--no-install-recommends',
      '--download-only',
      '-o',
      `Dir::Cache::archives=${folder}`,
      'slapd',
    ]
    // Another process may be reading the lists: the journeys do, when they fetch their browser.
    let problem = run('apt-get', ['-q', ...download])
    for (let again = 0; problem !== undefined && again < 5; again += 1) {
      if (again > 0) await sleep(3_000)
      run('apt-get', ['-q', 'update'])
      problem = run('apt-get', ['-q', ...download])
    }
    if (problem !== undefined) return problem
    const unpacked = join(folder, 'unpacked')
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
      const wrong = run('dpkg-deb', ['-x', join(folder, name), unpacked])
      if (wrong !== undefined) return wrong
    }
    // Whole or not at all, and only one of several that try.
    await rename(unpacked, cache).catch(() => undefined)
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(command: string, args: string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env,
    timeout: 300_000,
  })
  if (status === 0) return undefined
  return `${command} ${args[1] ?? ''}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`
}
