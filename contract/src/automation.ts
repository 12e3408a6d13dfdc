import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { object, orNull, Timestamp } from './values.ts'

const resource = 'rule'
const readers = ['analyze'] as const
const writers = ['orgadmin'] as const

/** Whether the rules of an organization act at all. */
export const Automation = object(
  {
    isPaused: Type.Boolean(),
    pausedAt: orNull(Timestamp),
    pausedBy: orNull(Type.String({ description: 'Login' })),
    needsSuperadmin: Type.Boolean({
      description: 'Paused because a backup was restored: a superadmin confirms it',
    }),
    active: Type.Integer({ description: 'Rules that are on' }),
    trial: Type.Integer(),
    stopped: Type.Integer(),
  },
  'Automation',
)
export type Automation = Static<typeof Automation>

const base = '/api/automation'

export const getAutomation = endpoint({
  method: 'GET',
  path: base,
  roles: readers,
  effect: 'read',
  resource,
  summary: 'Whether the rules of your organization are paused',
  output: Automation,
})

export const pauseAutomation = endpoint({
  method: 'POST',
  path: `${base}/pause`,
  roles: writers,
  effect: 'write',
  resource,
  summary: 'Pause all rules at once: planned steps and held jobs are canceled',
  output: Automation,
})

export const resumeAutomation = endpoint({
  method: 'POST',
  path: `${base}/resume`,
  roles: writers,
  effect: 'write',
  resource,
  summary: 'Resume the rules; what happened in the meantime is not acted on',
  output: Automation,
})

export const confirmRestoredRules = endpoint({
  method: 'POST',
  path: `${base}/_confirmRestored`,
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Resume the rules of all organizations after a backup was restored',
  output: object({ resumed: Type.Integer({ description: 'Organizations' }) }),
})
