import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * `run`: the tests of this folder run it verbatim. Otherwise another test does, or the page says that it was tried
 * by hand, or not at all.
 */
type Fate =
  | 'run'
  | { readonly by: string; readonly holds: string }
  | { readonly byHand: string }
  | { readonly untried: string }

const by = (file: string, holds: string): Fate => ({ by: file, holds })
const start = by('server/test/checkout/commands.test.ts', "'start'")

/** How each block of commands is tested, in the order of its page. */
const fates: Readonly<Record<string, readonly Fate[]>> = {
  'README.md': [
    start,
    by('server/test/scan.test.ts', 'scan'),
    by('server/test/demo.test.ts', '--demo'),
    ...(['run', 'run', 'run', 'run'] as const),
    by('server/test/submitter.ts', 'ASSAY_ANALYZER_URLS'),
    by('server/test/checkout/commands.test.ts', "'test'"),
  ],
  'docs/budgets.md': [by('server/test/budgets/waiting.test.ts', "name: 'VirusTotal'")],
  'docs/client.md': [by('server/test/install/client.test.ts', "'pack', '-w', 'client'")],
  'docs/feeds.md': [by('server/test/engine/threat-feeds.test.ts', 'urlhaus.csv.gz')],
  'docs/mailbox.md': [by('server/test/platform/mail-upload.test.ts', 'message/rfc822')],
  'docs/openapi.md': [
    by('server/test/install/generated-client.test.ts', "from 'openapi-typescript-codegen'"),
    { byHand: 'OpenAPI Generator 5.0.0-beta2' },
    { untried: '`openapi-python-client`' },
  ],
  'docs/backup.md': ['run', 'run', 'run'],
  'docs/install.md': [
    by('server/test/install/package.test.ts', "'pack'"),
    'run',
    { untried: 'the Dockerfile' },
    { untried: 'the Compose files' },
    { untried: '`kubectl` and `helm install` into a cluster' },
    { untried: 'the unit under a running systemd' },
    by('server/test/install/release.test.ts', 'release'),
  ],
  'docs/monitor.md': [
    'run',
    by('server/test/install/tracing.test.ts', 'OTEL_EXPORTER_OTLP_ENDPOINT'),
  ],
  'docs/migrate.md': ['run', 'run', 'run'],
  'docs/operations.md': [
    'run',
    by('server/test/process.test.ts', 'ASSAY_DATABASE_URL'),
    by('server/test/demo.test.ts', '--demo'),
    by('server/test/process.test.ts', 'ASSAY_BOOTSTRAP_LOGIN'),
    'run',
  ],
  'docs/production.md': [
    { untried: '`apt-get` and the download of Node' },
    by('server/test/install/production.test.ts', "'createuser'"),
    by('server/test/install/production.test.ts', "'backup.passphrase'"),
    { untried: 'the units under a running systemd' },
    { untried: 'the reload of nginx' },
  ],
  'docs/scaling.md': [
    start,
    by('server/test/process.test.ts', 'ASSAY_DATABASE_URL'),
    by('server/test/engine/node-cluster.ts', 'ASSAY_ROLES'),
    'run',
  ],
  'docs/sign-in.md': ['run', 'run', 'run'],
  'docs/writing-analyzers.md': [
    'run',
    by('server/test/manual/guide.test.ts', "'scripts/try.ts'"),
    'run',
  ],
}

/** Commands of a page; a program that is shown begins with `#!`. */
const blocksOf = (page: string): string[] =>
  [...read(page).matchAll(/^```(?:sh|bash|shell|console)\n(.*?)^```$/gms)]
    .map(([, text = '']) => text)
    .filter((text) => !text.startsWith('#!'))

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
  readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
)

/** Pages whose commands have no fate, or another number of them, and fates that do not hold. */
export function manualProblems(): string[] {
  return pages.flatMap((page) => {
    const [blocks, known] = [blocksOf(page), fates[page] ?? []]
    if (blocks.length !== known.length)
      return [`${page} has ${blocks.length} blocks of commands, the table ${known.length}`]
    const saidAfter = (words: RegExp) => words.exec(read(page))?.[1]?.replace(/\s+/g, ' ') ?? ''
    const said = saidAfter(/\*\*Not tested here\*\*:(.*?)\n\n/s)
    const saidByHand = saidAfter(/\*\*Tested by hand\*\*:(.*?)\n\n/s)
    return known.flatMap((fate, at) => {
      const where = `${page}, block ${at + 1}: `
      if (fate === 'run') return []
      if ('untried' in fate)
        return said.includes(fate.untried) ? [] : [`${where}"${fate.untried}" is not said untried`]
      if ('byHand' in fate)
        return saidByHand.includes(fate.byHand)
          ? []
          : [`${where}"${fate.byHand}" is not said tried by hand`]
      const holds = existsSync(join(root, fate.by)) && read(fate.by).includes(fate.holds)
      return holds ? [] : [`${where}${fate.by} does not hold ${fate.holds}`]
    })
  })
}

/** The commands that must be run, each block as a list of commands. */
export const commandsOf = (page: string): string[][] =>
  blocksOf(page)
    .filter((_, at) => fates[page]?.[at] === 'run')
    .map(splitCommands)

/** A command continues after a backslash and inside quotes. */
function splitCommands(block: string): string[] {
  const commands: string[] = []
  let open = ''
  for (const line of block.split('\n')) {
    open = open === '' ? line : `${open}\n${line}`
    const isWhole = !open.endsWith('\\') && (open.match(/'/g)?.length ?? 0) % 2 === 0
    if (!isWhole) continue
    if (open.trim() !== '') commands.push(open)
    open = ''
  }
  return commands
}

/** The one block of this language that holds these words. */
export function exampleIn(page: string, language: string, words: string): string {
  const found = [...read(page).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, text = '']) => text)
    .filter((text) => text.includes(words))
  if (found.length !== 1) throw new Error(`${page}: ${found.length} examples with ${words}`)
  return found[0] ?? ''
}
