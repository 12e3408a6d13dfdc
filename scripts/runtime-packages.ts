import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

/** The part of a package in package-lock.json that is read here. */
interface LockEntry {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface Lock {
  packages: Record<string, LockEntry>
}

interface Manifest {
  license?: string | { type?: string }
  scripts?: Record<string, string>
}

export interface RuntimePackage {
  name: string
  version: string
  licence: string
  hasInstallScript: boolean
  /** Where it is installed, unless it is for another platform. */
  folder: string
}

/** What was approved: a license for all, an install script for one package. */
export interface Allowed {
  licences: readonly string[]
  installScripts: readonly string[]
}

export const readLock = (): Lock =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/**
 * Everything that runs in production: the dependencies of the workspaces and theirs, for every
 * platform. The Node that comes as a package runs as well, though npm knows it as a tool.
 */
export function runtimePackages({ packages }: Lock, base = root): RuntimePackage[] {
  const found = new Set<string>()
  const visit = (from: string, names: object = {}) => {
    for (const name of Object.keys(names)) {
      const path = resolvePackage(packages, from, name)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      const { link, resolved, ...entry } = packages[path] ?? {}
      // A workspace, which brings its own list.
      if (link && resolved !== undefined) visitEntry(resolved, packages[resolved])
      else visitEntry(path, entry)
    }
  }
  const visitEntry = (path: string, entry: LockEntry = {}) => {
    visit(path, entry.dependencies)
    visit(path, entry.optionalDependencies)
    // npm installs a peer automatically, unless it is optional.
    const isNeeded = ([name]: [string, string]) => !entry.peerDependenciesMeta?.[name]?.optional
    const peers = Object.entries(entry.peerDependencies ?? {}).filter(isNeeded)
    visit(path, Object.fromEntries(peers))
  }
  visit('', { node: '*' })
  for (const [path, entry] of Object.entries(packages))
    if (path !== '' && !path.includes('node_modules')) visitEntry(path, entry)
  return [...found]
    .filter((path) => !packages[path]?.link)
    .map((path) => describe(path, packages[path] ?? {}, base))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** As Node looks for it: next to the package, then in every folder above. */
function resolvePackage(packages: Lock['packages'], from: string, name: string) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder === '.' ? '' : folder, 'node_modules', name).replaceAll('\\', '/')
    if (packages[path]) return path
    if (folder === '' || folder === '.') return undefined
  }
}

function describe(path: string, entry: LockEntry, base: string): RuntimePackage {
  const folder = join(base, path)
  const manifest = readManifest(folder)
  const { license = entry.license, scripts = {} } = manifest
  const hooks = ['preinstall', 'install', 'postinstall']
  return {
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version ?? '',
    licence: (typeof license === 'object' ? license.type : license) ?? 'unknown',
    hasInstallScript:
      entry.hasInstallScript === true ||
      hooks.some((hook) => scripts[hook] !== undefined) ||
      // npm compiles such a package automatically.
      existsSync(join(folder, 'binding.gyp')),
    folder,
  }
}

/** Of another platform's package there is only what the lock file knows. */
function readManifest(folder: string): Manifest {
  const path = join(folder, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** One sentence per package that was not approved. */
export function problemsOf(packages: readonly RuntimePackage[], allowed: Allowed): string[] {
  return packages.flatMap(({ name, version, licence, hasInstallScript }) => [
    ...(allowed.licences.includes(licence)
      ? []
      : [`${name} ${version} has the licence ${licence}, which is not on the list.`]),
    ...(hasInstallScript && !allowed.installScripts.includes(name)
      ? [`${name} ${version} runs a script at its installation.`]
      : []),
  ])
}
