import { startPlatform } from '../../src/platform/platform.ts'
import type { TestDatabases } from '../databases.ts'
import { makeApp, type Options, type TestApp } from '../setup.ts'

/** The whole server with the platform, without a port and without an engine. */
export const makePlatformApp = (
  open: TestDatabases['open'],
  options: Options = {},
): Promise<TestApp> => makeApp(open, { startPlatform, ...options })
