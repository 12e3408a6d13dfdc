import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from '@assay/contract'
import { type Engine, type EngineOptions, startEngine } from '../../src/engine/engine.ts'
import { makeRunners } from '../../src/engine/runners/runners.ts'
import { builtFile } from '../built.ts'
import { postgres, sqlite, type TestDatabases } from '../databases.ts'
import { writeFixtureProgram } from '../fixture-program.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { makeApp, type Options, type Person, type TestApp } from '../setup.ts'
import { lendEngine } from './lent-engines.ts'

export interface FixtureProgram {
  name: string
  type?: 'analyzer' | 'responder'
  version?: string
  dataTypeList?: string[]
  configurationItems?: Record<string, unknown>[]
  inputItems?: Record<string, unknown>[]
  config?: Record<string, unknown>
  /** Body of a shell script; `$1` is the job folder. */
  script: string
}

const report = (full: string) =>
  `{"success":true,"summary":{},"full":${full},"artifacts":[],"operations":[]}`

/** The programs that most tests need. */
export const programs = {
  /** Returns its own input, which shows what a program gets. */
  echo: {
    name: 'Echo',
    dataTypeList: ['ip', 'domain', 'file', 'other'],
    script: `printf '{"success":true,"summary":{"taxonomies":[{"level":"info","namespace":"Echo","predicate":"Said","value":"x"}]},"artifacts":[{"dataType":"domain","data":"found.example"}],"operations":[],"full":{"input":' > "$1/output/output.json"
cat "$1/input/input.json" >> "$1/output/output.json"
printf '}}' >> "$1/output/output.json"`,
  },
  /** Runs until the file \`go\` beside its catalogue folder appears, or it is ended. */
  waiting: {
    name: 'Waiting',
    dataTypeList: ['ip', 'other'],
    script: `while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.05; done
echo '${report('{}')}' > "$1/output/output.json"`,
  },
  failing: {
    name: 'Failing',
    dataTypeList: ['ip'],
    script: `echo 'something is wrong' >&2; exit 3`,
  },
  responder: {
    name: 'Block',
    type: 'responder',
    dataTypeList: ['thehive:case_artifact', 'thehive:case'],
    script: `echo '{"success":true,"full":{"message":"done"},"operations":[{"type":"AddTagToCase","tag":"blocked"}]}' > "$1/output/output.json"`,
  },
} as const satisfies Record<string, FixtureProgram>

export interface EngineApp extends TestApp {
  /** Folder of the catalog: `<folder>/<Name>/<Name>.json` and its script. */
  catalogue: { analyzers: string; responders: string }
  addProgram(program: FixtureProgram): Promise<void>
  enable(person: Person, name: string, input?: Record<string, unknown>): Promise<Worker>
}

export type EngineAppOptions = Options & { engine?: EngineOptions }

/**
 * The whole server with an engine that starts real programs. One with usual parts is lent, as
 * `makeApp` does: a test that stops the engine, or waits for what it does by itself, needs
 * `makeOwnEngineApp`.
 */
export async function makeEngineApp(
  open: TestDatabases['open'],
  fixtures: readonly FixtureProgram[] = Object.values(programs),
  options: EngineAppOptions = {},
): Promise<EngineApp> {
  const { environment = {}, ...rest } = options
  const database = [sqlite, postgres].find((known) => known.open === open)
  const isUsual = Object.values(rest).every((value) => value === undefined)
  if (database === undefined || !isUsual) return makeOwnEngineApp(open, fixtures, options)
  const kind = JSON.stringify([database.name, fixtures, environment])
  return lendEngine(kind, open, (from) => startEngineApp(from, fixtures, options))
}

export async function makeOwnEngineApp(
  open: TestDatabases['open'],
  fixtures: readonly FixtureProgram[] = Object.values(programs),
  options: EngineAppOptions = {},
): Promise<EngineApp> {
  const isPostgres = open === postgres.open
  const from = isPostgres ? () => open({ patienceMs }) : open
  return (await startEngineApp(from, fixtures, options)).app
}

async function startEngineApp(
  open: TestDatabases['open'],
  fixtures: readonly FixtureProgram[],
  options: EngineAppOptions,
): Promise<{ app: EngineApp; engine: Engine }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-catalogue-'))
  const catalogue = { analyzers: join(folder, 'analyzers'), responders: join(folder, 'responders') }
  await mkdir(catalogue.analyzers)
  await mkdir(catalogue.responders)
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const addProgram = (program: FixtureProgram) => writeProgram(catalogue, program)
  for (const program of fixtures) await addProgram(program)
  const started = Promise.withResolvers<Engine>()
  const app = await makeApp(open, {
    ...options,
    environment: {
      PATH: process.env.PATH ?? '',
      ASSAY_ANALYZER_URLS: catalogue.analyzers,
      ASSAY_RESPONDER_URLS: catalogue.responders,
      ASSAY_JOB_RUNNERS: 'process',
      ASSAY_JOB_SANDBOX: 'off',
      ...options.environment,
    },
    startEngine: async (deps) => {
      const engine = await startEngine(
        deps,
        await makeRunners(deps.config, {
          log: deps.log,
          environment: deps.config.environment,
          instance: deps.instance,
          launcherUrl: builtFile('launcher.js'),
          threadUrl: builtFile('builtin-thread.js'),
        }),
        options.engine,
      )
      started.resolve(engine)
      return engine
    },
  })
  return {
    engine: await started.promise,
    app: {
      ...app,
      catalogue,
      addProgram,
      enable(person, name, input = {}) {
        const program = fixtures.find((fixture) => fixture.name === name)
        const id = `${name}_${(program?.version ?? '1.0').replaceAll('.', '_')}`
        const client = app.as(person)
        const body = { name, ...input }
        return program?.type === 'responder'
          ? client.enableResponder({ id }, body)
          : client.enableAnalyzer({ id }, body)
      },
    },
  }
}

function writeProgram(
  catalogue: EngineApp['catalogue'],
  { type = 'analyzer', ...program }: FixtureProgram,
): Promise<void> {
  const root = type === 'analyzer' ? catalogue.analyzers : catalogue.responders
  return writeFixtureProgram(root, { ...program })
}
