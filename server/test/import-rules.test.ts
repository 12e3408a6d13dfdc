import { describe, expect, it } from 'vitest'
import { checkImports, type Sources } from '../../scripts/import-check.ts'
import { importsOf } from '../../scripts/import-reader.ts'
import { type ImportRules, importRules } from '../../scripts/import-rules.ts'
import { readSources } from '../../scripts/import-sources.ts'

const sources = readSources(Object.keys(importRules.packages))

/** The sources with one more line at the end of a file, which is made if it does not exist. */
const planted = (...lines: [file: string, line: string][]): Sources =>
  lines.reduce(
    (all, [file, line]) => new Map(all).set(file, `${all.get(file) ?? ''}\n${line}\n`),
    sources,
  )

const lineOf = (all: Sources, file: string) => (all.get(file) ?? '').split('\n').length - 1

it('the sources keep the import rules', () => {
  expect(sources.size).toBeGreaterThan(1_000)
  expect(checkImports(sources, importRules)).toEqual([])
})

describe('an import against the table is refused', () => {
  const forbidden = [
    ['catalogue', 'runners', 'server/src/engine/catalogue/files.ts', '../runners/runner.ts'],
    ['runners', 'queue', 'server/src/engine/runners/owner.ts', '../queue/queue.ts'],
    ['events', 'platform', 'server/src/events/bus.ts', '../platform/platform.ts'],
    ['system', 'engine', 'server/src/system/datastore/routes.ts', '../../engine/engine.ts'],
    ['system', 'platform', 'server/src/system/routes.ts', '../platform/platform.ts'],
    ['domain', 'events', 'server/src/domain/errors.ts', '../events/bus.ts'],
    ['storage', 'events', 'server/src/storage/common/cluster.ts', '../../events/bus.ts'],
    ['common', 'rows', 'server/src/storage/common/dialect.ts', '../rows/prepared.ts'],
    ['scan', 'doctor', 'server/src/commands/scan/scan.ts', '../doctor/examine.ts'],
    ['shared', 'screens', 'web/src/shared/list/list-table.tsx', '../../screens/cases/page.tsx'],
    ['base', 'shared', 'web/src/base/ui/table.tsx', '../../shared/jobs/paths.ts'],
    ['engine', 'platform', 'server/src/engine/engine.ts', '../platform/platform.ts'],
    ['tasks', 'cases', 'server/src/platform/tasks/store.ts', '../cases/store.ts'],
    ['kit', 'dns', 'analyzers/src/kit/index.ts', '../dns/description.ts'],
    ['weather', 'dns', 'analyzers/src/weather/analyzer.ts', '../dns/ask.ts'],
    ['detect', 'files of contract/src', 'contract/src/detect/index.ts', '../values.ts'],
  ] as const
  const forms = [
    ['a type', "import type { Bus } from '../events/bus.ts'"],
    ['one type among names', "import { type Bus, makeBus } from '../events/bus.ts'"],
    ['names on lines of their own', "import {\n  makeBus,\n} from '../events/bus.ts'"],
    ['everything', "import * as bus from '../events/bus.ts'"],
    ['nothing', "import '../events/bus.ts'"],
    ['to export it', "export { makeBus } from '../events/bus.ts'"],
    ['to export everything', "export * from '../events/bus.ts'"],
    ['when it is needed', "const later = () => import('../events/bus.ts')"],
    ['in a type', "type Bus = import('../events/bus.ts').Bus"],
  ] as const
  const fileOf = (form: string) => `server/src/domain/${form.replaceAll(' ', '-')}.ts`

  // All at once, in files that do not touch each other: to check them all takes a while.
  const all = planted(
    ...forbidden.map(([, , file, path]): [string, string] => [
      file,
      `import { it } from '${path}'`,
    ]),
    ...forms.map(([form, line]): [string, string] => [fileOf(form), line]),
  )
  let found: readonly string[] | undefined
  const problems = () => {
    found ??= checkImports(all, importRules)
    return found
  }

  it.each(forbidden)('%s → %s', (from, to, file, path) => {
    const message = `${file}:${lineOf(all, file)}: ${from} must not import ${to} (${path}); it may import`
    expect(problems()).toContainEqual(expect.stringContaining(message))
  })

  it.each(forms)('whatever is imported: %s', (form) => {
    const said = problems().filter((problem) => problem.startsWith(`${fileOf(form)}:`))
    expect(said).toContainEqual(
      expect.stringContaining('domain must not import events (../events/bus.ts)'),
    )
  })

  it('with what is allowed instead', () => {
    const all = planted([
      'server/src/storage/common/cluster.ts',
      "import { a } from '../../http/app.ts'",
    ])
    expect(checkImports(all, importRules)).toContainEqual(
      expect.stringMatching(/; it may import domain, process \(scripts\/import-rules\.ts\)$/),
    )
  })

  it('from one package into another, by name and by path', () => {
    const all = planted(
      ['web/src/base/ui/table.tsx', "import { a } from '@assay/analyzers'"],
      ['web/src/base/ui/tabs.tsx', "import { a } from '../../../../contract/src/values.ts'"],
      ['web/src/base/problem.test.ts', "import { a } from '../../../server/src/app.ts'"],
    )
    const problems = checkImports(all, importRules)
    expect(problems).toHaveLength(3)
    for (const message of [
      'web must not import analyzers (@assay/analyzers)',
      'a path leads from the package web into contract; import @assay/contract',
      'a path leads from the package web into server; import @assay/server',
    ])
      expect(problems).toContainEqual(expect.stringContaining(message))
  })

  it('that names a computed file', () => {
    const all = planted(['server/src/http/app.ts', 'const any = (path: string) => import(path)'])
    expect(checkImports(all, importRules)).toEqual([
      expect.stringMatching(/^server\/src\/http\/app\.ts:\d+: import\(…\) of something computed/),
    ])
  })

  it('as a value, where only types may be named', () => {
    const all = planted(['server/src/deps.ts', "import { makeBus } from './events/bus.ts'"])
    expect(checkImports(all, importRules)).toContainEqual(
      expect.stringContaining('deps.ts must not import events'),
    )
  })
})

