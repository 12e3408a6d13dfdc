import type { Entry } from './entry.ts'
export const damaged = (_: readonly Entry[]): Entry[] => []
