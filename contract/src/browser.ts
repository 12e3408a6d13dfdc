/**
 * The contract as the page gets it, by the `browser` condition of this package's `exports`. The
 * server checks input, the page only sends it: it needs paths and methods, and of the schemas their
 * types. Without the schemas and their library the first load is 26 of 154 kB smaller. The setup
 * writes `dist/routes.ts` (see `build/`).
 *
 * Each name here is one of `index.ts`, which tests and programs outside a browser get.
 */
export { routes as contract } from '../dist/routes.ts'
export * from './builtin-name.ts'
export * from './client.ts'
export * from './clock-kinds.ts'
export * from './csv.ts'
export * from './decision-rules.ts'
export * from './desk-kinds.ts'
export * from './detect/index.ts'
export * from './findings/sentence.ts'
export type * from './index.ts'
export * from './job-statuses.ts'
export * from './not-applicable.ts'
export * from './notice-kinds.ts'
export * from './passwords.ts'
export * from './platform/object-types.ts'
export * from './relation-kinds.ts'
export * from './rule-parts.ts'
export * from './secret-names.ts'
export * from './sentences.ts'
