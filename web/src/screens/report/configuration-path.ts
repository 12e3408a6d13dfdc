import type { Job } from '@assay/contract'
import { path } from '../../base/routing/match.ts'

/** Where the worker of a job is configured. */
export const configurationPath = ({ organization, type, workerId }: Job) =>
  path`/org/${organization}/${type === 'responder' ? 'responders' : 'analyzers'}` +
  `?${new URLSearchParams({ edit: workerId })}`
