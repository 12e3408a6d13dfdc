import { afterEach, expect, it, vi } from 'vitest'
import { labeled, loadLanguage } from './index.ts'

const found = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** By their path below the folder of sources, without texts and tests. */
const sources = new Map(
  Object.entries(found)
    .map(
      ([path, source]) => [new URL(path, 'file:///base/texts/').pathname.slice(1), source] as const,
    )
    .filter(([path]) => !path.includes('.test.') && !path.startsWith('base/texts/')),
)

/** Not words of the page: JSON, YAML and headers as they are, a CSV file for programs, an English sentence that has an id. */
const exempt = [
  'screens/compare/preview.ts',
  'screens/investigation/export.ts',
  'screens/organization/automation/yaml.ts',
  'screens/report/facts/sentences.ts',
  'screens/report/raw/line.tsx',
  'screens/value/message-panel.tsx',
]

/** In templates, alone in quotes, and between elements. */
const joins = [/: \$\{/, /\}: `/, /[{+(,]\s*(['"`]): \1/, /<\/\w+>:/, /\}:\{/, /\}: <\//]

const joinsIn = (path: string) =>
  (sources.get(path) ?? '')
    .split('\n')
    .filter((line) => joins.some((pattern) => pattern.test(line)))
    .map((line) => `${path}: ${line.trim()}`)

afterEach(() => vi.unstubAllGlobals())

it('writes the colon as the language does', async () => {
  expect(labeled('Status', 'Success')).toBe('Status: Success')
  vi.stubGlobal('document', { documentElement: {} })
  await loadLanguage('fr')
  expect(labeled('Sur 3 analyseurs', '2 malveillant')).toBe('Sur 3 analyseurs\u00a0: 2 malveillant')
  await loadLanguage('en')
})

it('no code of the page joins two texts by a colon', () => {
  const files = [...sources.keys()]

  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((path) => !exempt.includes(path)).flatMap(joinsIn)).toEqual([])
  expect(exempt.filter((path) => joinsIn(path).length === 0)).toEqual([])
})
