import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type PrivateTarget, parsePrivateTarget } from '@assay/contract/detect'
import type { FeedMatches } from './feed-matches.ts'
import type { ArtifactExtras, FileArtifact } from './findings.ts'
import type { ResourceLocation } from './resources.ts'

/** What the thread gives to a built-in; the same for `runAnalyzer` and `assay scan`. */
export interface RunContext {
  /** Job folder with `input/` and `output/`. Only needed when a file is read or written. */
  readonly folder: string
  readonly mayUseNetwork: boolean
  /**
   * What the references in the configuration stand for, resolved by the caller that starts the job.
   */
  readonly resources?: Readonly<Record<string, ResourceLocation>>
  /** What the operator lets them reach although it is private; never from a configuration. */
  readonly privateTargets: readonly string[]
  /** What threat feeds say; empty when run without an engine. */
  readonly feeds?: FeedMatches
  /** Of this account: what took long to make is kept there for the next start. */
  readonly cacheFolder?: string
  print(line: string): void
}

/** Everything about the job except the observable. */
export interface Job<Config> {
  readonly config: Config
  readonly tlp: number
  readonly pap: number
  readonly message: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly mayUseNetwork: boolean
  readonly privateTargets: readonly PrivateTarget[]
  readonly proxy: { readonly http?: string; readonly https?: string }
  /** Certificate authorities to trust in addition to the system's, in PEM. */
  readonly certificates: string | undefined
  /** What threat feeds say about the observable; none unless the description requests it. */
  readonly feeds: FeedMatches
  /** Where what took long to make may be kept, if anywhere; what lies there is checked before it is used. */
  readonly cacheFolder: string | undefined
  /** A line for the people who look for the cause of a failure; it is not in the report. */
  print(line: string): void
  /** Writes an extracted file (an attachment, an unpacked file) next to the report. */
  fileArtifact(
    filename: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    extras?: ArtifactExtras & Pick<FileArtifact, 'contentType' | 'path'>,
  ): Promise<FileArtifact>
}

type Values = Readonly<Record<string, unknown>>

export function makeJob<Config>(input: Values, config: Config, context: RunContext): Job<Config> {
  const given = asObject(input.config)
  const proxy = asObject(given.proxy)
  return {
    config,
    tlp: level(input.tlp),
    pap: level(input.pap),
    message: text(input.message) ?? '',
    parameters: asObject(input.parameters),
    mayUseNetwork: context.mayUseNetwork,
    privateTargets: context.privateTargets
      .map(parsePrivateTarget)
      .filter((target) => target !== undefined),
    proxy: {
      ...(text(proxy.http) ? { http: text(proxy.http) as string } : {}),
      ...(text(proxy.https) ? { https: text(proxy.https) as string } : {}),
    },
    certificates: text(given.cacerts),
    feeds: context.feeds ?? { now: 0, feeds: [], matches: [] },
    cacheFolder: context.cacheFolder,
    print: (line) => context.print(line),
    async fileArtifact(filename, content, extras = {}) {
      // The name on disk is ours: that of an attachment may be `../x` or 300 bytes long.
      const file = `artifact${randomBytes(8).toString('hex')}`
      const source = content instanceof Uint8Array ? Readable.from([content]) : content
      const path = join(context.folder, 'output', file)
      await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      return { dataType: 'file', file, filename: filename || 'file', ...extras }
    },
  }
}

export const asObject = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** AMBER where none is given, as for every program of the protocol. */
const level = (value: unknown) => (typeof value === 'number' ? value : 2)
