import { newFolder } from './bare.ts'
import { startBenchPostgres } from './postgres.ts'
import type { BenchOptions, Measured, Measurement } from './result.ts'

type MeasureOn = (
  options: BenchOptions,
  folder: string,
  env: Record<string, string>,
) => Promise<Measured>

/** The same measurement on SQLite, then on a fresh PostgreSQL. */
export const onBothDatabases =
  (name: string, measureOn: MeasureOn): Measurement =>
  async (options) => {
    const folder = await newFolder(options.folder, name)
    const database = await startBenchPostgres()
    try {
      const url = await database.newDatabase(name)
      return [
        await measureOn(options, await newFolder(folder, 'sqlite'), {}),
        await measureOn(options, await newFolder(folder, 'postgres'), { ASSAY_DATABASE_URL: url }),
      ]
    } finally {
      await database.stop()
    }
  }
