import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { connectKubernetes } from '../../src/engine/runners/kubernetes/api.ts'
import { findConnection } from '../../src/engine/runners/kubernetes/connection.ts'
import { createKubernetesRunner } from '../../src/engine/runners/kubernetes/runner.ts'
import { runnerOptions } from './kubernetes-options.ts'
import { startCluster } from './kubernetes-server.ts'
import { requestFor, temporary } from './running.ts'

const inCluster = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' }

it('takes everything from the service account of a pod, and its token again for each call', async () => {
  const folder = temporary()
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('token', 'first\n')
  write('ca.crt', 'PEM')
  write('namespace', 'team\n')

  const connection = await findConnection({}, inCluster, folder)

  expect(connection).toMatchObject({ namespace: 'team', tls: { ca: 'PEM' } })
  expect(connection.url.href).toBe('https://[fd00::1]:6443/')
  expect(await connection.token()).toBe('first')
  write('token', 'second')
  expect(await connection.token()).toBe('second')
})

it('reads the current context of a kubeconfig', async () => {
  const folder = temporary()
  const file = join(folder, 'config')
  writeFileSync(join(folder, 'ca.pem'), 'CA')
  const write = (user: object, cluster: object = {}) =>
    writeFileSync(
      file,
      stringify({
        'current-context': 'here',
        contexts: [{ name: 'here', context: { cluster: 'c', user: 'u', namespace: 'jobs' } }],
        clusters: [
          {
            name: 'c',
            cluster: { server: 'https://k:1', 'certificate-authority': 'ca.pem', ...cluster },
          },
        ],
        users: [{ name: 'u', user }],
      }),
    )
  write({ token: 't', 'client-certificate-data': Buffer.from('CERT').toString('base64') })
  const connection = await findConnection({ kubeconfig: file }, {})
  expect(connection).toMatchObject({ namespace: 'jobs', tls: { ca: 'CA', cert: 'CERT' } })
  expect(await connection.token()).toBe('t')
  expect((await findConnection({ kubeconfig: file, namespace: 'mine' }, {})).namespace).toBe('mine')

  write({ exec: { command: 'aws' } })
  await expect(findConnection({ kubeconfig: file }, {})).rejects.toThrow(
    'plugins are not supported',
  )
  write({ token: 't' }, { 'insecure-skip-tls-verify': true })
  await expect(findConnection({ kubeconfig: file }, {})).rejects.toThrow('insecure-skip-tls-verify')
})

it('says what is missing outside of a cluster, and which file cannot be read', async () => {
  await expect(findConnection({}, {})).rejects.toThrow(
    'neither kubernetes.url nor kubernetes.kubeconfig',
  )
  const url = 'https://k:6443'
  await expect(findConnection({ url, tokenFile: '/nowhere' }, {})).rejects.toThrow(
    'cannot read /nowhere',
  )
})

it('the cluster of these tests speaks the WebSocket of others: that of Node gets an answer', async () => {
  const cluster = await startCluster()
  onTestFinished(() => cluster.stop())
  const runner = createKubernetesRunner(connectKubernetes(cluster.connection), runnerOptions)
  const stop = new AbortController()
  const request = await requestFor({ dockerImage: 'assay-test/slow:1' }, { signal: stop.signal })
  const running = runner.run(request)
  await expect.poll(() => cluster.things('pods')[0]?.status.phase).toBe('Running')
  const { name } = cluster.things('pods')[0].metadata
  const query = 'container=out&stdin=true&stdout=true&command=tr&command=a-z&command=A-Z'
  const url = `${cluster.address.replace('http', 'ws')}/api/v1/namespaces/assay/pods/${name}/exec?${query}`
  const socket = new WebSocket(url, [
    'v5.channel.k8s.io',
    'base64url.bearer.authorization.k8s.io.x',
  ])
  socket.binaryType = 'arraybuffer'
  const messages: Buffer[] = []
  socket.onmessage = ({ data }) => messages.push(Buffer.from(data))
  const ended = new Promise((resolve) => {
    socket.onclose = resolve
  })
  socket.onopen = () => {
    socket.send(Buffer.concat([Buffer.of(0), Buffer.alloc(70_000, 'a')]))
    socket.send(Buffer.of(255, 0))
  }
  await ended
  const output = messages.filter(([channel]) => channel === 1).map((message) => message.subarray(1))
  expect(Buffer.concat(output).toString()).toBe('A'.repeat(70_000))
  expect(messages.at(-1)?.toString()).toContain('Success')
  stop.abort()
  await running
})
