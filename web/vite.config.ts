import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'

const inSources = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

const early = inSources('base/early.ts')

/** Whose files are exactly what they need: what most links lead to, and where the day begins. */
const [value, overview] = [
  inSources('screens/value/page.tsx'),
  inSources('screens/overview/page.tsx'),
]

const ofCases = ['cases/case-page.tsx', 'alerts/page.tsx', 'alerts/alert-page.tsx'].map((file) =>
  inSources(`screens/${file}`),
)

/** Loaded before every screen. */
const findings = inSources('base/texts/findings/en.ts')

type Modules = Rolldown.ChunkingContext

const reached = new Map<string, ReadonlySet<string>>()

/** The module and all that it imports, other than by `import()`. */
function reachedFrom(entry: string, modules: Modules): ReadonlySet<string> {
  const known = reached.get(entry)
  if (known) return known
  const found = new Set([entry])
  for (const id of found)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  reached.set(entry, found)
  return found
}

/** None imports one that is named after it, so no two import each other. */
function sharedPart(id: string, modules: Modules): string | null {
  const isOfValue = reachedFrom(value, modules).has(id)
  const isOfOverview = reachedFrom(overview, modules).has(id)
  if (isOfValue && isOfOverview) return 'shared-all'
  if (isOfValue) return 'shared-value'
  if (isOfOverview) return 'shared-overview'
  if (ofCases.some((screen) => reachedFrom(screen, modules).has(id))) return 'shared-cases'
  return reachedFrom(findings, modules).has(id) ? null : 'shared-rest'
}

const isStyle = (id: string) => /\.css(?:\?|$)/.test(id)
const isScript = (id: string) => id !== early && !isStyle(id)
/** Each module is where its own group says, not where a module is that imports it. */
const includeDependenciesRecursively = false

/**
 * Few files: on a slow line a request takes longer than the few KiB that most of them would have. What
 * every screen needs is in two files, of which one changes only with the libraries, and one stylesheet;
 * what several screens share is in few others; each screen has one of its own.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'styles', test: isStyle, priority: 50 },
  { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 40 },
  { name: 'app', test: isScript, tags: ['$initial'], priority: 30 },
  { name: sharedPart, test: isScript, minShareCount: 2, priority: 20 },
].map((group) => ({ ...group, includeDependenciesRecursively }) as Rolldown.CodeSplittingGroup)

/**
 * The page is written and type-checked against React and runs on Preact: the same calls in a quarter of
 * the bytes, before every first view.
 */
const preact = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
}

export default defineConfig({
  resolve: { alias: preact },
  // Relative addresses: the page also works below a path prefix.
  base: './',
  plugins: [react(), smallFonts(), namePieces(), packedBeside()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Under the page's content security policy nothing may be inline in the HTML or a data URL in
    // the stylesheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: fileURLToPath(new URL('./index.html', import.meta.url)), early },
      output: { codeSplitting: { groups } },
      // A slow machine is not the page's fault, and this is read at the first start.
      checks: { bundlerTimings: false },
    },
  },
  // The port of `npm run dev`'s server.
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.ASSAY_HTTP_PORT ?? 9001}` } },
})

const characters = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
/** As `unicode-range` says in `fonts.css`. */
const lettersOfFonts = [
  characters(0x20, 0x7e),
  characters(0xa0, 0xff),
  characters(0x2000, 0x206f),
  characters(0x2190, 0x2193),
  '€™',
].join('')
/** Kerning and digits of one width are used; alternative forms and ligatures are not. */
const featuresOfFonts = ['kern', 'tnum']

/** What the page shows of its fonts is two fifths of their files: fewer weights, no alternative forms. */
function smallFonts(): Plugin {
  return {
    name: 'small-fonts',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue
        file.source = await subsetFont(Buffer.from(file.source), lettersOfFonts, {
          targetFormat: 'woff2',
          variationAxes: { wght: { min: 400, max: 700 } },
          keepFeatures: featuresOfFonts,
        })
      }
    },
  }
}

/** A call of `screen` in `routes.tsx`: the pattern of its address, its file, its texts. */
const screenCall =
  /\bscreen\(\s*'([^']+)',\s*'\w+',\s*\(\) => import\('\.\.\/([^']+)'\),\s*'\w+',\s*\[([^\]]*)\]/g

/**
 * Starts `early.ts` before all other scripts, and tells it the files of each screen: without that the
 * browser learns them from the script of the app, a round trip later. Names, not code: the policy allows
 * them in the document.
 */
function namePieces(): Plugin {
  return {
    name: 'name-pieces',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }): HtmlTagDescriptor[] {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const chunkOf = (module: string) => {
          const found = chunks.find(({ moduleIds }) => moduleIds.includes(module))
          if (!found) throw new Error(`${module} is in no file of the page`)
          return found
        }
        const files: string[] = []
        const numbersOf = (modules: readonly string[]) => {
          const needed = new Set(modules.flatMap((module) => filesFor(chunkOf(module), bundle)))
          return [...needed]
            .map((file) => basename(file))
            .filter((name) => !html.includes(name))
            .map((name) => (files.includes(name) ? files.indexOf(name) : files.push(name) - 1))
        }
        const texts = (language: string, areas: string) => [
          ...(language === 'en' ? [] : [inSources(`base/texts/${language}/common.ts`)]),
          inSources(`base/texts/findings/${language}.ts`),
          ...[...areas.matchAll(/'(\w+)'/g)].map(([, area]) =>
            inSources(`base/texts/${language}/${area}.ts`),
          ),
        ]
        const screens = Object.fromEntries(
          [...readFileSync(inSources('app/routes.tsx'), 'utf8').matchAll(screenCall)].map(
            ([, pattern = '', file = '', areas = '']) => [
              pattern,
              {
                all: numbersOf([inSources(file)]),
                en: numbersOf(texts('en', areas)),
                fr: numbersOf(texts('fr', areas)),
              },
            ],
          ),
        )
        return [
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'pieces' },
            children: JSON.stringify({ files, screens }),
            injectTo: 'head',
          },
          {
            tag: 'script',
            attrs: {
              type: 'module',
              async: true,
              crossorigin: true,
              src: `./${chunkOf(early).fileName}`,
            },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}

/** The chunk, all that it imports, and their styles. */
function filesFor(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): string[] {
  if (found.has(chunk.fileName)) return []
  found.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const file = bundle[name]
    return file?.type === 'chunk' ? filesFor(file, bundle, found) : []
  })
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported]
}

const packers = { br: promisify(brotliCompress), gz: promisify(gzip) }
/** Below this the headers of the answer weigh more than what is saved. */
const smallestPacked = 1024

/** Packed once, when the page is built, and not with every answer: a quarter of the bytes travel. */
function packedBeside(): Plugin {
  return {
    name: 'packed-beside',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const files = Object.values(bundle).map((file) => ({
        path: join(dir, file.fileName),
        bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      }))
      const worthIt = files.filter(
        ({ path, bytes }) => /\.(?:js|css)$/.test(path) && bytes.length > smallestPacked,
      )
      await Promise.all(
        worthIt.flatMap(({ path, bytes }) =>
          Object.entries(packers).map(async ([ending, pack]) =>
            writeFile(`${path}.${ending}`, await pack(bytes)),
          ),
        ),
      )
    },
  }
}
