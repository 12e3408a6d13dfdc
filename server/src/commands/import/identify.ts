import { AnswerTooLarge } from '../../platform/engines/bounded-fetch.ts'
import { type Remote, RemoteRefusal, type Session } from './remote.ts'
import { asObject, asText, type Values } from './values.ts'

/** The oldest version whose API is known here. */
const oldest = { Cortex: 2, TheHive: 3 } as const

export type Product = keyof typeof oldest

/** That the address is one of such a server, and its version, before a key is sent to it. */
export async function versionOf(remote: Remote, product: Product): Promise<string> {
  const { body } = await remote.first.get('/api/status').catch((error: unknown) => {
    if (error instanceof RemoteRefusal || error instanceof AnswerTooLarge)
      throw new Error(`--url: no ${product} at ${remote.url}: ${error.message}`)
    throw error
  })
  const versions = asObject(asObject(body).versions)
  const version = asText(versions[product])
  if (version === undefined) {
    const other = (Object.keys(oldest) as Product[]).find((one) => asText(versions[one]))
    const hint = other ? `; this is ${other}, use \`assay import ${other.toLowerCase()}\`` : ''
    throw new Error(`--url: no ${product} at ${remote.url}${hint}`)
  }
  const major = /^\d+/.exec(version)?.[0]
  if (major !== undefined && Number(major) < oldest[product])
    throw new Error(
      `--url: ${product} ${version} is too old; upgrade it to ${oldest[product]} or later first`,
    )
  return version
}

/** Who a key belongs to. The key itself is never shown. */
export async function identify(session: Session, path: string, index: number): Promise<Values> {
  try {
    return asObject((await session.get(path)).body)
  } catch (error) {
    if (error instanceof RemoteRefusal && [401, 403].includes(error.status))
      throw new Error(
        `--key: key ${index + 1} was rejected (${error.status}); check that its user is active`,
      )
    throw error
  }
}
