import { readFileSync } from 'node:fs'
import { catalogue, catalogueIds } from '@assay/analyzers'
import {
  type AnyEndpoint,
  contract,
  type Deed,
  deedOf,
  holdsCredential,
  inOrder,
  isAgentScope,
  keyScopes,
  scopesOf,
} from '@assay/contract'
import { apiLock } from '../../scripts/api-lock.ts'
import { settingsTable } from '../src/settings/markdown.ts'
import { compatibilityTables } from './compatibility/table.ts'

const location = (path: string) => new URL(`../../${path}`, import.meta.url)

/** Every committed file that follows from the code, as it must look now. */
export function generatedDocuments(): { path: URL; text: string }[] {
  return [
    { path: location('docs/api.lock'), text: apiLock(contract) },
    {
      path: location('docs/settings.md'),
      text: withTable(readFileSync(location('docs/settings.md'), 'utf8')),
    },
    {
      path: location('docs/sign-in.md'),
      text: withScopes(readFileSync(location('docs/sign-in.md'), 'utf8')),
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

const start = '<!-- settings: npm run docs -->\n'
const end = '<!-- end of settings -->'

function withTable(text: string): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error('docs/settings.md has lost the marks around its settings')
  return `${text.slice(0, from)}${start}${settingsTable()}\n${text.slice(to)}`
}

const scopesStart = '<!-- scopes: npm run docs -->\n'
const scopesEnd = '<!-- end of scopes -->'

const deeds: Readonly<Record<Deed, string>> = {
  read: 'read, and change nothing',
  follow: 'read analyzers, responders, jobs and reports',
  run: 'run an analyzer or a responder',
  inspect: 'read sign-in data and configurations, or export whole cases',
  write: 'create, change or delete data',
  admit: 'create, show or remove access for a user or program, or send data out',
}

function withScopes(text: string): string {
  const [from, to] = [text.indexOf(scopesStart), text.indexOf(scopesEnd)]
  if (from < 0 || to < from) throw new Error('docs/sign-in.md has lost the marks around its scopes')
  return `${text.slice(0, from)}${scopesStart}\n${scopesTable()}\n\n${text.slice(to)}`
}

/** Those of agents open none of these calls. */
const shownScopes = keyScopes.filter((scope) => !isAgentScope(scope))

/** What is public is open to keys, too. */
function scopesTable(): string {
  const calls = inOrder(contract).filter(([, { roles }]) => roles !== 'public')
  const ofDeed = (deed: Deed) => calls.filter(([, endpoint]) => deedOf(endpoint) === deed)
  const rows = (Object.keys(deeds) as Deed[]).map((deed) => {
    const found = ofDeed(deed)
    const [, first] = found[0] ?? []
    const scopes = first ? scopesOf(first) : []
    const cells = shownScopes.map((scope) => (scopes.includes(scope) ? 'yes' : ''))
    return `| ${deeds[deed]} | ${found.length} | ${cells.join(' | ')} |`
  })
  const named = (chosen: [string, AnyEndpoint][]) =>
    chosen.map(([name]) => `\`${name}\``).join(', ')
  const hidden = calls.filter(
    ([, endpoint]) => holdsCredential(endpoint) && scopesOf(endpoint).length > 1,
  )
  return [
    `| calls that | count | ${shownScopes.map((scope) => `\`${scope}\``).join(' | ')} |`,
    '|---|---|---|---|---|',
    ...rows,
    '',
    `A key with the scope \`run\` can call ${named([...ofDeed('follow'), ...ofDeed('run')])}.`,
    '',
    `\`read\` and \`run\` get these without credentials in the response: ${named(hidden)}. They cannot call ${named(ofDeed('inspect'))}.`,
    '',
    `No named key can call ${named(ofDeed('admit'))}.`,
  ].join('\n')
}

const findingsStart = '<!-- findings: npm run docs -->\n'

/** Everything after the mark is the catalog. */
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

/** Everything after the mark follows from the routes. */
function withRoutes(text: string): string {
  const from = text.indexOf(routesStart)
  if (from < 0) throw new Error('docs/compatibility.md has lost the mark before its tables')
  return `${text.slice(0, from)}${routesStart}\n${compatibilityTables()}`
}
