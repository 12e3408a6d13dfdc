import { writeSync } from 'node:fs'
import { openDatabase } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'

/** Writes rows until it is killed and prints the id of each acknowledged one. */
const database = await openDatabase({
  file: process.argv[2] ?? '',
  syncInPool: process.argv.includes('--sync-in-pool'),
})
await migrate(database, 0)

async function writeForever(lane: number): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const name = `${lane}-${turn}`
    const row = { name, value: 'x'.repeat(100) }
    if (lane % 2 === 0) await database.db.insertInto('meta').values(row).execute()
    else {
      await database.db.transaction().execute((tx) => tx.insertInto('meta').values(row).execute())
    }
    // Not console.log: what it holds back in this process would be lost with it.
    writeSync(1, `id ${name}\n`)
  }
}

await Promise.all(Array.from({ length: 20 }, (_, lane) => writeForever(lane)))
