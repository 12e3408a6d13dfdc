import { mkdir, writeFile } from 'node:fs/promises'
import { type Organization, organizations, type Things } from './hostile-callers.ts'
import { fill } from './hostile-things.ts'
import {
  besideData,
  type Cleanup,
  keyOf,
  makeDataFolder,
  masterKeyOf,
  type Place,
  passwordOf,
  startTarget,
  type Target,
} from './target.ts'
import { makeInsider } from './work.ts'

export * from './hostile-callers.ts'

export interface World {
  readonly target: Target
  readonly insider: Awaited<ReturnType<typeof makeInsider>>
  readonly things: Record<Organization, Things>
  /** What files and settings of the server contain: the key, the environment, the file next to the data folder. */
  readonly ofServer: readonly string[]
}

export async function makeWorld(place: Place, cleanup: Cleanup): Promise<World> {
  const data = await makeDataFolder(cleanup)
  await mkdir(besideData({ data }, 'resources'), { recursive: true })
  await writeFile(besideData({ data }, 'beside-data.txt'), 'CANARY-BESIDE-THE-DATA-41c2\n')
  const settings = 'datastore:\n  attachment:\n    password: CANARY-OF-THE-SETTINGS-88d1\n'
  await writeFile(besideData({ data }, 'assay.yaml'), settings, { mode: 0o600 })
  const target = await startTarget({
    place,
    cleanup,
    environment: {
      ...{ ASSAY_DATA_DIR: data, ASSAY_CONFIG: besideData({ data }, 'assay.yaml') },
      ...{ ASSAY_ANALYZER_ENABLEBUILTIN: 'true', ASSAY_LOG_LEVEL: 'warn' },
      ASSAY_ANALYZER_RESOURCES: besideData({ data }, 'resources'),
    },
  })
  const insider = await makeInsider({ cleanup })
  const things = {} as World['things']
  for (const organization of organizations) things[organization] = await fill(target, organization)
  const key = await masterKeyOf(target)
  const ofServer = [
    key,
    key.slice(0, 16),
    'CANARY-BESIDE-THE-DATA',
    keyOf('root'),
    passwordOf('root'),
    'root:x:0',
    insider.canary,
  ]
  return { target, insider, things, ofServer }
}
