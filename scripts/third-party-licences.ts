// Before `npm pack`: the licenses of everything that is bundled into the program and the page, which
// must be shipped with it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLock, root, runtimePackages } from './runtime-packages.ts'

const rule = '='.repeat(80)

/** The package `node` runs the program, but is not a part of it. */
const packages = runtimePackages(readLock()).filter(
  ({ name, folder }) => name !== 'node' && existsSync(folder),
)
const parts = packages.map(({ name, version, licence, folder }) =>
  [rule, `${name} ${version} (${licence})`, rule, ...licenceTexts(folder), ''].join('\n'),
)
writeFileSync(join(root, 'THIRD-PARTY-LICENCES.txt'), parts.join('\n'))

function licenceTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}
