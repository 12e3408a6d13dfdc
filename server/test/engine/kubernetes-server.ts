import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import type { Connection } from '../../src/engine/runners/kubernetes/connection.ts'
import { startPod, type Thing } from './kubernetes-kubelet.ts'

/** One answer instead of the real one: `verb` and `resource` as a Role names them. */
export interface Fault {
  readonly verb: string
  readonly resource: string
  readonly status: number
  readonly headers?: Record<string, string>
  /** The call is done all the same; only its answer is lost. */
  readonly isDone?: boolean
}

export interface Rule {
  readonly apiGroups: string[]
  readonly resources: string[]
  readonly verbs: string[]
}

const namespace = 'assay'
const token = 'the-token'
const execProtocol = 'v5.channel.k8s.io'

/**
 * The part of an API server that we use, with a controller that makes pods of Jobs and a kubelet that
 * runs them as processes. It refuses what the real one refuses, and what the given rules do not allow.
 */
export async function startCluster(rules?: readonly Rule[]) {
  let version = 100
  let compactedBefore = 0
  let cutWatchAfter: number | undefined
  let cutExecAfter: number | undefined
  const faults: Fault[] = []
  const seen: string[] = []
  const things = new Map<string, Thing>()
  const pods = new Map<string, ReturnType<typeof startPod>>()
  const history: { version: number; type: string; object: Thing }[] = []
  const watchers = new Set<() => void>()
  const deadlines = new Map<string, NodeJS.Timeout>()

  const store = (resource: string, object: Thing, type: 'ADDED' | 'MODIFIED' | 'DELETED') => {
    version += 1
    object.metadata.resourceVersion = String(version)
    const key = `${resource}/${object.metadata.name}`
    if (type === 'DELETED') things.delete(key)
    else things.set(key, object)
    if (resource === 'pods') history.push({ version, type, object: structuredClone(object) })
    for (const wake of watchers) wake()
  }

  const makePod = (job: Thing) => {
    const { template } = job.spec
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${job.metadata.name}-${randomUUID().slice(0, 5)}`,
        uid: randomUUID(),
        labels: { ...template.metadata.labels, 'batch.kubernetes.io/job-name': job.metadata.name },
        ownerReferences: [{ kind: 'Job', uid: job.metadata.uid, controller: true }],
      } as Thing,
      spec: structuredClone(template.spec),
      status: { phase: 'Pending' } as Thing,
    }
    store('pods', pod, 'ADDED')
    const { name } = pod.metadata
    const started = startPod(pod, {
      update(change) {
        if (!things.has(`pods/${name}`)) return
        change(pod)
        store('pods', pod, 'MODIFIED')
      },
      secret: (secret) => things.get(`secrets/${secret}`),
    })
    pods.set(name, started)
  }

  const removePod = async (pod: Thing) => {
    pod.metadata.deletionTimestamp = new Date().toISOString()
    store('pods', pod, 'MODIFIED')
    await pods.get(pod.metadata.name)?.stop()
    store('pods', pod, 'DELETED')
  }
  const owned = (uid: string) =>
    [...things].filter(([, thing]) =>
      thing.metadata.ownerReferences?.some((owner: Thing) => owner.uid === uid),
    )
  /** What the garbage collector does in the background. */
  const cascade = async (uid: string) => {
    for (const [key, thing] of owned(uid)) {
      if (key.startsWith('pods/')) await removePod(thing)
      else store(key.split('/')[0] ?? '', thing, 'DELETED')
    }
  }
  const fail = (job: Thing, reason: string) => {
    job.status = { conditions: [{ type: 'Failed', status: 'True', reason }] }
    store('jobs', job, 'MODIFIED')
  }
  const passDeadline = async (job: Thing) => {
    fail(job, 'DeadlineExceeded')
    for (const [key, pod] of owned(job.metadata.uid))
      if (key.startsWith('pods/')) await removePod(pod)
  }

  const calls: Record<string, (resource: string, name: string, body: Thing) => Thing> = {
    create(resource, _name, body) {
      const problem = resource === 'jobs' ? problemOfJob(body) : problemOfSecret(body)
      if (problem) return refuse(422, problem)
      if (things.has(`${resource}/${body.metadata.name}`)) return refuse(409, 'already exists')
      body.metadata.uid = randomUUID()
      body.metadata.namespace = namespace
      store(resource, body, 'ADDED')
      if (resource === 'jobs') {
        const deadline = setTimeout(
          () => void passDeadline(body),
          body.spec.activeDeadlineSeconds * 1000,
        )
        deadlines.set(body.metadata.uid, deadline)
        setTimeout(() => things.get(`jobs/${body.metadata.name}`) === body && makePod(body), 5)
      }
      return body
    },
    get: (resource, name) => things.get(`${resource}/${name}`) ?? refuse(404, `${name} not found`),
    patch(resource, name, body) {
      const thing = things.get(`${resource}/${name}`)
      if (!thing) return refuse(404, `${name} not found`)
      const wanted = body.metadata.resourceVersion
      if (wanted !== undefined && wanted !== thing.metadata.resourceVersion)
        return refuse(409, 'the object has been modified')
      Object.assign(thing.metadata.labels, body.metadata.labels)
      store(resource, thing, 'MODIFIED')
      return thing
    },
    delete(resource, name, body) {
      const thing = things.get(`${resource}/${name}`)
      if (!thing) return refuse(404, `${name} not found`)
      const { uid = thing.metadata.uid, resourceVersion = thing.metadata.resourceVersion } =
        body?.preconditions ?? {}
      if (uid !== thing.metadata.uid || resourceVersion !== thing.metadata.resourceVersion)
        return refuse(409, 'the precondition failed')
      clearTimeout(deadlines.get(uid))
      store(resource, thing, 'DELETED')
      // Without a policy the pods of a Job stay: the API keeps to what it did in its first version.
      if (body?.propagationPolicy === 'Background') void cascade(thing.metadata.uid)
      return { kind: 'Status', status: 'Success' }
    },
  }

  const list = (resource: string, query: URLSearchParams) => ({
    metadata: { resourceVersion: String(version) },
    items: [...things].flatMap(([key, thing]) =>
      key.startsWith(`${resource}/`) && matches(thing, query) ? [thing] : [],
    ),
  })

  const watch = (query: URLSearchParams, response: ServerResponse) => {
    let from = Number(query.get('resourceVersion'))
    if (from < compactedBefore)
      return response.end(
        `${JSON.stringify({ type: 'ERROR', object: { code: 410, message: 'too old' } })}\n`,
      )
    response.write(
      `${JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: String(from) } } })}\n`,
    )
    const wake = () => {
      for (const event of history) {
        if (event.version <= from || !matches(event.object, query)) continue
        from = event.version
        response.write(`${JSON.stringify({ type: event.type, object: event.object })}\n`)
        if (cutWatchAfter === undefined) continue
        cutWatchAfter -= 1
        if (cutWatchAfter > 0) continue
        cutWatchAfter = undefined
        response.destroy()
        return
      }
    }
    watchers.add(wake)
    const limit = setTimeout(() => response.end(), Number(query.get('timeoutSeconds')) * 1000)
    response.on('close', () => {
      clearTimeout(limit)
      watchers.delete(wake)
    })
    wake()
  }

  const isAllowed = ({ verb, resource }: { verb: string; resource: string }) =>
    !rules ||
    rules.some(
      (rule) =>
        rule.verbs.includes(verb) &&
        rule.resources.includes(resource) &&
        rule.apiGroups.includes(resource === 'jobs' ? 'batch' : ''),
    )

  function meet(request: IncomingMessage) {
    const url = new URL(request.url ?? '', 'http://cluster')
    const match =
      /^\/(?:api\/v1|apis\/batch\/v1)\/namespaces\/assay\/(\w+)(?:\/([\w.-]+)(?:\/(\w+))?)?$/
    const [, kind = '', name = '', sub] = match.exec(url.pathname) ?? []
    const resource = sub ? `${kind}/${sub}` : kind
    const verbs: Record<string, string> = { POST: 'create', PATCH: 'patch', DELETE: 'delete' }
    const verb =
      verbs[request.method ?? ''] ??
      (name ? 'get' : url.searchParams.get('watch') ? 'watch' : 'list')
    seen.push(`${verb} ${resource}`)
    const fault = faults.findIndex((one) => one.verb === verb && one.resource === resource)
    return {
      url,
      kind,
      name,
      sub,
      resource,
      verb,
      fault: faults.splice(fault, fault < 0 ? 0 : 1)[0],
    }
  }

  const server = createServer(async (request, response) => {
    const { url, kind, name, sub, resource, verb, fault } = meet(request)
    const body = await text(request)
    const answer = (status: number, value: Thing, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(value))
    }
    if (request.headers.authorization !== `Bearer ${token}`)
      return answer(401, { message: 'Unauthorized' })
    if (kind === '') return answer(404, { message: 'not found' })
    if (!isAllowed({ verb, resource }))
      return answer(403, { message: `may not ${verb} ${resource}` })
    if (fault && !fault.isDone) return answer(fault.status, { message: 'a fault' }, fault.headers)
    if (verb === 'watch') return watch(url.searchParams, response)
    if (sub === 'log')
      return response.end(pods.get(name)?.log(url.searchParams.get('container') ?? ''))
    const done =
      verb === 'list'
        ? list(resource, url.searchParams)
        : (calls[verb]?.(resource, name, body ? JSON.parse(body) : undefined) ?? refuse(405, verb))
    if (fault) return response.destroy()
    answer(done.refused ?? (verb === 'create' ? 201 : 200), done)
  })

  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (protocols) => protocols.has(execProtocol) && execProtocol,
  })
  server.on('upgrade', (request, socket, head) => {
    const { url, name, resource, verb, fault } = meet(request)
    const { authorization, 'sec-websocket-protocol': protocol = '' } = request.headers
    const refuseUpgrade = (status: number, message: string) =>
      socket.end(
        `HTTP/1.1 ${status} No\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${JSON.stringify({ message })}`,
      )
    const pod = pods.get(name)
    if (authorization !== `Bearer ${token}` && !protocol.includes('base64url.bearer'))
      return refuseUpgrade(401, 'Unauthorized')
    if (!isAllowed({ verb, resource })) return refuseUpgrade(403, `may not ${verb} ${resource}`)
    if (fault) return refuseUpgrade(fault.status, 'a fault')
    if (!pod || resource !== 'pods/exec') return refuseUpgrade(404, 'not found')
    if (!pod.isRunning(url.searchParams.get('container') ?? ''))
      return refuseUpgrade(400, 'container not running')
    if (!protocol.includes(execProtocol)) return refuseUpgrade(403, 'no protocol in common')
    const cut = cutExecAfter
    cutExecAfter = undefined
    const command = url.searchParams.getAll('command')
    const hasInput = url.searchParams.get('stdin') === 'true'
    sockets.handleUpgrade(request, socket, head, (opened) =>
      pod.exec(opened, command, hasInput, cut),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connection: Connection = {
    url: new URL(address),
    namespace,
    tls: {},
    token: async () => token,
  }

  return {
    connection,
    address,
    token,
    /** Every call that was made, as `verb resource`. */
    seen,
    faults,
    things: (resource: string) =>
      [...things].flatMap(([key, one]) => (key.startsWith(`${resource}/`) ? [one] : [])),
    folderOf: (pod: string) => pods.get(pod)?.folder ?? '',
    /** The next watch ends silently after this many events. */
    cutWatch(events: number) {
      cutWatchAfter = events
    },
    cutExec(bytes: number) {
      cutExecAfter = bytes
    },
    /** A watch from before now cannot be resumed. */
    compact() {
      compactedBefore = version + 1
    },
    /** As when a node fails, or is drained. */
    removePods: async () => {
      const all = [...things]
      for (const [key, pod] of all) if (key.startsWith('pods/')) await removePod(pod)
      for (const [key, job] of all) if (key.startsWith('jobs/')) fail(job, 'BackoffLimitExceeded')
    },
    passDeadlines: async () => {
      for (const [key, job] of [...things]) if (key.startsWith('jobs/')) await passDeadline(job)
    },
    async stop() {
      for (const timer of deadlines.values()) clearTimeout(timer)
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all([...pods.values()].map((pod) => pod.stop()))
    },
  }
}

const refuse = (status: number, message: string) => ({ refused: status, kind: 'Status', message })

const matches = ({ metadata }: Thing, query: URLSearchParams) =>
  (query.get('labelSelector') ?? '').split(',').every((pair) => {
    const [name = '', value] = pair.split('=')
    return name === '' || metadata.labels?.[name] === value
  })

const isName = (name: unknown) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(String(name))
const isLabel = (value: unknown) =>
  typeof value === 'string' && /^(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/.test(value)
const isQuantity = (value: unknown) =>
  typeof value === 'string' && /^\d+(?:\.\d+)?(?:m|[KMGT]i?)?$/.test(value)

/** The checks of a real one that a wrong manifest would fail. */
function problemOfJob({ kind, metadata, spec }: Thing): string | undefined {
  const pod = spec.template.spec
  const volumes = pod.volumes.map((volume: Thing) => volume.name)
  const all = [...pod.initContainers, ...pod.containers]
  const labels = [metadata.labels, spec.template.metadata.labels].flatMap((set) =>
    Object.values(set),
  )
  if (kind !== 'Job' || !isName(metadata.name)) return 'the name is wrong'
  if (!labels.every(isLabel)) return 'a label is wrong'
  if (!['Never', 'OnFailure'].includes(pod.restartPolicy)) return 'restartPolicy is wrong'
  if (new Set(all.map((one) => one.name)).size !== all.length) return 'names of containers repeat'
  for (const { name, image, volumeMounts, resources, env = [] } of all) {
    if (!isName(name) || !image) return 'a container is wrong'
    if (!volumeMounts.every((mount: Thing) => volumes.includes(mount.name)))
      return 'a volume is missing'
    if (new Set(volumeMounts.map((mount: Thing) => mount.mountPath)).size !== volumeMounts.length)
      return 'mounts repeat'
    if (!env.every((one: Thing) => typeof one.value === 'string')) return 'the environment is wrong'
    for (const quantities of Object.values(resources))
      if (!Object.values(quantities as object).every(isQuantity)) return 'a quantity is wrong'
  }
  for (const seconds of [spec.activeDeadlineSeconds, spec.ttlSecondsAfterFinished])
    if (!Number.isInteger(seconds) || seconds < 0) return 'a time is wrong'
  return undefined
}

function problemOfSecret({ kind, metadata, data }: Thing): string | undefined {
  if (kind !== 'Secret' || !isName(metadata.name)) return 'the name is wrong'
  const bytes = Object.values(data).reduce(
    (sum: number, one) => sum + Buffer.from(String(one), 'base64').length,
    0,
  )
  return bytes > 1_048_576 ? 'the secret is too long' : undefined
}
