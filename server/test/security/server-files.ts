import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openConfiguration } from '../../src/engine/configurations/sealed.ts'
import { configurationColumns } from '../../src/engine/workers/configuration.ts'
import { findWorker, updateWorker } from '../../src/engine/workers/store.ts'
import type { TestDatabases } from '../databases.ts'
import { type EngineApp, makeEngineApp } from '../engine/setup.ts'
import { atEnd } from '../lifetime.ts'
import { type Person, people } from '../setup.ts'

/** Contained in the master key, in a file next to the folder of the operator, and in no answer. */
export const secret = 'aVeryPrivateLineOfTheServer0123456789abcdef'

/** One per item that a path was once configured in, with an observable that makes it be read. */
export const pathItems = [
  { definition: 'Assay_Yara_1_0', item: 'rules', dataType: 'file' },
  { definition: 'Assay_Lists_1_0', item: 'block_lists', dataType: 'ip', data: '203.0.113.9' },
  { definition: 'Assay_Lists_1_0', item: 'watch_lists', dataType: 'ip', data: '203.0.113.9' },
  { definition: 'Assay_Lists_1_0', item: 'allow_lists', dataType: 'ip', data: '203.0.113.9' },
  { definition: 'Assay_Lists_1_0', item: 'warning_lists', dataType: 'ip', data: '203.0.113.9' },
  { definition: 'Assay_Hash_1_0', item: 'malicious_lists', dataType: 'hash', data: 'a'.repeat(64) },
  { definition: 'Assay_Hash_1_0', item: 'safe_lists', dataType: 'hash', data: 'a'.repeat(64) },
  { definition: 'Assay_IP_1_0', item: 'databases', dataType: 'ip', data: '203.0.113.9' },
] as const
export type PathItem = (typeof pathItems)[number]

/** To compile them takes a second for each set of rules, and these tests are about other files. */
const withoutStarter = { starter_rules: false }

export interface FileServer extends EngineApp {
  readonly dataFolder: string
  readonly operatorFolder: string
  /** Everything that an attacker would like to read, as it would be written into a setting. */
  readonly hostilePaths: readonly string[]
  enableWith(path: PathItem, values?: readonly string[]): Promise<string>
  configure(worker: string, item: string, values: readonly string[]): Promise<number>
  /** As 0.4.0 stored it, without any check. */
  smuggle(worker: string, item: string, values: readonly string[]): Promise<void>
  run(worker: string, path: PathItem, as?: Person): Promise<Record<string, unknown>>
  upload(name: string, content: string, as?: Person): Promise<string>
}

/** The whole server with its built-in analyzers, a data folder and a folder of the operator. */
export async function makeFileServer(
  open: TestDatabases['open'],
  environment: Readonly<Record<string, string>> = {},
): Promise<FileServer> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'assay-files-')))
  atEnd(() => rm(root, { recursive: true, force: true }))
  const operatorFolder = join(root, 'offered')
  const files = {
    [join(root, 'outside')]: `${secret}\n203.0.113.9, ${secret}\n${'a'.repeat(64)} ${secret}\n`,
    [join(operatorFolder, 'rules/good.yar')]: 'rule Offered { condition: true }',
    [join(operatorFolder, '.hidden')]: secret,
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content, { mode: 0o600 })
  }
  await symlink(join(root, 'outside'), join(operatorFolder, 'escape'))
  const app = await makeEngineApp(open, [], {
    environment: {
      ASSAY_JOB_RUNNERS: 'builtin',
      ASSAY_ANALYZER_RESOURCES: operatorFolder,
      ...environment,
    },
  })
  const { deps } = app
  let enabled = 0
  const dataFolder = deps.config.data.dir
  await writeFile(join(dataFolder, 'master.key'), `${secret}\n`, { mode: 0o600 })
  await symlink(dataFolder, join(operatorFolder, 'above'))
  const update = (worker: string, configuration: Record<string, unknown>) =>
    app.inject({
      as: 'orgadmin',
      method: 'PATCH',
      url: `/api/analyzer/${worker}`,
      payload: { configuration },
    })
  return {
    ...app,
    dataFolder,
    operatorFolder,
    hostilePaths: [
      join(dataFolder, 'master.key'),
      `file://${join(dataFolder, 'master.key')}`,
      '/etc/shadow',
      '/etc/passwd',
      '/proc/self/environ',
      '/dev/zero',
      '../outside',
      `upload:${join(dataFolder, 'master.key')}`,
      'upload:../outside',
      'upload:theirs.txt',
      'upload:nobodys.txt',
      `server:${join(dataFolder, 'master.key')}`,
      'server:../outside',
      'server:rules/../../outside',
      'server:escape',
      'server:above/master.key',
      'server:.hidden',
      'server:.',
      'server:',
      '',
    ],
    async enableWith({ definition, item }, values) {
      enabled += 1
      const name = `${definition} ${item} ${enabled}`
      const { id } = await app.as('orgadmin').enableAnalyzer(
        { id: definition },
        {
          name,
          ...(values
            ? { configuration: { ...(item === 'rules' && withoutStarter), [item]: [...values] } }
            : {}),
        },
      )
      return id
    },
    configure: async (worker, item, values) =>
      (await update(worker, { [item]: [...values] })).statusCode,
    async smuggle(worker, item, values) {
      const row = await findWorker(deps.db, 'alpha', 'analyzer', worker)
      if (!row) throw new Error('There is no such worker')
      const stored = { ...openConfiguration(deps.secrets, row), [item]: values }
      await updateWorker(
        deps.db,
        'alpha',
        worker,
        configurationColumns(deps.secrets, worker, {}, stored),
      )
    },
    async run(worker, { dataType, ...observable }, as = 'analyze') {
      const { id } = await app
        .as(as)
        .runAnalyzer(
          { id: worker },
          'data' in observable
            ? { dataType, data: observable.data, force: true }
            : { dataType, attachment: new File(['a file'], 'a.txt'), force: true },
        )
      return app.as(as).waitReport({ id }, { atMost: 'Inf' })
    },
    async upload(name, content, as = 'orgadmin') {
      const attachment = new File([Buffer.from(content)], name)
      const { reference } = await app.as(as).uploadResource({ attachment, name })
      return reference
    },
  }
}

/** Its upload must not be used by others. */
export const stranger: Person = 'stranger'
export const otherOrganization = people[stranger].organization
