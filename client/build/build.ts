// `npm run build -w client`: plain JavaScript and types that need no other package, into `dist/`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { contract, OrganizationEvent } from '@assay/contract'
import { rolldown } from 'rolldown'
import { callTypes } from './types.ts'

const folder = dirname(import.meta.dirname)
const dist = join(folder, 'dist')
rmSync(dist, { recursive: true, force: true })

const bundle = await rolldown({
  input: { index: join(folder, 'src', 'index.ts'), node: join(folder, 'src', 'node.ts') },
  platform: 'neutral',
  external: /^node:/,
  // Without the schemas and their library, as the page has it.
  resolve: { conditionNames: ['browser', 'import'] },
  treeshake: { moduleSideEffects: false },
})
await bundle.write({ dir: dist, format: 'esm', comments: { legal: false } })

const declarations = mkdtempSync(join(tmpdir(), 'assay-client-types-'))
try {
  const compiler = join(dirname(folder), 'node_modules', 'typescript', 'bin', 'tsc')
  const project = join(folder, 'tsconfig.build.json')
  // Several checkers would work out the same types of the contract again.
  const args = [compiler, '--checkers', '1', '-p', project, '--outDir', declarations]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  // Types of the contract are left out: `calls.d.ts` has what is needed of them.
  const own = join(declarations, 'client', 'src')
  for (const name of readdirSync(own)) {
    const text = readFileSync(join(own, name), 'utf8')
    writeFileSync(join(dist, name), text.replaceAll(/(from ['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'))
  }
} finally {
  rmSync(declarations, { recursive: true, force: true })
}
writeFileSync(join(dist, 'calls.d.ts'), callTypes(contract, { OrganizationEvent }))
