import { readFileSync } from 'node:fs'
import tls from 'node:tls'

/** One more authority, for the calls of this process only. */
export function trust(caFile: string | undefined): void {
  if (caFile === undefined) return
  try {
    const own = readFileSync(caFile, 'utf8')
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), own])
  } catch (error) {
    throw new Error(`--ca-file: cannot use ${caFile}: ${(error as Error).message}`)
  }
}