describe('a folder without a rule is refused', () => {
  it.each([
    ['server/src/reports/store.ts', 'server/src/reports'],
    ['server/src/helpers.ts', 'server/src/helpers.ts'],
    ['server/src/engine/reports/store.ts', 'server/src/engine/reports'],
    ['server/src/platform/notes/store.ts', 'server/src/platform/notes'],
    ['server/src/storage/helpers/rows.ts', 'server/src/storage/helpers'],
    ['server/src/commands/grow/command.ts', 'server/src/commands/grow'],
    ['analyzers/src/weather.ts', 'analyzers/src/weather.ts'],
    ['web/src/notes/page.tsx', 'web/src/notes'],
  ])('%s', (file, name) => {
    expect(checkImports(planted([file, 'export const a = 1']), importRules)).toEqual([
      `${name} has no rule; add a row to scripts/import-rules.ts that says what it may import`,
    ])
  })
})

it('a new built-in needs no rule while it takes the kit and the formats', () => {
  const all = planted([
    'analyzers/src/weather/analyzer.ts',
    "import { fail } from '../kit/index.ts'",
  ])
  expect(checkImports(all, importRules)).toEqual([])
})

describe('a circle is refused', () => {
  const rules: ImportRules = {
    packages: { server: '' },
    folders: [{ root: 'server/src', rows: { low: '', middle: 'low', high: 'low middle' } }],
    computed: [],
    askDialect: [],
  }
  const problemsIn = (files: Record<string, string>, table = rules) =>
    checkImports(new Map(Object.entries(files)), table)

  it('between files, of types too, with the lines that make it', () => {
    expect(
      problemsIn({
        'server/src/low/a.ts': "import type { B } from './b.ts'",
        'server/src/low/b.ts': "\nimport { c } from './c.ts'",
        'server/src/low/c.ts': "import { type A } from './a.ts'",
        'server/src/low/d.ts': "import { a } from './a.ts'",
      }),
    ).toEqual([
      [
        'a circle between files: server/src/low/a.ts → server/src/low/b.ts → server/src/low/c.ts → server/src/low/a.ts',
        '    server/src/low/a.ts:1 imports server/src/low/b.ts',
        '    server/src/low/b.ts:2 imports server/src/low/c.ts',
        '    server/src/low/c.ts:1 imports server/src/low/a.ts',
      ].join('\n'),
    ])
  })

  it('between folders whose files make none, at any depth', () => {
    expect(
      problemsIn({
        'server/src/low/x/a.ts': "import { b } from '../y/b.ts'",
        'server/src/low/x/c.ts': '',
        'server/src/low/y/b.ts': '',
        'server/src/low/y/d.ts': "import { c } from '../x/c.ts'",
      }),
    ).toEqual([
      [
        'a circle between folders of server/src/low: x → y → x',
        '    server/src/low/x/a.ts:1 imports y',
        '    server/src/low/y/d.ts:1 imports x',
      ].join('\n'),
    ])
  })

  it('between a folder and the files next to it', () => {
    expect(
      problemsIn({
        'server/src/low/a.ts': "import { b } from './x/b.ts'",
        'server/src/low/x/b.ts': '',
        'server/src/low/x/c.ts': "import { a } from '../a.ts'",
      }),
    ).toEqual([expect.stringContaining('a circle between folders of server/src/low: ')])
  })

  it('in the table itself, before anything is imported', () => {
    const rows = { low: 'high', middle: 'low', high: 'middle' }
    expect(problemsIn({}, { ...rules, folders: [{ root: 'server/src', rows }] })).toEqual([
      'scripts/import-rules.ts: the rows of server/src allow a circle: low → high → middle → low',
    ])
  })
})

