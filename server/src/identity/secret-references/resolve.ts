import { constants } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Deps } from '../../deps.ts'
import {
  longestSecretBytes,
  markedTexts,
  readSecretReference,
  type SecretReference,
} from '../../domain/secret-references.ts'
import type { Config } from '../../settings/config.ts'
import { sourcesOf } from '../../settings/secret-sources.ts'

export type Needs = Pick<Deps, 'clock' | 'config'>

const keptMs = 5 * 60_000
const maxKept = 1_000

interface Kept {
  readonly secret: string
  readonly until: number
}

/** Of each server in this process; nothing of it is ever written. */
const memories = new WeakMap<Config, Map<string, Kept>>()

/** Whether the operator opened this for the organization; whether it exists, only a job asks. */
export const isOpenTo = (
  config: Config,
  organization: string,
  { source, name }: SecretReference,
): boolean =>
  sourcesOf(config, organization).some((one) =>
    one.type === 'env'
      ? // guard (open = true): server/test/security/secret-references.test.ts
        source === 'env' && name.startsWith(one.prefix)
      : source === 'file',
  )

/** What the references of a sealed configuration stand for, or what to tell where one stands for nothing. */
export async function resolveSecrets(
  deps: Needs,
  organization: string,
  sealed: Readonly<Record<string, unknown>>,
): Promise<{ readonly secrets: ReadonlyMap<string, string> } | { readonly problem: string }> {
  const secrets = new Map<string, string>()
  for (const text of new Set(markedTexts(sealed))) {
    const found = await resolveOne(deps, organization, text)
    if ('problem' in found)
      return { problem: `Secret reference ${text.slice(0, 300)}: ${found.problem}` }
    secrets.set(text, found.secret)
  }
  return { secrets }
}

type Found = { readonly secret: string } | { readonly problem: string }

async function resolveOne(deps: Needs, organization: string, text: string): Promise<Found> {
  const { config, clock } = deps
  const reference = readSecretReference(text)
  if (reference === undefined || reference === 'malformed') return { problem: 'not a reference' }
  if (reference.source === 'vault') return { problem: 'Vault is not supported yet' }
  // Asked each time: what is kept of one organization is not for another.
  // guard: server/test/security/secret-references.test.ts
  if (!isOpenTo(config, organization, reference))
    return { problem: 'not open to this organization; the operator can change secrets.sources' }
  const memory = memories.get(config) ?? new Map<string, Kept>()
  memories.set(config, memory)
  const key = JSON.stringify([organization, text])
  const kept = memory.get(key)
  // guard: server/test/security/secret-references.test.ts
  if (kept && kept.until > clock.now()) return { secret: kept.secret }
  const found =
    reference.source === 'env'
      ? fromEnvironment(config, reference.name)
      : await fromFolders(config, organization, reference.name)
  if ('problem' in found) return found
  // guard: server/test/security/secret-references.test.ts
  if (isMasterKey(config, found.secret)) return { problem: 'not possible' }
  keep(memory, key, { secret: found.secret, until: clock.now() + keptMs })
  return found
}

function keep(memory: Map<string, Kept>, key: string, kept: Kept): void {
  if (memory.size >= maxKept) memory.clear()
  memory.set(key, kept)
  setTimeout(() => memory.get(key) === kept && memory.delete(key), keptMs).unref()
}

function fromEnvironment({ secretEnvironment }: Config, name: string): Found {
  const secret = Object.hasOwn(secretEnvironment, name) ? secretEnvironment[name] : undefined
  if (secret === undefined || secret === '') return { problem: 'not set on this node' }
  if (Buffer.byteLength(secret) > longestSecretBytes) return { problem: 'longer than 64 KiB' }
  return { secret }
}

/** The first folder that has it. */
async function fromFolders(config: Config, organization: string, name: string): Promise<Found> {
  for (const source of sourcesOf(config, organization)) {
    if (source.type !== 'file') continue
    const found = await fromFolder(config, source.folder, name)
    if (!('problem' in found) || found.problem !== missing) return found
  }
  return { problem: missing }
}

const missing = 'no such file on this node'

async function fromFolder(config: Config, folder: string, name: string): Promise<Found> {
  let file: FileHandle | undefined
  try {
    const root = await realpath(folder)
    const path = await realpath(join(root, name))
    // Links inside are how Kubernetes mounts secrets.
    // guard: server/test/security/secret-references.test.ts
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
      return { problem: 'leads out of its folder' }
    // The resolved path has no link; one that was put there meanwhile is not followed, and no pipe is waited for.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const info = await file.stat()
    if (!info.isFile()) return { problem: 'not a file' }
    // guard: server/test/security/secret-references.test.ts
    if (await isOfServer(config, info)) return { problem: 'not possible' }
    // guard: server/test/security/secret-references.test.ts
    if (info.size > longestSecretBytes) return { problem: 'longer than 64 KiB' }
    return secretIn(await file.readFile())
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { problem: code === 'ENOENT' || code === 'ENOTDIR' ? missing : 'not readable' }
  } finally {
    await file?.close()
  }
}

function secretIn(bytes: Buffer): Found {
  // It may have grown since.
  if (bytes.length > longestSecretBytes) return { problem: 'longer than 64 KiB' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '')
    return text === '' ? { problem: 'empty' } : { secret: text }
  } catch {
    return { problem: 'not text in UTF-8' }
  }
}

/** Also under another name: the master key, the settings, and whatever the settings read. */
async function isOfServer(
  { data, files }: Config,
  { dev, ino }: { readonly dev: number; readonly ino: number },
): Promise<boolean> {
  const paths = [join(resolve(data.dir), 'master.key'), ...files]
  const infos = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  return infos.some((info) => info?.dev === dev && info.ino === ino)
}

const isMasterKey = ({ secret: { key } }: Config, secret: string): boolean =>
  key !== undefined && secret.includes(key)
