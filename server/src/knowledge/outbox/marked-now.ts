import type { Message } from '../../domain/notices/sentences.ts'
import type { Db } from '../../storage/database.ts'

/** A message may wait for days: what was marked higher meanwhile, or is gone, is not named as it was then. */
export async function markedNow(db: Db, messages: readonly Message[]): Promise<Message[]> {
  const tlps = new Map<string, number>()
  for (const type of ['case', 'alert'] as const) {
    const ids = messages.flatMap((one) => aboutOf(one, type) ?? [])
    if (ids.length === 0) continue
    const found = await db
      .selectFrom(`${type}s`)
      .select(['id', 'tlp'])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    for (const { id, tlp } of found) tlps.set(id, tlp)
  }
  return messages.map((message) => {
    const id = aboutOf(message, 'case') ?? aboutOf(message, 'alert')
    if (id === undefined) return message
    const { parameters } = message
    const tlp = Math.max(parameters.tlp ?? 0, tlps.get(id) ?? Number.POSITIVE_INFINITY)
    return { ...message, parameters: { ...parameters, tlp } }
  })
}

const aboutOf = ({ objectType, objectId, parameters }: Message, type: 'case' | 'alert') =>
  objectType === type ? objectId : type === 'case' ? parameters.caseId : undefined
