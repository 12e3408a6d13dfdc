import { fileURLToPath } from 'node:url'

/**
 * Compiled rules of all servers of all tests: each would compile them for more than a second. It stays
 * for the next run; what rules or engine another one has is under another name.
 */
export const keptRules = {
  XDG_CACHE_HOME: fileURLToPath(new URL('../../node_modules/.cache/assay-rules', import.meta.url)),
}
