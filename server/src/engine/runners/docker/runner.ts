import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { matchesAny } from '../../../domain/images.ts'
import { copyOutput, inputFiles } from '../container-files.ts'
import { startDeadline } from '../deadline.ts'
import { containerEnvironment } from '../environment.ts'
import { isDead, ownProcess } from '../owner.ts'
import { memoryReason, outputReason } from '../program-limits.ts'
import { CannotRun, problemOf, type Runner, type RunRequest, type RunResult } from '../runner.ts'
import { keepTail } from '../tail.ts'
import { type TarEntry, writeTar } from '../tar.ts'
import {
  connectDocker,
  type DockerOptions,
  DockerUnreachable,
  type ListedContainer,
  type RegistryAuth,
} from './api.ts'

export interface DockerRunnerOptions extends DockerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly passEnvironment?: readonly string[]
  /** Tells the containers of this server from those of others at the same engine. */
  readonly instance: string
  readonly registryAuth?: RegistryAuth
  readonly pull?: 'always' | 'missing' | 'never'
  readonly pullTimeoutMs?: number
  /** Put before the name of the image as it is. */
  readonly imageRegistryPrefix?: string
  readonly memoryBytes?: number
  readonly maxProcesses?: number
  readonly outputBytes?: number
  /** In place of root; an image that names another user keeps it. */
  readonly user?: string
  /** Patterns of images that cannot live with what the others can. */
  readonly relaxed?: readonly string[]
  readonly networkMode?: string
  readonly graceMs?: number
}

export interface DockerRunner extends Runner {
  /** Why Docker cannot be used, if so. */
  test(): Promise<string | undefined>
  /** Containers that a crashed server left; answers how many. */
  removeLeftovers(): Promise<number>
}

const label = 'assay.instance'
const ownerLabel = 'assay.owner'
/** No job runs this long; if a machine never comes back, nothing else would remove them. */
const oldMs = 86_400_000
/** Even a relaxed image needs none of these: they are for servers, and NET_RAW is for spying. */
const unneeded = [
  ...['AUDIT_WRITE', 'MKNOD', 'NET_BIND_SERVICE', 'NET_RAW', 'SETFCAP', 'SETPCAP', 'SYS_CHROOT'],
]
const nobody = '65534:65534'

/**
 * Files go in and out through the API, so the engine needs no shared path: it may be on another
 * machine, or we may be in a container ourselves.
 */
