import { readFileSync } from 'node:fs'
import { contract, openapiDocument } from '@assay/contract'
import { settingsTable } from '../src/settings/markdown.ts'
import { version } from '../src/system/version.ts'

const location = (path: string) => new URL(`../../${path}`, import.meta.url)

/** Every committed file that follows from the code, as it must look now. */
export function generatedDocuments(): { path: URL; text: string }[] {
  const openapi = `${JSON.stringify(openapiDocument(contract, version), null, 2)}\n`
  return [
    { path: location('docs/openapi.json'), text: openapi },
    {
      path: location('docs/settings.md'),
      text: withTable(readFileSync(location('docs/settings.md'), 'utf8')),
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
