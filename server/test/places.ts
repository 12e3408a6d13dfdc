import type { Place as Database } from './databases.ts'
import { atEnd } from './lifetime.ts'
import { copyPostgres, createPostgres } from './postgres-databases.ts'
import { dataFolder, newDataFolder } from './program.ts'

export type Environment = Record<string, string> & { ASSAY_DATA_DIR: string }

/** Where the real program finds its data in a test. */
export interface Place {
  readonly database: 'SQLite' | 'PostgreSQL'
  settings(): Promise<Environment>
}

/** Addresses of databases that are dropped after the test. */
export const emptyPostgres = async (): Promise<string> => urlOf(await createPostgres())
export const migratedPostgres = async (): Promise<string> => urlOf(await copyPostgres())

function urlOf({ at, release }: Database): string {
  atEnd(release)
  return 'url' in at ? at.url : ''
}

/** Without tables: the program makes them. */
export const emptyPlaces = onBoth(newDataFolder, emptyPostgres)
/** With tables, which takes less time. */
export const migratedPlaces = onBoth(dataFolder, migratedPostgres)

function onBoth(newFolder: () => Promise<string>, newUrl: () => Promise<string>) {
  const sqlite: Place = {
    database: 'SQLite',
    settings: async () => ({ ASSAY_DATA_DIR: await newFolder() }),
  }
  const postgres: Place = {
    database: 'PostgreSQL',
    settings: async () => ({
      ASSAY_DATA_DIR: await newFolder(),
      ASSAY_DATABASE_URL: await newUrl(),
    }),
  }
  return [sqlite, postgres] as const
}