export function createDockerRunner(options: DockerRunnerOptions): DockerRunner {
  const docker = connectDocker(options)
  const outputBytes = options.outputBytes ?? 1_073_741_824
  const pull = imagePuller(docker, options)

  async function run(request: RunRequest): Promise<RunResult> {
    const image = `${options.imageRegistryPrefix ?? ''}${request.worker.dockerImage}`
    await orAborted(pull(image), request.signal)
    if (request.signal.aborted) return { exitCode: null, tail: '' }
    await request.folder.make()
    const ownUser = (await docker.inspectImage(image))?.Config?.User ?? ''
    const id = await docker.createContainer(containerFor(image, ownUser, request, options))
    const deadline = startDeadline(request.signal, request.timeoutMs)
    try {
      const input = [...folders, ...(await inputFiles(request.folder.path))]
      await docker.putArchive(id, jobFolder, Readable.from(writeTar(input)))
      await docker.start(id)
      const result = await finish(id, request.folder.path, deadline.signal)
      return { ...result, ...deadline.exceeded() }
    } finally {
      deadline.stop()
      // The next start of the server removes what could not be removed here.
      await docker.remove(id).catch(() => {})
    }
  }

  async function finish(id: string, folder: string, signal: AbortSignal): Promise<RunResult> {
    const graceSeconds = Math.ceil((options.graceMs ?? 2000) / 1000)
    // When the engine is gone, `wait` fails.
    const onAbort = () => void docker.stop(id, graceSeconds).catch(() => {})
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    const tail = keepTail()
    try {
      const exitCode = await docker.wait(id)
      await docker.logs(id, tail)
      if (signal.aborted) return { exitCode: null, tail: tail.text() }
      const isOutOfMemory = await docker.wasOutOfMemory(id)
      const archive = await docker.getArchive(id, '/job/output')
      const fits = await copyOutput(archive, folder, outputBytes).finally(() => archive.destroy())
      const limit =
        isOutOfMemory && options.memoryBytes !== undefined
          ? memoryReason(options.memoryBytes)
          : fits
            ? undefined
            : outputReason(outputBytes)
      return { exitCode, tail: tail.text(), ...(limit !== undefined && { limit }) }
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    name: 'docker',
    accepts: (worker) => worker.dockerImage !== null,
    run: (request) => run(request).catch(rethrowForPeople),
    test: () => problemOf(docker.ping()),
    async removeLeftovers() {
      const all = await docker.listContainers(`${label}=${options.instance}`)
      const left = all.filter((container) => isLeft(container, Date.now()))
      for (const { id } of left) await docker.remove(id)
      return left.length
    },
  }
}

/** Other nodes may use the same engine: what their processes run is theirs. */
export function isLeft({ labels, createdAt }: Omit<ListedContainer, 'id'>, now: number): boolean {
  const owner = labels[ownerLabel]
  return owner === undefined || isDead(owner, ownProcess()) || now - createdAt > oldMs
}

/** The engine's message is for the log; that it is gone is for everyone. */
function rethrowForPeople(error: unknown): never {
  if (error instanceof DockerUnreachable)
    throw new CannotRun('Cannot reach the Docker engine', { cause: error })
  throw error
}

/** A pull is shared by many jobs and continues; the canceled job stops waiting. */
function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve()
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

const jobFolder = '/job'
/** Open to every user of the container: some images run as root, some do not. */
const folders: readonly TarEntry[] = [
  { name: 'input/', type: 'directory', mode: 0o755 },
  { name: 'output/', type: 'directory', mode: 0o777 },
]

/**
 * No capability, no root, and nothing writable but the job folder (a separate volume, removed with
 * the container) and temporary folders in memory, which count against its limit.
 */
function containerFor(
  image: string,
  ownUser: string,
  request: RunRequest,
  options: DockerRunnerOptions,
) {
  const { memoryBytes, maxProcesses, user = nobody, relaxed = [] } = options
  const isRelaxed = matchesAny(relaxed, image, request.worker.dockerImage ?? image)
  const isRoot = /^(?:0|root)?(?::|$)/.test(ownUser)
  const environment = {
    ...containerEnvironment(options.environment, options.passEnvironment),
    ...(!isRelaxed && { HOME: '/tmp' }),
    ...(request.folder.hasCertificates && { REQUESTS_CA_BUNDLE: '/job/input/cacerts' }),
  }
  return {
    Image: image,
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    Labels: {
      [label]: options.instance,
      [ownerLabel]: ownProcess(),
      'assay.folder': basename(request.folder.path),
    },
    ...(isRoot && !isRelaxed && { User: user }),
    HostConfig: {
      NetworkMode: request.mayUseNetwork ? (options.networkMode ?? 'default') : 'none',
      CapDrop: isRelaxed ? unneeded : ['ALL'],
      Mounts: [{ Type: 'volume', Target: jobFolder, VolumeOptions: { NoCopy: true } }],
      ReadonlyRootfs: !isRelaxed,
      ...(!isRelaxed && { Tmpfs: temporaryFolders(isRoot ? user : undefined, memoryBytes) }),
      SecurityOpt: ['no-new-privileges'],
      // Without a bound, a program that prints without end fills the engine's disk.
      LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '2' } },
      ...(memoryBytes !== undefined && { Memory: memoryBytes, MemorySwap: memoryBytes }),
      ...(maxProcesses !== undefined && { PidsLimit: maxProcesses }),
    },
  }
}

/**
 * Executable: packed programs unpack themselves there. They have an owner, because the mode is that
 * of the folder in the image, whatever is requested.
 */
function temporaryFolders(user: string | undefined, memoryBytes = 2 * 1024 ** 3) {
  const [uid, gid = uid] = user?.split(':') ?? []
  const owner = uid === undefined ? '' : `,uid=${uid},gid=${gid}`
  const bytes = Math.floor(memoryBytes / 2)
  const folder = (size: number) => `rw,exec,nosuid,nodev,mode=1777,size=${size}${owner}`
  return { '/tmp': folder(bytes), '/var/tmp': folder(bytes), '/run': folder(16 * 1024 ** 2) }
}

/** Many jobs of one analyzer share one pull. An image that is there serves when a pull fails. */
function imagePuller(docker: ReturnType<typeof connectDocker>, options: DockerRunnerOptions) {
  const { pull = 'always', pullTimeoutMs = 600_000, registryAuth } = options
  const running = new Map<string, Promise<void>>()

  const provide = async (image: string) => {
    const isThere = (await docker.inspectImage(image)) !== undefined
    if (isThere && pull !== 'always') return
    if (pull === 'never')
      throw new CannotRun(`Image ${image} not found, and docker.pull does not allow pulling it`)
    try {
      await docker.pullImage(image, registryAuth, AbortSignal.timeout(pullTimeoutMs))
    } catch (error) {
      if (isThere) return
      throw new CannotRun(`Failed to pull image ${image}. See the server log`, {
        cause: error,
      })
    }
  }
  return (image: string) => {
    const pulling = running.get(image) ?? provide(image).finally(() => running.delete(image))
    running.set(image, pulling)
    return pulling
  }
}
