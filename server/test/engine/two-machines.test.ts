import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migratedPostgres } from '../places.ts'
import { dataFolder, start } from '../program.ts'
import { bootstrap, key, makeAda } from '../submitter.ts'

/** Hands out the file that it was given, turned round. */
const script = `#!/bin/sh
file="$1/input/$(ls "$1/input" | grep -v '^input.json$')"
rev "$file" > "$1/output/turned"
echo '{"success":true,"full":{},"artifacts":[{"dataType":"file","file":"turned","filename":"turned"}]}' > "$1/output/output.json"
`

it('two machines without a common folder: a file sent to one is analyzed by the other, and its artifact read at the first', async () => {
  const catalogue = await mkdtemp(join(tmpdir(), 'assay-catalogue-'))
  onTestFinished(() => rm(catalogue, { recursive: true, force: true }))
  await writeAnalyzer(catalogue)
  const common = {
    ASSAY_DATABASE_URL: await migratedPostgres(),
    ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
    ASSAY_ANALYZER_URLS: catalogue,
    ASSAY_JOB_RUNNERS: 'process',
    ASSAY_JOB_SANDBOX: 'off',
    ...bootstrap,
  }
  const [here, there] = [await dataFolder(), await dataFolder()]
  const first = await start({ ...common, ASSAY_DATA_DIR: here, ASSAY_ROLES: 'engine' })
  const second = await start({ ...common, ASSAY_DATA_DIR: there, ASSAY_ROLES: 'worker' })
  const ada = await makeAda(first)
  const analyzer = await ada.enableAnalyzer({ id: 'Turn_1_0' }, { name: 'Turn' })
  const content = randomBytes(500_000).toString('hex')

  const job = await ada.runAnalyzer({ id: analyzer.id }, {
    data: new File([content], 'sample.txt'),
    dataType: 'file',
  } as never)
  const ended = await ada.waitReport({ id: job.id }, { atMost: 'Inf' })
  const turned = createHash('sha256')
    .update([...content].reverse().join(''))
    .digest('hex')
  const artifact = await first.call('GET', `/api/datastore/${turned}`, { key })
  const health = await second.call('GET', '/api/health')

  expect(ended).toMatchObject({ status: 'Success' })
  expect(await artifact.text()).toBe([...content].reverse().join(''))
  expect(await health.json()).toMatchObject({
    details: { blobs: { store: 'postgres', available: true } },
  })
  // Neither has it under the name of before: both took it from the database.
  expect(readdirSync(join(here, 'blobs')).sort()).toEqual(['cache', 'staging'])
  expect(readdirSync(join(there, 'blobs', 'cache')).length).toBe(2)
  expect(existsSync(join(there, 'blobs', 'staging'))).toBe(true)
  expect((await first.stop()).code).toBe(0)
  expect((await second.stop()).code).toBe(0)
})

async function writeAnalyzer(root: string): Promise<void> {
  const folder = join(root, 'Turn')
  await mkdir(folder)
  await writeFile(join(folder, 'turn.sh'), script)
  await chmod(join(folder, 'turn.sh'), 0o755)
  const definition = {
    name: 'Turn',
    version: '1.0',
    author: 'tests',
    url: 'https://example.org',
    license: 'Apache-2.0',
    description: 'Turns a file round',
    baseConfig: 'Turn',
    command: 'Turn/turn.sh',
    dataTypeList: ['file'],
    configurationItems: [],
  }
  await writeFile(join(folder, 'Turn.json'), JSON.stringify(definition))
}
