import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { adaKey, makePeople, superadminKey } from '../install/world.ts'
import { dataFolder, start } from '../program.ts'
import { type Recording, replay } from './replay.ts'

const folder = new URL('recorded/', import.meta.url)
const recordings = readdirSync(folder).map(
  (name): Recording => JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
)

/** Written from the public signatures of the clients: their requests, and what they read. */
it('clients of Cortex and TheHive find what they read', async () => {
  const server = await start({ ASSAY_DATA_DIR: await dataFolder() })
  await makePeople(server)
  const listed = await server.call('GET', '/api/analyzer/type/domain', { key: adaKey })
  const [analyzer] = (await listed.json()) as { id: string }[]

  const problems: Record<string, string[]> = {}
  for (const recording of recordings) {
    const names = { key: adaKey, superadminKey, analyzer: analyzer?.id ?? '' }
    problems[recording.client] = await replay(server, recording, names)
  }

  expect(problems).toEqual(Object.fromEntries(recordings.map(({ client }) => [client, []])))
})
