import { readFileSync } from 'node:fs'
import { catalogue, catalogueIds } from '@assay/analyzers'
import { contract, inOrder, openapiDocument } from '@assay/contract'
import { settingsTable } from '../src/settings/markdown.ts'
import { version } from '../src/version.ts'
import { compatibilityTables } from './compatibility/table.ts'

const location = (path: string) => new URL(`../../${path}`, import.meta.url)

/** Every committed file that follows from the code, as it must look now. */
export function generatedDocuments(): { path: URL; text: string }[] {
  const openapi = `${JSON.stringify(openapiDocument(contract, version), null, 2)}\n`
  return [
    { path: location('docs/openapi.json'), text: openapi },
    { path: location('contract/src/routes.ts'), text: routesModule() },
    {
      path: location('docs/settings.md'),
      text: withTable(readFileSync(location('docs/settings.md'), 'utf8')),
    },
    {
      path: location('docs/findings.md'),
      text: withFindings(readFileSync(location('docs/findings.md'), 'utf8')),
    },
    {
      path: location('docs/compatibility.md'),
      text: withRoutes(readFileSync(location('docs/compatibility.md'), 'utf8')),
    },
  ]
}

/** The contract without its schemas, for the browser; formatted as the linter wants it. */
function routesModule(): string {
  const routes = inOrder(contract).map(([name, { method, path, answer }]) => {
    const parts = [`method: '${method}'`, `path: '${path}'`, `answer: '${answer}'`]
    const line = `  ${name}: { ${parts.join(', ')} },`
    return line.length <= 100 ? line : `  ${name}: {\n    ${parts.join(',\n    ')},\n  },`
  })
  return [
    '// Generated from the endpoints by `npm run docs`.',
    "import type { RoutesOf } from './endpoint.ts'",
    "import type { contract } from './index.ts'",
    '',
    'export const routes: RoutesOf<typeof contract> = {',
    ...routes,
    '}',
    '',
  ].join('\n')
}

const start = '<!-- settings: npm run docs -->\n'
const end = '<!-- end of settings -->'

function withTable(text: string): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error('docs/settings.md has lost the marks around its settings')
  return `${text.slice(0, from)}${start}${settingsTable()}\n${text.slice(to)}`
}

const findingsStart = '<!-- findings: npm run docs -->\n'

/** Everything behind the mark is the catalogue. */
function withFindings(text: string): string {
  const from = text.indexOf(findingsStart)
  if (from < 0) throw new Error('docs/findings.md has lost the mark before its table')
  const rows = catalogueIds.map((id) => {
    const { level, confidence, sentence, technique } = catalogue[id]
    const cells = [`\`${id}\``, level, confidence, technique ?? '', sentence.replaceAll('|', '\\|')]
    return `| ${cells.join(' | ')} |`
  })
  const head = ['| id | level | confidence | ATT&CK | sentence |', '|---|---|---|---|---|']
  return `${text.slice(0, from)}${findingsStart}\n${[...head, ...rows].join('\n')}\n`
}

const routesStart = '<!-- routes: npm run docs -->\n'

/** Everything behind the mark follows from the routes. */
function withRoutes(text: string): string {
  const from = text.indexOf(routesStart)
  if (from < 0) throw new Error('docs/compatibility.md has lost the mark before its tables')
  return `${text.slice(0, from)}${routesStart}\n${compatibilityTables()}`
}
