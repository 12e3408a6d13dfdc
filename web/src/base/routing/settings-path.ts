import { path } from './match.ts'

type Kind = 'analyzer' | 'responder'

/** Where analyzers or responders are switched on. */
export const workersPath = (type: Kind): string => `/settings/${type}s`

/** Where one of them is set, by its id or that of its definition. */
export const workerPath = (type: Kind, id: string): string => `${workersPath(type)}${path`/${id}`}`

/** An organization, as who keeps the platform sees it. */
export const organizationPath = (id: string): string => path`/settings/organizations/${id}`
