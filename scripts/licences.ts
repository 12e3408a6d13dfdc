// `npm run licences`: every package that runs in production, its license and whether it runs a script
// at its installation. Fails on what scripts/licenses.json does not allow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Allowed, problemsOf, readLock, root, runtimePackages } from './runtime-packages.ts'

const allowed: Allowed = JSON.parse(readFileSync(join(root, 'scripts', 'licences.json'), 'utf8'))
const packages = runtimePackages(readLock())
const width = Math.max(...packages.map(({ name, version }) => name.length + version.length + 1))
for (const { name, version, licence, hasInstallScript } of packages) {
  const script = hasInstallScript ? '  install script' : ''
  console.log(`${`${name} ${version}`.padEnd(width)}  ${licence}${script}`)
}
const problems = problemsOf(packages, allowed)
console.log(`\n${packages.length} packages, ${problems.length} problems`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error('Leave the package out, or allow it in scripts/licences.json and say why.')
  process.exitCode = 1
}