describe('to ask which database it is', () => {
  const forms = [
    ['by name', "if (deps.dialect.name === 'sqlite') return"],
    ['on lines of their own', 'const x = dialect\n  .name'],
    ['if there is one', 'const x = database?.dialect?.name'],
    ['by a text', "const x = dialect['name']"],
    ['of a handle', "const isSqlite = dialectOf(db).name === 'sqlite'"],
    ['as an index', 'const x = ends[dialect.name]'],
    ['out of the dialect', 'const { name } = deps.dialect'],
    ['under another name', 'const { name: database, text } = dialect'],
    ['as a parameter', 'const f = ({ dialect: { name } }: Deps) => name'],
    ['as a picked parameter', "const f = ({ name }: Pick<Dialect, 'name'>) => name"],
    ['by comparing', "import { sqlite } from '../storage/common/dialect.ts'"],
    [
      'by comparing, among others',
      "import { type Dialect, postgres } from '../storage/common/dialect.ts'",
    ],
  ] as const
  const others = [
    ['a comment', '// dialect.name is for storage\n/** Not `dialect.name`. */'],
    ['another member', 'const query = dialect.lockRow(db)'],
    ['another name', 'const { name } = organization\nconst x = dialect, y = user.name'],
    ['the type', "import type { Dialect } from '../storage/common/dialect.ts'"],
  ] as const
  /** The table as it is, and none of its folders. */
  const problemsIn = (file: string, source: string) =>
    checkImports(new Map([[file, source]]), { ...importRules, folders: [] })

  it.each(forms)('is refused: %s', (_form, source) => {
    expect(problemsIn('server/src/knowledge/values/search.ts', source)).toEqual([
      expect.stringMatching(
        /^server\/src\/knowledge\/values\/search\.ts:1: only storage, engine\/queue, commands\/backup, commands\/key may ask which database it is/,
      ),
    ])
  })

  it.each(others)('is not: %s', (_form, source) => {
    expect(problemsIn('server/src/knowledge/values/search.ts', source)).toEqual([])
  })

  it.each(importRules.askDialect)('is left to %s', (folder) => {
    for (const [, source] of forms) expect(problemsIn(`${folder}/x.ts`, source)).toEqual([])
  })

  it('is left to tests', () => {
    for (const [, source] of forms)
      expect(problemsIn('server/src/knowledge/values/search.test.ts', source)).toEqual([])
  })
})

it('what only looks like an import is none', () => {
  const source = [
    "// import { a } from './a.ts'",
    "/** Loaded by import('./b.ts'). */",
    "const text = 'from nowhere'",
    'export const important = 1',
    'export function from() {}',
    'const { url } = import.meta',
  ].join('\n')
  expect(importsOf('server/src/x.ts', source)).toEqual([])
})
