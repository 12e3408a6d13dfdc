// What the setup knows about a checkout: fingerprints of everything that an installation or a build
// depends on. Only reads.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const inRoot = (...path) => join(root, ...path)

export const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

// Scripts and descriptions may change without a new installation; what npm acts on may not.
const isInstallField = ([name]) =>
  /dependencies$|^(workspaces|overrides|allowScripts|bin)$/i.test(name)

export function hashOfPackages() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  hash.update(readFileSync(inRoot('package-lock.json')))
  const { workspaces } = readJson(inRoot('package.json'))
  for (const folder of ['.', ...workspaces]) {
    const manifest = readJson(inRoot(folder, 'package.json')) ?? {}
    hash.update(JSON.stringify([folder, ...Object.entries(manifest).filter(isInstallField)]))
  }
  return hash.digest('hex')
}

// npm keeps a list of what it put into node_modules. When it agrees with the lock file, `npm ci` or
// `npm install` was already run by hand, and doing it again would only cost a minute.
export function isInstalledByHand() {
  const wanted = readJson(inRoot('package-lock.json'))?.packages
  const present = readJson(inRoot('node_modules', '.package-lock.json'))?.packages
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return isInStep(path, entry)
    const found = present[path]
    if (!found) return entry.optional === true && !isForThisMachine(entry)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

// A manifest that needs more than the lock file has is left to npm ci, which explains it.
function isInStep(folder, entry) {
  const manifest = readJson(inRoot(folder, 'package.json')) ?? {}
  const list = (dependencies) => JSON.stringify(Object.entries(dependencies ?? {}).sort())
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
    (field) => list(manifest[field]) === list(entry[field]),
  )
}

const isForThisMachine = ({ os, cpu, libc }) =>
  !libc && os?.includes(process.platform) && cpu?.includes(process.arch)

export function hashOfTrees(packages, { workspace, sources }) {
  const manifest = readFileSync(inRoot(workspace, 'package.json'))
  const hash = createHash('sha256').update(packages).update(manifest)
  for (const path of sources) {
    if (existsSync(inRoot(path))) hashTree(hash, path, statSync(inRoot(path)))
  }
  return hash.digest('hex')
}

function hashTree(hash, path, kind) {
  if (!kind.isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(inRoot(path)))
    return
  }
  const entries = readdirSync(inRoot(path), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hashTree(hash, join(path, entry.name), entry)
  }
}
