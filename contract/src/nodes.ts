import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { object, Timestamp } from './values.ts'

const resource = 'node'
const params = Type.Object({ id: Type.String() })

/** A running process of the installation. */
export const ClusterNode = object(
  {
    id: Type.String(),
    name: Type.String({ description: '`node.name`, or the hostname of its machine' }),
    state: Type.Enum(['alive', 'silent', 'stopping', 'draining', 'drained', 'outdated'], {
      description:
        'silent: no heartbeat for 30 seconds; draining: claims no jobs, some still run; ' +
        'outdated: other nodes run a newer version',
    }),
    roles: Type.Array(Type.String()),
    labels: Type.Array(Type.String(), { description: 'Pools it takes jobs from' }),
    runners: Type.Array(Type.String(), { description: 'Those that passed a test' }),
    programs: Type.Integer({ description: 'Definitions whose program is installed there' }),
    slots: Type.Integer(),
    running: Type.Integer(),
    version: Type.String(),
    pid: Type.Integer(),
    startedAt: Timestamp,
    seenAt: Timestamp,
    silentFor: Type.Integer({ description: 'Milliseconds since the last heartbeat' }),
  },
  'ClusterNode',
)
export type ClusterNode = Static<typeof ClusterNode>

export const ClusterNodes = object(
  {
    alive: Type.Integer({ description: 'Nodes that claim jobs' }),
    slots: Type.Integer({ description: 'Total concurrent jobs of these nodes' }),
    running: Type.Integer({
      description: 'Jobs running on them; for orgadmin, those of your organization on any node',
    }),
    nodes: Type.Optional(Type.Array(ClusterNode, { description: 'Superadmin only' })),
  },
  'ClusterNodes',
)
export type ClusterNodes = Static<typeof ClusterNodes>

export const listNodes = endpoint({
  method: 'GET',
  path: '/api/nodes',
  roles: ['orgadmin', 'superadmin'],
  effect: 'read',
  resource,
  summary: 'List the processes of this installation; orgadmins get counts only',
  output: ClusterNodes,
  leavesSession: true,
})

export const drainNode = endpoint({
  method: 'POST',
  path: '/api/nodes/:id/drain',
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Drain a node: it claims no more jobs, running ones finish',
  params,
  output: ClusterNode,
})

export const resumeNode = endpoint({
  method: 'POST',
  path: '/api/nodes/:id/resume',
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Undo a drain; the node claims jobs again',
  params,
  output: ClusterNode,
})
