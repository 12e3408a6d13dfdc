import type { CaaRecord, MxRecord } from 'node:dns'
import { fail, type Job } from '../kit/index.ts'
import { openResolver } from '../kit/outgoing.ts'

const queryTimeout = 2_000
const tries = 2
/** For the whole job: a chain of SPF records at a slow server would take minutes. */
const wholeTimeout = 20_000
export const maxRecords = 100

/** Records of a name. A name that is not there has none; a server that fails is reported. */
export interface Ask {
  a(name: string): Promise<string[]>
  aaaa(name: string): Promise<string[]>
  mx(name: string): Promise<MxRecord[]>
  ns(name: string): Promise<string[]>
  txt(name: string): Promise<string[]>
  caa(name: string): Promise<CaaRecord[]>
  ptr(address: string): Promise<string[]>
  stop(): void
}

const nothingThere = new Set(['ENOTFOUND', 'ENODATA'])

export function askNameServers(
  servers: readonly string[],
  way: Pick<Job<unknown>, 'privateTargets'>,
): Ask {
  const resolver = openResolver(servers, way, { timeout: queryTimeout, tries })
  const timer = setTimeout(() => resolver.cancel(), wholeTimeout)
  const records = async <T>(name: string, query: Promise<T[]>): Promise<T[]> => {
    try {
      return (await query).slice(0, maxRecords)
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      if (nothingThere.has(code)) return []
      return fail(`Name servers failed for ${name}: ${reasons[code] ?? code}`)
    }
  }
  return {
    a: (name) => records(name, resolver.resolve4(name)),
    aaaa: (name) => records(name, resolver.resolve6(name)),
    mx: (name) => records(name, resolver.resolveMx(name)),
    ns: (name) => records(name, resolver.resolveNs(name)),
    txt: async (name) =>
      (await records(name, resolver.resolveTxt(name))).map((parts) => parts.join('')),
    caa: (name) => records(name, resolver.resolveCaa(name)),
    ptr: (address) => records(address, resolver.reverse(address)),
    stop: () => clearTimeout(timer),
  }
}

const reasons: Readonly<Record<string, string>> = {
  ETIMEOUT: `no response within ${queryTimeout / 1000} s`,
  ECANCELLED: `lookups took longer than ${wholeTimeout / 1000} s`,
  ESERVFAIL: 'server failure',
  EREFUSED: 'query refused',
  ECONNREFUSED: 'server unreachable',
  EBADNAME: 'malformed name',
  EBADRESP: 'malformed response',
}
