import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { interpreterIn, namedInterpreter } from '../first-line.ts'
import { isAtOrInside, isInside, wayTo } from './ways.ts'

/** What a program sees of the machine, read-only. Nothing else exists for it. */
export interface Shown {
  readonly path: string
  /** Ends the sentence "programs see it because …". */
  readonly because: string
  /** What follows from a program or a link is left out where it holds something of the server. */
  readonly isDerived?: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Programs, libraries and what comes with them. A `*` at the end matches any further characters. */
const system = [
  // As links or as folders, as the machine has them. Fedora's atomic editions relocate /usr/local.
  ...['/usr', '/usr/local', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  // Where NixOS and Guix have all of that.
  ...['/nix/store', '/run/current-system', '/gnu/store'],
  // How many processors there are.
  '/sys/devices/system/cpu',
  // A link; its target is empty.
  '/var/run',
]

/**
 * Of `/etc` what libraries and interpreters read, and no more, since each is a mount. Private keys and
 * settings of services are not in it.
 */
const etc = [
  // Names of users, hosts and services.
  ...['passwd', 'group', 'nsswitch.conf', 'hosts', 'resolv.conf', 'gai.conf'],
  ...['services', 'protocols'],
  // The time zone, and which system it is; most often links into /usr.
  ...['localtime', 'zoneinfo', 'os-release'],
  // The target of most files in /etc on NixOS.
  'static',
  // Trusted certificates: Debian and Alpine, openSUSE, Arch, Fedora.
  ...['ssl/certs', 'ssl/openssl.cnf', 'ssl/cert.pem', 'ssl/ca-bundle.pem'],
  ...['ca-certificates/extracted', 'pki/tls/certs', 'pki/tls/cert.pem', 'pki/tls/openssl.cnf'],
  ...['pki/ca-trust', 'pki/java', 'crypto-policies'],
  // Where directories and realms are.
  ...['krb5.conf', 'ldap/ldap.conf', 'openldap/ldap.conf'],
  // The dynamic linker, interpreters, types of files, fonts.
  ...['ld.so.cache', 'ld-musl-*', 'alternatives', 'perl', 'java*'],
  ...['mime.types', 'fonts', 'ImageMagick*'],
]

const ofSystem: readonly string[] = [...system, ...etc.map((name) => `/etc/${name}`)]

/** Variables of programs that hold folders of packages, several with a colon between them. */
const packageVariables = [
  ...['PYTHONPATH', 'NODE_PATH', 'PERL5LIB', 'RUBYLIB', 'GEM_PATH', 'CLASSPATH', 'LD_LIBRARY_PATH'],
  ...['VIRTUAL_ENV', 'PYTHONHOME', 'PYENV_ROOT', 'CONDA_PREFIX', 'GEM_HOME', 'JAVA_HOME'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
  ...['NODE_EXTRA_CA_CERTS', 'OPENSSL_CONF'],
]

/** Whether a value of this variable shows what it names; PATH does. */
export const showsPaths = (variable: string) =>
  variable === 'PATH' || packageVariables.includes(variable)

/** Of the system, of the environment and of the settings: the same for all programs. */
export function commonPaths(environment: Environment, added: readonly string[]): Shown[] {
  const homes = homesOf(environment)
  const searched = listOf(environment.PATH)
  return [
    ...ofSystem.flatMap(expand).map((path) => ({ path, because: 'it belongs to the system' })),
    ...searched
      .filter((path) => !isTooWide(path, homes))
      .flatMap((path) => searchedFolder(path, homes)),
    ...packageVariables.flatMap((name) =>
      listOf(environment[name])
        .filter((path) => !isTooWide(path, homes))
        .flatMap((path) => [
          { path, because: `${name} names it` },
          ...baseOf(path, homes).map(derived),
        ]),
    ),
    ...added.map((path) => ({ path: resolve(path), because: 'job.sandboxPaths names it' })),
    ...homeOf(environment).flatMap(userPackages).map(derived),
    ...searched.flatMap((path) => linkedInstallations(path, homes)).map(derived),
  ]
}

const derived = (path: string): Shown => ({
  path,
  because: 'an interpreter or a program is there',
  isDerived: true,
})

const listOf = (value: string | undefined): string[] =>
  value?.split(delimiter).filter((path) => isAbsolute(path)) ?? []

/** Of the server; some have none. */
const homeOf = ({ HOME }: Environment): string[] =>
  [HOME ?? homedir()].filter((home) => isAbsolute(home) && home !== '/')

const homesOf = (environment: Environment): string[] => [...homeOf(environment), '/root']

const isInHome = (path: string, homes: readonly string[]) =>
  ['/home', '/var/home', ...homes].some((home) => isAtOrInside(path, home))

/** Too broad to be shown because a variable names it: such folders hold all kinds of files. */
export function isTooWide(given: string, homes: readonly string[] = homesOf({})): boolean {
  const path = wayTo(given).real
  return (
    ['/', '/etc', '/var', '/opt', '/srv', '/mnt', '/tmp', '/var/tmp', '/run'].includes(path) ||
    ['/home', '/var/home'].some((folder) => path === folder || dirname(path) === folder) ||
    homes.some((home) => isAtOrInside(home, path))
  )
}

/** Where pip puts what is installed for one user. */
const userPackages = (home: string) => expand(join(home, '.local/lib/python3*'))

function expand(pattern: string): string[] {
  if (!pattern.endsWith('*')) return [pattern]
  const start = basename(pattern).slice(0, -1)
  return namesIn(dirname(pattern))
    .filter((name) => name.startsWith(start))
    .map((name) => join(dirname(pattern), name))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * A folder of the PATH, and what its programs need next to it. From a home folder only programs and
 * libraries: settings and tokens are stored next to them.
 */
function searchedFolder(path: string, homes: readonly string[]): Shown[] {
  const bin = wayTo(path).real
  const above = dirname(bin)
  const because = `PATH names ${path}`
  return [
    { path, because },
    ...(isInstallation(bin, homes) ? [{ path: above, because }] : []),
    ...[...softwareNextTo(bin), ...baseOf(above, homes)].map(derived),
  ]
}

/** Whether everything next to this folder of programs belongs to it. */
function isInstallation(bin: string, homes: readonly string[]): boolean {
  const above = dirname(bin)
  if (isTooWide(above, homes)) return false
  if (isEnvironment(above) || basename(bin) === 'shims') return true
  return isBin(bin) && !isInHome(above, homes) && dirname(above) !== '/'
}

const isBin = (folder: string) => /^s?bin$/.test(basename(folder))

const softwareNextTo = (bin: string) =>
  isBin(bin) ? ['bin', 'lib', 'lib64', 'libexec'].map((name) => join(dirname(bin), name)) : []

/** Of Python or Conda: a folder that holds nothing else. */
const isEnvironment = (folder: string) =>
  ['pyvenv.cfg', 'conda-meta'].some((name) => existsSync(join(folder, name)))

/** The interpreter that a virtual environment was made with. */
function baseOf(folder: string, homes: readonly string[], depth = 0): string[] {
  const text = readText(join(folder, 'pyvenv.cfg'))
  const home = /^home\s*=\s*(\/.*?)\s*$/m.exec(text)?.[1]
  if (home === undefined) return []
  const names = ['python3', 'python']
  return names.flatMap((name) => interpreterAt(join(home, name), '', homes, depth + 1) ?? [])
}

/**
 * What the interpreter in the first line of a program needs: a path, or a name on the PATH. Undefined
 * if there is none. A program chooses it, so it gets programs and libraries, never a folder with all
 * its contents.
 */
export function interpreterPaths(
  named: string,
  environment: Environment,
  workingFolder: string,
): Shown[] | undefined {
  const { PATH = '' } = environment
  const file = named.includes('/') ? resolve(workingFolder, named) : findOnPath(named, PATH)
  if (file === undefined) return undefined
  return interpreterAt(file, PATH, homesOf(environment), 0)?.map((path) => ({
    path,
    because: 'the first line of a program names an interpreter there',
    isDerived: true,
  }))
}

/** As deep as the kernel goes. */
const maxDepth = 4

function interpreterAt(
  file: string,
  path: string,
  homes: readonly string[],
  depth: number,
): string[] | undefined {
  if (depth > maxDepth || !isProgram(file)) return undefined
  const { links, real } = wayTo(file)
  const folders = [...links.map(([at]) => dirname(at)), dirname(real)]
  const software = folders.flatMap((bin) => {
    const above = dirname(bin)
    if (isEnvironment(above) && !isTooWide(above, homes))
      return [above, ...baseOf(above, homes, depth)]
    return softwareNextTo(bin)
  })
  // An interpreter may be a script with an interpreter, as those of pyenv are.
  const next = namedInterpreter(interpreterIn(readText(real)))
  const nextFile = next?.includes('/') ? next : next && findOnPath(next, path)
  const further = nextFile ? (interpreterAt(nextFile, path, homes, depth + 1) ?? []) : []
  return [file, ...software, ...further]
}

function isProgram(file: string): boolean {
  const { info } = wayTo(file)
  return info?.isFile() === true && (info.mode & 0o111) !== 0
}

const findOnPath = (name: string, path: string) =>
  listOf(path)
    .map((folder) => join(folder, name))
    .find(isProgram)

/** The beginning of a file; opening a pipe would wait forever. */
function readText(path: string): string {
  if (!wayTo(path).info?.isFile()) return ''
  try {
    const file = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(4096)
      return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

const knownLinks = new Map<string, { stamp: string; targets: string[] }>()

/**
 * What is installed elsewhere and linked into a folder of programs, such as /opt/tool/bin/tool in
 * /usr/local/bin. Not for homes, nor for what npm links for a package.
 */
function linkedInstallations(folder: string, homes: readonly string[]): string[] {
  const { real, info } = wayTo(folder)
  if (!info?.isDirectory() || isInHome(real, homes) || basename(real) === '.bin') return []
  const stamp = [info.ino, info.mtimeMs, info.ctimeMs, ...homes].join(' ')
  const known = knownLinks.get(real)
  if (known?.stamp === stamp) return known.targets
  const targets = namesIn(real)
    .map((name) => wayTo(join(real, name)))
    .filter(({ links }) => links.length > 0)
    .filter(({ real: to, info: found }) => found?.isFile() && isForeign(to, homes))
    .map(({ real: to }) => dirname(to))
    .map((bin) => (isInstallation(bin, homes) ? dirname(bin) : bin))
    .filter((path) => !isTooWide(path, homes))
  const found = [...new Set(targets)]
  knownLinks.set(real, { stamp, targets: found })
  return found
}

const isForeign = (path: string, homes: readonly string[]) =>
  !isInHome(path, homes) && !['/usr', '/etc', '/nix', '/gnu'].some((at) => isInside(path, at))
