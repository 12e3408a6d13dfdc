import type { Worker } from '@assay/contract'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { startPlatform } from '../../src/platform/platform.ts'
import type { TestDatabases } from '../databases.ts'
import { type FixtureProgram, makeEngineApp } from '../engine/setup.ts'
import type { Options, Person, TestApp } from '../setup.ts'

/** Reports what its parameters say, or fails. */
const judge = (name: string): FixtureProgram => ({
  name,
  dataTypeList: ['ip', 'domain', 'url', 'file', 'other'],
  script: `level=$(sed -n 's/.*"level":"\\([a-z]*\\)".*/\\1/p' "$1/input/input.json")
told=$(sed -n 's/.*"told":"\\([^"]*\\)".*/\\1/p' "$1/input/input.json")
if [ -n "$told" ]; then printf %s "$told" | base64 -d > "$1/output/output.json"; exit 0; fi
if [ "$level" = broken ]; then echo 'no answer today' >&2; exit 3; fi
printf '{"success":true,"summary":{"taxonomies":[{"level":"%s","namespace":"${name}","predicate":"Found","value":"on 2 lists"}]},"artifacts":[{"dataType":"ip","data":"198.51.100.77"},{"dataType":"domain","data":"ns.example","kind":"name server"}],"operations":[],"full":{}}' "$level" > "$1/output/output.json"`,
})

interface Named {
  readonly dataType: string
  readonly data: string
}

/** Marked as benign for thirty days, unless `more` says otherwise. */
export async function markHarmless(app: TestApp, named: Named, more: object = {}) {
  const [one] = await app.as('analyze').markValues({
    values: [named],
    level: 'safe',
    cause: 'falsePositive',
    reason: 'our own page',
    expiresAt: app.clock.now() + 30 * 86_400_000,
    ...more,
  })
  if (!one) throw new Error('nothing was marked')
  return one
}

export async function makeJudges(
  open: TestDatabases['open'],
  options: Options & { engine?: EngineOptions } = {},
) {
  const app = await makeEngineApp(open, [judge('Judge'), judge('Second')], {
    startPlatform,
    ...options,
  })
  const workers: Record<string, Worker> = {}
  for (const name of ['Judge', 'Second']) workers[name] = await app.enable('orgadmin', name)

  /** Runs to its end and returns the id of the job. */
  const run = async (
    data: string,
    level: string,
    { by = 'Judge', dataType = 'domain', as = 'analyze' as Person } = {},
  ): Promise<string> => {
    const client = app.as(as)
    const input = { data, dataType, parameters: { level }, force: true }
    const { id } = await client.runAnalyzer({ id: workers[by]?.id ?? '' }, input)
    await client.waitReport({ id }, { atMost: '10minutes' })
    return id
  }
  /** A report with findings. */
  const tell = async (
    data: string,
    { level, findings }: { readonly level: string; readonly findings: readonly object[] },
  ): Promise<void> => {
    const taxonomies = [{ level, namespace: 'Judge', predicate: 'Found', value: 'x' }]
    const report = { success: true, summary: { taxonomies }, artifacts: [], full: { findings } }
    const told = Buffer.from(JSON.stringify(report)).toString('base64')
    const client = app.as('analyze')
    const input = { data, dataType: 'domain', parameters: { told }, force: true }
    const { id } = await client.runAnalyzer({ id: workers.Judge?.id ?? '' }, input)
    await client.waitReport({ id }, { atMost: '10minutes' })
  }
  const verdict = async (data: string, as: Person = 'analyze', dataType = 'domain') => {
    const [one] = await app.as(as).valueVerdicts({ values: [{ dataType, data }] })
    if (!one) throw new Error('no answer')
    return one
  }
  return { app, run, tell, verdict, workers }
}
