import { expect, it } from 'vitest'
import { kubernetesProblems } from '../../../scripts/kubernetes-schemas.ts'
import {
  jobManifest,
  jobName,
  secretManifest,
} from '../../src/engine/runners/kubernetes/manifest.ts'
import { runnerOptions } from './kubernetes-options.ts'
import { requestFor } from './running.ts'

const small = { way: 'secret', bytes: 1000 } as const

async function manifestOf(
  request: Parameters<typeof requestFor>[1] = {},
  options: Partial<typeof runnerOptions> = {},
) {
  const job = { id: 'AZ_9-', run: 3, type: 'responder' } as const
  return jobManifest(
    await requestFor(
      { dockerImage: 'cortexneurons/echo:1' },
      { job, timeoutMs: 90_000, ...request },
    ),
    small,
    { ...runnerOptions, ...options },
  )
}

it('the schemas of Kubernetes allow every object that is made', async () => {
  const job = await manifestOf()
  const full = await manifestOf(
    {},
    {
      runtimeClass: 'gvisor',
      nodeSelector: ['pool=jobs'],
      imagePullSecrets: ['registry'],
      pull: 'always',
      relaxed: ['*'],
    },
  )
  const request = await requestFor({ dockerImage: 'cortexneurons/echo:1' })
  const large = jobManifest(request, { way: 'exec', bytes: 10 ** 8 }, runnerOptions)
  const secret = secretManifest({ name: 'j', uid: 'u' }, { a: Buffer.from('{}') }, 'i')

  for (const made of [job, full, large, secret]) expect(await kubernetesProblems(made)).toEqual([])
})

it('a Job is started once, for a bounded time, and without any token', async () => {
  const { spec, metadata } = await manifestOf()
  const pod = spec.template.spec

  expect(spec).toMatchObject({
    backoffLimit: 0,
    completions: 1,
    parallelism: 1,
    activeDeadlineSeconds: 60 + 90 + 300,
    ttlSecondsAfterFinished: 600,
  })
  expect(pod).toMatchObject({
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
  })
  expect(metadata.name).toBe(jobName('AZ_9-', 3))
  expect(metadata.name).toMatch(/^assay-[0-9a-f]{32}-3$/)
  expect(metadata.annotations).toEqual({ 'assay/job-id': 'AZ_9-' })
})

it('every container is confined and limited, and nothing of the node is mounted', async () => {
  const { initContainers, containers, volumes } = (await manifestOf()).spec.template.spec

  for (const { securityContext, resources } of [...initContainers, ...containers]) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      privileged: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
      runAsUser: 65534,
      runAsGroup: 65534,
      runAsNonRoot: true,
    })
    expect(Object.keys(resources.limits)).toEqual(expect.arrayContaining(['cpu', 'memory']))
  }
  expect(containers[0]?.resources).toEqual({
    limits: { cpu: '1', memory: '2147483648', 'ephemeral-storage': '2147484648' },
    requests: { cpu: '100m', memory: '134217728' },
  })
  expect(volumes.map((volume) => Object.keys(volume).filter((key) => key !== 'name'))).toEqual([
    ['emptyDir'],
    ['secret'],
    ['emptyDir'],
    ['emptyDir'],
    ['emptyDir'],
  ])
  // The configuration of the worker is in it: only the container that copies it sees it.
  const mounting = [...initContainers, ...containers].filter(({ volumeMounts }) =>
    volumeMounts.some(({ name }) => name === 'input'),
  )
  expect(mounting.map(({ name }) => name)).toEqual(['in'])
})

it.each([
  [true, 'allowed'],
  [false, 'none'],
])('a pod says by a label whether it may use the network: %s', async (mayUseNetwork, label) => {
  const { metadata, spec } = await manifestOf({ mayUseNetwork })
  expect(spec.template.metadata.labels['assay/network']).toBe(label)
  expect(metadata.labels['assay/network']).toBe(label)
})

it('none of our settings is in the environment, and nothing in it is expanded', async () => {
  const environment = { ...runnerOptions.environment, TZ: '$(SECRET)' }
  const { env } = (await manifestOf({}, { environment })).spec.template.spec.containers[0] as {
    env: { name: string; value: string }[]
  }
  expect(env.map(({ name }) => name)).toEqual(expect.arrayContaining(['https_proxy', 'HOME', 'TZ']))
  expect(JSON.stringify(env)).not.toMatch(/assay|master/i)
  expect(env.find(({ name }) => name === 'TZ')?.value).toBe('$$(SECRET)')
})

it('a relaxed image keeps its user and root, and still cannot gain privileges', async () => {
  const { containers } = (await manifestOf({}, { relaxed: ['cortexneurons/*'] })).spec.template.spec
  const [analyzer, out] = containers
  expect(analyzer?.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    privileged: false,
    capabilities: { drop: expect.arrayContaining(['NET_RAW', 'MKNOD']) },
  })
  expect(analyzer?.securityContext).not.toHaveProperty('runAsUser')
  // It reads files that any user has written, and may do nothing else.
  expect(out?.securityContext).toMatchObject({
    runAsUser: 0,
    capabilities: { drop: ['ALL'], add: ['DAC_OVERRIDE'] },
  })
})

it('what the operator chooses is in the pod', async () => {
  const { spec } = (
    await manifestOf(
      {},
      {
        imagePullSecrets: ['registry'],
        nodeSelector: ['pool=jobs', 'example.org/arch=arm=64'],
        runtimeClass: 'gvisor',
        imageRegistryPrefix: 'mirror.example.org/',
        pull: 'always',
        user: '1000:2000',
      },
    )
  ).spec.template
  expect(spec).toMatchObject({
    imagePullSecrets: [{ name: 'registry' }],
    nodeSelector: { pool: 'jobs', 'example.org/arch': 'arm=64' },
    runtimeClassName: 'gvisor',
  })
  expect(spec.containers.map(({ image, imagePullPolicy }) => [image, imagePullPolicy])).toEqual([
    ['mirror.example.org/cortexneurons/echo:1', 'Always'],
    ['mirror.example.org/busybox:1.37', 'IfNotPresent'],
  ])
  expect(spec.containers[0]?.securityContext).toMatchObject({ runAsUser: 1000, runAsGroup: 2000 })
})

it('a Secret belongs to its Job and cannot be changed', () => {
  const secret = secretManifest(
    { name: 'job-1', uid: 'u' },
    { 'input.json': Buffer.from('{}') },
    'i',
  )
  expect(secret).toMatchObject({
    immutable: true,
    metadata: { ownerReferences: [{ kind: 'Job', name: 'job-1', uid: 'u' }] },
    data: { 'input.json': 'e30=' },
  })
})
