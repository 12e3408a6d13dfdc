import type { TestDatabases } from '../databases.ts'
import { makeApp, type Options, type TestApp } from '../setup.ts'
import { startUsualPlatform } from '../usual-platform.ts'

/** The whole server with the platform, without a port and without an engine. */
export const makePlatformApp = (
  open: TestDatabases['open'],
  options: Options = {},
): Promise<TestApp> => makeApp(open, { startPlatform: startUsualPlatform, ...options })

interface Links {
  readonly caseLinks: Record<string, unknown>[]
  readonly externalLinks: Record<string, unknown>[]
}

/** What a case is linked with, as a client of TheHive 5 asks for it. */
export async function linksOf(
  app: TestApp,
  idOrName: string,
  person: Parameters<TestApp['as']>[0] = 'read',
): Promise<Links> {
  const page = { _name: 'page', from: 0, to: 1, extraData: ['links'] }
  const query = [{ _name: 'getCase', idOrName }, page]
  const [row] = (await app.as(person).queryV1({ query })) as { extraData: { links: Links } }[]
  return row?.extraData.links ?? { caseLinks: [], externalLinks: [] }
}
