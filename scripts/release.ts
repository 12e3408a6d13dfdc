// `npm run release`: into `release/` the tarball, its bill of materials (CycloneDX), the OpenAPI document,
// the section of the changelog and the checksums of all of them. It publishes nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../server/src/process/version.ts'
import { root } from './runtime-packages.ts'

const folder = process.argv[2] ?? join(root, 'release')
const notes = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
if (notes === undefined) {
  console.error(
    `CHANGELOG.md has no section ## ${version}: write what has changed, then run again.`,
  )
  process.exit(1)
}
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
npm(['pack', '--pack-destination', folder])
// Just written for the tarball.
copyFileSync(join(root, 'docs', 'openapi.json'), join(folder, `assay-${version}.openapi.json`))
// What runs in production, by the lock file; the packages of the workspaces are ours.
const sbom = npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'])
writeFileSync(join(folder, `assay-${version}.cdx.json`), withoutHosts(sbom))
writeFileSync(join(folder, 'NOTES.md'), notes)
const files = readdirSync(folder).sort()
const sums = files.map((name) => `${sha256(join(folder, name))}  ${name}\n`)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
console.log(`${folder}: ${[...files, 'SHA256SUMS'].join(', ')}`)

function sectionOf(changelog: string, wanted: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m)
  return sections.find((section) => section.startsWith(`## ${wanted}\n`))
}

/** Where this machine fetched a package from is not published. */
function withoutHosts(text: string): string {
  const document = JSON.parse(text)
  for (const component of document.components ?? []) {
    component.externalReferences = component.externalReferences?.filter(
      ({ type }: { type: string }) => type !== 'distribution',
    )
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function npm(args: string[]): string {
  const script = process.env.npm_execpath
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []]
  const quiet = ['--loglevel=error', '--no-update-notifier']
  const { status, stdout, stderr } = spawnSync(command, [...first, ...args, ...quiet], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
  return stdout
}
