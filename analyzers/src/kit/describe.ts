import type { Configuration } from './items.ts'

/** In each language of the page. */
export type Words = Readonly<Record<'en' | 'fr', string>>

/** How the page shows a report; one of another form is shown field by field. */
export type PanelForm =
  | 'address'
  | 'archive'
  | 'certificate'
  | 'dns'
  | 'document'
  | 'domain'
  | 'file'
  | 'hash'
  | 'mail'
  | 'program'
  | 'registration'
  | 'script'
  | 'url'

/** A harmless file that has something to find in it. */
export interface SampleFile {
  readonly filename: string
  readonly contentType: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/** What is known about an analyzer or responder before any of its code is loaded. */
export interface Description<T extends string = string, C extends Configuration = Configuration> {
  readonly name: string
  /** What people call it. */
  readonly title: Words
  /** The question that it answers; of a responder what it does. */
  readonly question: Words
  readonly version: string
  readonly description: string
  readonly dataTypes: readonly T[]
  readonly configuration: C
  /**
   * It queries an external service: refused where TLP, PAP or the settings forbid that, and off by
   * default.
   */
  readonly needsNetwork: boolean
  /**
   * The types that it judges: for them, that nothing was found means that it looked for harm. Of the others
   * it only states facts, and `assay scan` does not call them "nothing found". All, if not said.
   */
  readonly judges: readonly T[]
  /** The engine looks the observable up in the threat feeds of the organization first. */
  readonly asksFeeds: boolean
  /** Its findings come from lists of the organization itself, which outweigh all others. */
  readonly isOwnList: boolean
  /**
   * What the engine keeps in addition to the report: similarity hashes of a file, an entry of a block list.
   */
  readonly keeps?: 'likeness' | 'blockList'
  /** Fields of its report in which senders write the passwords of archives that they send along. */
  readonly passwordsIn: readonly string[]
  readonly panel?: PanelForm
  /** A file to try it with. Loaded on demand: the page reads all descriptions at its start. */
  readonly sample?: () => Promise<{ readonly sample: SampleFile }>
  readonly author: string
  readonly url: string
  readonly license: string
  /** Fixed by the author; lies below what the organization configures, such as `check_tlp`. */
  readonly config: Readonly<Record<string, unknown>>
}

export type Described<T extends string, C extends Configuration> = Pick<
  Description<T, C>,
  'name' | 'title' | 'question' | 'description' | 'dataTypes'
> &
  Partial<Omit<Description<T, C>, 'configuration' | 'judges'>> & {
    readonly configuration?: C
    readonly judges?: readonly NoInfer<T>[]
  }

/**
 * The light half of an analyzer: it imports no library, so a catalog of all of them costs nothing
 * and the page can read it. `defineAnalyzer({ ...description, run })` adds the other half.
 */
export const describeWorker = <
  const T extends string,
  const C extends Configuration = Record<never, never>,
>(
  described: Described<T, C>,
): Description<T, C> => ({
  version: '1.0',
  needsNetwork: false,
  judges: described.dataTypes,
  asksFeeds: false,
  isOwnList: false,
  passwordsIn: [],
  author: 'Assay',
  url: '',
  license: 'Apache-2.0',
  config: {},
  configuration: {} as C,
  ...described,
})

/** Everything that a platform lets a responder act on. */
export const targetTypes = [
  'thehive:case',
  'thehive:case_artifact',
  'thehive:alert',
  'thehive:case_task',
  'thehive:case_task_log',
] as const
