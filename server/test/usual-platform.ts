import type { Deps } from '../src/deps.ts'
import { makeMailReader } from '../src/platform/mail/read-aside.ts'
import { type Platform, startPlatform } from '../src/platform/platform.ts'

const { read } = makeMailReader()

/** It reads mails in threads that outlive it: to start one for each test takes longer than the test. */
export const startUsualPlatform = (deps: Deps): Promise<Platform> =>
  startPlatform(deps, { read, stop: async () => undefined })
