import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { object, Timestamp } from './values.ts'

const resource = 'node'
const params = Type.Object({ id: Type.String() })

/** A running process of the installation. */
export const ClusterNode = object(
  {
    id: Type.String(),
    name: Type.String({ description: '`node.name`, or the name of its machine' }),
    state: Type.Enum(['alive', 'silent', 'stopping', 'draining', 'drained', 'outdated'], {
      description:
        'silent: not heard of for 30 seconds; draining: claims nothing, and something still runs; ' +
        'outdated: others have a newer version',
    }),
    roles: Type.Array(Type.String()),
    labels: Type.Array(Type.String(), { description: 'Pools whose jobs it runs' }),
    runners: Type.Array(Type.String(), { description: 'Those that answered a try' }),
    programs: Type.Integer({ description: 'Definitions whose program it has' }),
    slots: Type.Integer(),
    running: Type.Integer(),
    version: Type.String(),
    pid: Type.Integer(),
    startedAt: Timestamp,
    seenAt: Timestamp,
    silentFor: Type.Integer({ description: 'Milliseconds since it was heard of' }),
  },
  'ClusterNode',
)
export type ClusterNode = Static<typeof ClusterNode>

export const ClusterNodes = object(
  {
    alive: Type.Integer({ description: 'Nodes that claim jobs' }),
    slots: Type.Integer({ description: 'Of these nodes: jobs that may run at once' }),
    running: Type.Integer({
      description: 'Jobs that run on them; for orgadmin those of your organization, on any node',
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
  summary: 'The processes of this installation; orgadmins get counts only',
  output: ClusterNodes,
  leavesSession: true,
})

export const drainNode = endpoint({
  method: 'POST',
  path: '/api/nodes/:id/drain',
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Let a node claim no more jobs; those that run there end',
  params,
  output: ClusterNode,
})

export const resumeNode = endpoint({
  method: 'POST',
  path: '/api/nodes/:id/resume',
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Undo a drain: the node claims jobs again',
  params,
  output: ClusterNode,
})
