import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { EngineDeps } from '../deps.ts'
import { isAnyResource } from './store.ts'

const everyMs = 60 * 60_000

/** Local copies of deleted uploads are removed. */
export const startResourceSweep = ({ background, db, resourceCache }: EngineDeps): Working =>
  startSweep(background, {
    name: 'copies of uploads',
    everyMs,
    async step() {
      await resourceCache.sweep((sha256) => isAnyResource(db, sha256))
      return false
    },
  })
