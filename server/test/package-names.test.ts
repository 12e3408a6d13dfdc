import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/runtime-packages.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const left = new Set(['node_modules', 'dist', '.git', 'data', 'images', 'release', 'coverage'])
const isText =
  /(^|\/)(Dockerfile|run|\.env\.example|[^/]+\.(ts|tsx|mjs|cjs|js|json|md|yaml|yml|sh|service|conf|html|css|cmd|ini))$/

/** Sources, messages, page, manual, units: everything that a person may read and follow. */
const texts = globSync('**/*', {
  cwd: root,
  exclude: (path) => left.has(path.slice(path.lastIndexOf('/') + 1)),
})
  .concat(globSync('.ci/*', { cwd: root }))
  .filter((path) => isText.test(path) && !path.endsWith('package-lock.json'))

const callers =
  /\b(npx|bunx|npm\s+(?:i|install|add|exec|x)|(?:yarn|pnpm)\s+(?:global\s+)?(?:add|dlx))((?:[ \t]+[^\s`;&|#]+)+)/g
const isOurs = /^['"]?@?assay\b/

/**
 * What a command would request from a registry, in our name. A path is requested from no registry.
 */
function askedFor(text: string): string[] {
  return [...text.matchAll(callers)].flatMap(([command, caller = '', rest = '']) => {
    const words = rest.trim().split(/[ \t]+/)
    const named = words.flatMap((word, at) => {
      if (word === '-p' || word === '--package') return words.slice(at + 1, at + 2)
      return word.startsWith('--package=') ? [word.slice('--package='.length)] : []
    })
    const plain = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-p')
    const isRunner = /^(npx|bunx)$|exec|dlx|\bx$/.test(caller)
    const packages = named.length > 0 ? named : isRunner ? plain.slice(0, 1) : plain
    return packages.some((name) => isOurs.test(name)) ? [command] : []
  })
}

describe('the package', () => {
  it.each([
    ['npx assay backup', 1],
    ['npx --yes assay', 1],
    ['npx -p node@24 -p assay assay', 1],
    ['npm i -g assay', 1],
    ['npm install @assay/server', 1],
    ['npm install -g assay-0.12.0.tgz', 1],
    ['pnpm dlx assay', 1],
    ['npx --package ./assay-server-0.12.0.tgz assay', 0],
    ['npm install -g ./assay-server-0.12.0.tgz', 0],
    ['npx openapi-typescript-codegen --input assay.json', 0],
  ])('is asked of a registry by %s: %i', (command, count) => {
    expect(askedFor(command)).toHaveLength(count)
  })

  it('is recommended by no text in a way that could fetch a stranger’s package of that name', () => {
    expect(texts.length).toBeGreaterThan(1_000)
    const found = texts
      .filter((path) => path !== 'server/test/package-names.test.ts')
      .flatMap((path) => askedFor(read(path)).map((command) => `${path}: ${command}`))

    expect(found).toEqual([])
  })

  it('has a scope, and is the only one that is published besides the client', () => {
    const manifests = ['.', ...JSON.parse(read('package.json')).workspaces].map((folder) =>
      JSON.parse(read(`${folder}/package.json`)),
    )

    expect(manifests.filter((one) => one.private !== true).map(({ name }) => name)).toEqual([
      '@assay/server',
      '@assay/client',
    ])
    expect(manifests[0].bin).toEqual({ assay: 'server/bin/assay.cjs' })
    expect(new Set(manifests.map(({ name }) => name)).size).toBe(manifests.length)
  })
})

/**
 * Before `scripts/setup.mjs` has run, `node` is the one of the machine, which may be too old for TypeScript;
 * and a shell that found that one keeps it. Only a later script, in a separate shell, finds ours.
 */
describe('the scripts of npm in a fresh clone', () => {
  type Scripts = Record<string, string>
  const scriptsOf = (folder: string): [string, Scripts] => [
    folder,
    JSON.parse(read(`${folder}/package.json`)).scripts ?? {},
  ]
  const prepares = (script = '') => script.includes('scripts/setup.mjs')
  const runsTypeScript = (script: string) => /\bnode\b[^&|;]*\.ts\b/.test(script)

  const cases = [scriptsOf('.'), scriptsOf('client')].flatMap(([folder, scripts]) =>
    Object.entries(scripts)
      .filter(([, script]) => runsTypeScript(script))
      .map(([name, script]) => ({ folder, scripts, name, script })),
  )

  it.each(cases)('$folder: $name runs TypeScript in a shell that knows our Node', (one) => {
    const { scripts, name, script } = one
    const isCalledPrepared = Object.values(scripts).some(
      (other) => prepares(other) && new RegExp(`&& npm run --silent ${name}( &&|$)`).test(other),
    )

    expect(prepares(script)).toBe(false)
    expect(prepares(scripts[`pre${name}`]) || isCalledPrepared).toBe(true)
  })
})
