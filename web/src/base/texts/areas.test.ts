import { expect, it } from 'vitest'
import { texts as common } from './en/common.ts'
import { loadTexts, type TextArea, text, textAreas } from './index.ts'

const found = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** By their path below the folder of sources: `shared/jobs/page.tsx`. */
const sources = new Map(
  Object.entries(found).map(([path, source]) => [
    new URL(path, 'file:///base/texts/').pathname.slice(1),
    source,
  ]),
)
const sourceOf = (path: string) => sources.get(path) ?? ''

/** The file and all that it imports; what comes by `import()` brings its own texts. */
function filesOf(start: string, files = new Set<string>()): Set<string> {
  if (files.has(start) || !sources.has(start)) return files
  files.add(start)
  const imports = /^(?:import|export)(?! type)[^;'"(]*'(\.[^']+)'/gm
  for (const [, path = ''] of sourceOf(start).matchAll(imports))
    filesOf(new URL(path, `file:///${start}`).pathname.slice(1), files)
  return files
}

type Area = TextArea | 'common'

const areaOfKey = new Map<string, Area>(Object.keys(common).map((key) => [key, 'common']))
for (const area of textAreas) {
  const { texts } = (await import(`./en/${area}.ts`)) as { texts: object }
  for (const key of Object.keys(texts)) areaOfKey.set(key, area)
}

/** Areas of all keys in these files, whole (`'jobs.title'`) or as a beginning (`` `jobs.${…}` ``). */
function areasIn(files: Iterable<string>): Area[] {
  const used = new Set<Area>()
  for (const file of files) {
    if (file.startsWith('base/texts/')) continue
    const keys = sourceOf(file).matchAll(/['`]([a-z][\w-]*\.[\w.-]*)('|`|\$\{)/g)
    for (const [, key = '', end] of keys)
      for (const [known, area] of areaOfKey)
        if (end === '${' ? known.startsWith(key) : [key, `${key}.other`].includes(known))
          used.add(area)
  }
  return [...used].sort()
}

const frame = filesOf('app/main.tsx')
const routes = sourceOf('app/routes.tsx')
const declared = [...routes.matchAll(/import\('\.\.\/([^']+)'\),\s*'(\w+)',\s*\[([^\]]*)\]/g)].map(
  ([, file = '', name = '', areas = '']) => ({
    name,
    file,
    areas: [...areas.matchAll(/'(\w+)'/g)].map(([, area = '']) => area),
  }),
)

it('what is there before any screen needs the common texts only', () => {
  expect(areasIn(frame)).toEqual(['common'])
})

it('every screen is looked at', () => {
  expect(declared.length).toBeGreaterThan(15)
  expect(declared).toHaveLength(routes.match(/\bimport\('/g)?.length ?? 0)
})

it.each(declared)('$name comes with the texts that it uses, and no others', ({ file, areas }) => {
  const own = [...filesOf(file)].filter((path) => !frame.has(path))
  const used = areasIn(own).filter((area) => area !== 'common')

  expect(used).toEqual(areas.toSorted())
})

it('texts of a screen are there once they are loaded', async () => {
  await loadTexts(['compare'])
  expect(text('compare.title')).toBe('Compare')
})
