import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { refuseUpgradeInUse } from '../../src/storage/schema/in-use.ts'
import { migrations } from '../../src/storage/schema/migrate.ts'
import { migratedFile } from '../databases.ts'
import { temporaryFolder } from './blob-stores.ts'

const last = migrations.at(-1)?.name ?? ''
const refusal = 'Another Assay process is running on'

/** A file of the version before this one, and a program that has it open. */
async function makeOlder() {
  const file = join(await temporaryFolder(), 'assay.sqlite')
  await writeFile(file, await migratedFile())
  const running = new DatabaseSync(file)
  onTestFinished(() => {
    if (running.isOpen) running.close()
  })
  running.prepare('delete from schema_migrations where name = ?').run(last)
  return { file, running }
}

it('the tables of a file that a running program has open are not upgraded', async () => {
  const { file, running } = await makeOlder()

  await expect(refuseUpgradeInUse(file, [1, 1])).rejects.toThrow(refusal)
  expect(running.prepare('select count(*) as n from schema_migrations').get()).toMatchObject({
    n: migrations.length - 1,
  })
  running.close()
  await expect(refuseUpgradeInUse(file, [])).resolves.toBeUndefined()
})

it('a program of the same version that upgrades them at this moment is waited for', async () => {
  const { file, running } = await makeOlder()
  const waiting = refuseUpgradeInUse(
    file,
    Array.from({ length: 1_000 }, () => 5),
  )

  running.prepare('insert into schema_migrations (name, applied_at) values (?, 0)').run(last)

  await expect(waiting).resolves.toBeUndefined()
})

it('a file with the tables of this version, an empty one and a missing one do not conflict', async () => {
  const { file, running } = await makeOlder()
  running.prepare('insert into schema_migrations (name, applied_at) values (?, 0)').run(last)
  const empty = `${file}.empty`
  await writeFile(empty, '')

  for (const path of [file, empty, `${file}.missing`])
    await expect(refuseUpgradeInUse(path, [])).resolves.toBeUndefined()
})
