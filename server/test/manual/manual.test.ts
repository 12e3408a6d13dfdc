import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminKey, contents, fill, upload } from '../backup/installation.ts'
import { sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { type Environment, migratedPlaces } from '../places.ts'
import { dataFolder, newDataFolder, start } from '../program.ts'
import { s3Key, startS3 } from '../storage/s3-server.ts'
import { rootKey } from '../submitter.ts'
import { commandsOf, exampleIn, manualProblems, root } from './blocks.ts'
import { openShell } from './shell.ts'

// Several programs one after the other in each.
const timeout = 10 * patienceMs

/** The last word that was printed: a key, as the server answers it. */
const lastWord = (output: string) => /([A-Za-z0-9+/=]{32,})\s*$/.exec(output)?.[1] ?? ''
type Analyzer = { id: string; dataTypeList: string[] }

const isAssignment = (command: string) => command.startsWith('KEY=…')

it('every command of the manual is run by a test, or said to be untried', () => {
  expect(manualProblems()).toEqual([])
})

describe('the commands of', { timeout }, () => {
  /** Two servers with a superadmin; the metrics of the second one need a token. */
  const withRoot = (settings: Record<string, string> = {}) =>
    sharedByTests(async () => {
      const environment = { ASSAY_DATA_DIR: await dataFolder() }
      const root = { ASSAY_BOOTSTRAP_LOGIN: 'root', ASSAY_BOOTSTRAP_KEY: rootKey }
      return { environment, server: await start({ ...environment, ...root, ...settings }) }
    })
  const TOKEN = 'a-token-of-the-manual'
  const openServer = withRoot()
  const guardedServer = withRoot({ ASSAY_METRICS_TOKEN: TOKEN })

  it('README.md make a key, a report, a case, and an organization', async () => {
    const { server } = await openServer()
    const make = (path: string, input: object) => server.call('POST', path, { key: rootKey, input })
    await make('/api/organization', { name: 'team', description: '', enableBuiltin: true })
    const ada = { login: 'ada', name: 'Ada', password: 'choose a good one', roles: ['orgadmin'] }
    await make('/api/user', { ...ada, organization: 'team' })
    const shell = await openShell()
    shell.replaced('http://localhost:9001', server.address)
    const [signIn = [], analyze = [], respond = [], others = []] = commandsOf('README.md')

    let printed = ''
    for (const command of signIn) printed = await shell.run(command)
    const key = { KEY: lastWord(printed) }
    const [list = '', run = '', wait = ''] = analyze.filter((one) => !isAssignment(one))
    const analyzers = JSON.parse(await shell.run(list, key)) as Analyzer[]
    const { id: ID = '' } =
      analyzers.find(({ dataTypeList }) => dataTypeList.includes('domain')) ?? {}
    const { id: JOB } = JSON.parse(await shell.run(run, { ...key, ID }))
    expect(JSON.parse(await shell.run(wait, { ...key, JOB }))).toMatchObject({ status: 'Success' })
    const [alert = '', ...more] = respond
    const { id: ALERT } = JSON.parse(await shell.run(alert, key))
    for (const command of more) printed = await shell.run(command, { ...key, ALERT })
    expect(JSON.parse(printed)).toEqual(expect.any(Array))
    for (const command of others) printed = await shell.run(command, { KEY: rootKey })
    expect(JSON.parse(printed)).toMatchObject({ id: 'bob', organization: 'soc' })
  })

  it('docs/backup.md save, check, restore and copy everything', async () => {
    const [sqlite, postgres] = await Promise.all(migratedPlaces.map(({ settings }) => settings()))
    if (!sqlite || !postgres) throw new Error('two databases')
    const server = await start(sqlite)
    await fill(server)
    const shell = await openShell()
    await writeFile(join(shell.folder, 'passphrase.txt'), 'a passphrase of several words\n')
    const back: Environment = { ASSAY_DATA_DIR: join(shell.folder, 'data') }
    shell.replaced('postgres://assay:secret@db:5432/assay', postgres.ASSAY_DATABASE_URL ?? '')
    shell.replaced('/srv/assay/data', back.ASSAY_DATA_DIR)
    const [save = [], restore = [], [toPostgres = '', toSqlite = ''] = []] =
      commandsOf('docs/backup.md')

    for (const command of save) await shell.run(command, sqlite)
    await server.stop()
    const before = await contents(sqlite)
    const restored: Environment = { ASSAY_DATA_DIR: await newDataFolder() }
    for (const command of restore) await shell.run(command, restored)
    await shell.run(toPostgres, sqlite)
    const there: Environment = { ...sqlite, ASSAY_DATABASE_URL: postgres.ASSAY_DATABASE_URL ?? '' }
    await shell.run(toSqlite, there)

    for (const found of [restored, there, back])
      expect((await contents(found)).files).toEqual(before.files)
    expect(await contents(back)).toEqual(before)
  })

  it('docs/install.md examine an installation', async () => {
    const shell = await openShell()
    const [[doctor = ''] = []] = commandsOf('docs/install.md')

    expect(await shell.run(doctor, { ASSAY_DATA_DIR: await newDataFolder() })).toMatch(/settings/i)
  })

  it('docs/monitor.md read the metrics, with a token where one is set', async () => {
    const shell = await openShell()
    const [[open = '', guarded = ''] = []] = commandsOf('docs/monitor.md')
    shell.replaced('http://localhost:9001', (await openServer()).server.address)
    shell.replaced('https://assay.example.org', (await guardedServer()).server.address)

    for (const command of [open, guarded])
      expect(await shell.run(command, { TOKEN })).toContain('assay_queue_depth')
  })

  it('docs/migrate.md import what another server has, and apply the file shown there', async () => {
    const other = await start({ ASSAY_DATA_DIR: await dataFolder() })
    await fill(other)
    const environment = { ASSAY_DATA_DIR: await dataFolder() }
    const shell = await openShell()
    const put = (name: string, text: string) => writeFile(join(shell.folder, name), text)
    await put('keys.txt', `${rootKey}\n${adminKey}\n`)
    for (const name of ['cortex', 'thehive'])
      shell.replaced(`https://${name}.example.org`, other.address)
    const [cortex = [], thehive = [], apply = []] = commandsOf('docs/migrate.md')

    for (const command of [...cortex, ...thehive]) await shell.run(command, environment)
    const report = JSON.parse(await readFile(join(shell.folder, 'report.json'), 'utf8'))
    expect(report).toMatchObject({ from: 'TheHive', carried: { alpha: { cases: 1 } } })

    const fresh = await start({
      ASSAY_DATA_DIR: await dataFolder(),
      ASSAY_BOOTSTRAP_KEY: rootKey,
    })
    shell.replaced('http://127.0.0.1:9001', fresh.address)
    await put('superadmin.key', rootKey)
    await put('ada.password', 'a long password\n')
    await put('tenancy.yaml', exampleIn('docs/migrate.md', 'yaml', 'organizations:'))
    const secrets = {
      ...{ ADA_KEY: adminKey, MAIL_PASSWORD: 'of the mail', HOOK_SECRET: 'y'.repeat(40) },
      ...{ MAILBOX_PASSWORD: 'of the mailbox', CHAT_URL: 'https://chat.example.org/room' },
    }
    const [planned = '', done = ''] = [
      await shell.run(apply[0] ?? '', secrets),
      await shell.run(apply[1] ?? '', secrets),
    ]
    expect(planned).toContain('14 would be created, 1 would be changed')
    expect(done).toContain('14 created, 1 changed')
  })

  it('docs/operations.md drain a node, and make a new master key', async () => {
    const environment = { ASSAY_DATA_DIR: await dataFolder() }
    const server = await start({ ...environment, ASSAY_NODE_NAME: 'worker-2' })
    const shell = await openShell()
    const [[rotate = ''] = [], drain = []] = commandsOf('docs/operations.md')

    for (const command of drain) expect(await shell.run(command, environment)).toContain('worker-2')
    await server.stop()
    await shell.run(rotate, environment)
    await (await start(environment)).stop()
  })

  it('docs/scaling.md move the files into a bucket', async () => {
    const s3 = await startS3({ bucket: 'assay-files' })
    const environment: Environment = {
      ASSAY_DATA_DIR: await dataFolder(),
      ASSAY_BLOBS_S3_ENDPOINT: s3.endpoint,
      ASSAY_BLOBS_S3_KEYID: s3Key.keyId,
      ASSAY_BLOBS_S3_SECRET: s3Key.secret,
      ASSAY_BLOBS_S3_PATHSTYLE: 'true',
    }
    const server = await start(environment)
    const { caseId } = await fill(server)
    await upload(server, caseId, 'second sample')
    const shell = await openShell()
    const [[move = ''] = []] = commandsOf('docs/scaling.md')

    await shell.run(move, environment)

    expect([...s3.objects.keys()].filter((key) => key.startsWith('production/'))).toHaveLength(2)
  })

  it('docs/sign-in.md ask for a second factor, make a key, and let the locked-out in', async () => {
    const { environment, server } = await guardedServer()
    await server.call('POST', '/api/organization', {
      key: rootKey,
      input: { name: 'soc', description: '' },
    })
    const shell = await openShell()
    shell.replaced('https://assay.example.org', server.address)
    const [[rule = ''] = [], [key = ''] = [], users = []] = commandsOf('docs/sign-in.md')

    await shell.run(rule, { KEY: rootKey })
    expect(await shell.run(key, { KEY: rootKey, LOGIN: 'root' })).toContain('assay_')
    for (const command of users)
      await shell.run(command, { ...environment, PASSWORD: 'a good long password' })

    const organization = await server.call('GET', '/api/organization/soc', { key: rootKey })
    expect(await organization.json()).toMatchObject({ secondFactor: 'required' })
    const ada = await server.call('GET', '/api/user/ada', { key: rootKey })
    expect(await ada.json()).toMatchObject({ organization: 'soc' })
  })

  it('docs/writing-analyzers.md make a program that runs', async () => {
    const shell = await openShell()
    const template = 'analyzers/template'
    await cp(join(root, template), join(shell.folder, template), { recursive: true })
    const [, [copy = '', tryIt = ''] = []] = commandsOf('docs/writing-analyzers.md')

    await shell.run(copy)
    shell.replaced('npm run -s try --', 'npm')
    expect(await shell.run(tryIt)).toContain('invoice')
  })
})
