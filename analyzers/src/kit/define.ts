import { type ConfigOf, readConfiguration } from './configuration.ts'
import { type Description, describeWorker } from './describe.ts'
import { Failure, fail, NotApplicable } from './failure.ts'
import { badgesOf, type Finding, type Reason } from './finding.ts'
import { type Artifact, type Taxonomy, worstLevel } from './findings.ts'
import type { Configuration } from './items.ts'
import { asObject, type Job, makeJob, type RunContext } from './job.ts'
import { type FileObservable, isFile, type ObservableOf, readObservable } from './observable.ts'
import type { Operation } from './operations.ts'

/** What an analyzer answers. */
export interface Findings {
  readonly taxonomies: readonly Taxonomy[]
  /** Of the badges of findings where there are no others. */
  readonly namespace?: string
  /**
   * Why it is judged so. Each becomes a badge in addition to `taxonomies`, and a sentence in
   * `full`.
   */
  readonly findings?: readonly Finding[]
  /** Everything, for people and programs that want more than the badges. Plain JSON. */
  readonly full: Readonly<Record<string, unknown>>
  /** Why it could not judge this time, such as "there are no lists". Facts may still be reported. */
  readonly notJudged?: string
  readonly artifacts?: readonly Artifact[]
  readonly operations?: readonly Operation[]
}

/** What a responder answers. */
export interface Outcome {
  /** One sentence: what was done. */
  readonly message: string
  readonly full?: Readonly<Record<string, unknown>>
  readonly operations?: readonly Operation[]
}

/** The document that the engine reads as `output.json`. */
export type Output =
  | {
      readonly success: true
      readonly summary?: { readonly taxonomies: readonly Taxonomy[] }
      readonly artifacts?: readonly Artifact[]
      readonly operations: readonly Operation[]
      readonly full: Readonly<Record<string, unknown>>
    }
  | {
      readonly success: false
      readonly errorMessage: string
      readonly notApplicable?: NotApplicable['kind']
    }

/** A description with its code. It is run by the engine, by `assay scan` and by tests alike. */
export interface Runnable extends Description {
  readonly type: 'analyzer' | 'responder'
  /** Never throws: what goes wrong is a readable failure. */
  execute(input: Readonly<Record<string, unknown>>, context: RunContext): Promise<Output>
}

type Parts<T extends string, C extends Configuration> = Parameters<typeof describeWorker<T, C>>[0]

export function defineAnalyzer<
  const T extends string,
  const C extends Configuration = Record<never, never>,
>(
  parts: Parts<T, C> & {
    run(observable: ObservableOf<T>, job: Job<ConfigOf<C>>): Findings | Promise<Findings>
  },
): Runnable {
  const { run, ...described } = parts
  const description = describeWorker<T, C>(described as Parts<T, C>)
  return runnable('analyzer', description, async (input, job, context) => {
    const observable = readObservable(input, () => context.folder)
    const found = await run(supported(description, observable), job)
    const { taxonomies, full: told } = judged(found)
    const full = { ...told, ...notJudged(description, observable.dataType, found, taxonomies) }
    return {
      success: true,
      summary: { taxonomies },
      artifacts: artifactsOf(found.artifacts ?? [], job.tlp),
      operations: found.operations ?? [],
      full,
    }
  })
}

/** The badges, a sentence for each that judges, and the verdict: the worst of the badges. */
function judged({ taxonomies: given, findings, full, namespace: named = '' }: Findings) {
  const namespace = given[0]?.namespace ?? named
  const key = ({ level, predicate, value }: Taxonomy) => `${level} ${predicate} ${value}`
  const shown = new Set(given.map(key))
  const badges = badgesOf(findings ?? [], namespace).filter((badge) => !shown.has(key(badge)))
  const taxonomies = [...given, ...badges]
  // No result: the input was not for this analyzer.
  if (taxonomies.length === 0) return { taxonomies, full }
  const told = Array.isArray(full.findings) ? (full.findings as readonly Reason[]) : []
  const said = new Set([...(findings ?? []), ...told].map((one) => `${one.predicate} ${one.value}`))
  // Analyzers of other people give badges alone: each that judges is a reason, if one without a sentence.
  const untold = given
    .filter(({ level, predicate, value }) => level !== 'info' && !said.has(`${predicate} ${value}`))
    .map(({ level, predicate, value }) => ({
      level,
      predicate,
      value: String(value),
      explanation: '',
    }))
  const all = [...(findings ?? []), ...told, ...untold]
  return {
    taxonomies,
    full: {
      ...full,
      ...(all.length > 0 || findings || 'findings' in full ? { findings: all } : {}),
      verdict: worstLevel(taxonomies),
    },
  }
}

/** Nothing bad was found because nothing was examined: a summary must know. */
function notJudged(
  { judges }: Description,
  dataType: string,
  { notJudged: reason }: Findings,
  taxonomies: readonly Taxonomy[],
): { notJudged?: string } {
  if (worstLevel(taxonomies) !== 'info') return {}
  if (reason !== undefined) return { notJudged: reason }
  // What it skipped silently shows that by itself.
  const isOwn = judges.some((type) => synonym(type) === synonym(dataType))
  return isOwn || taxonomies.length === 0 ? {} : { notJudged: 'reports facts only' }
}

/** What a responder acts on: a case, an alert, a task, an observable of the platform. */
export interface Target<T extends string = string> {
  readonly dataType: T
  readonly data: Readonly<Record<string, unknown>>
}

export function defineResponder<
  const T extends string,
  const C extends Configuration = Record<never, never>,
>(
  parts: Parts<T, C> & {
    run(target: Target<T>, job: Job<ConfigOf<C>>): Outcome | Promise<Outcome>
  },
): Runnable {
  const { run, ...described } = parts
  const description = describeWorker<T, C>(described as Parts<T, C>)
  return runnable('responder', description, async (input, job) => {
    const target = { dataType: input.dataType as T, data: asObject(input.data) }
    const { message, full, operations } = await run(target, job)
    return { success: true, operations: operations ?? [], full: { message, ...full } }
  })
}

function runnable<T extends string, C extends Configuration>(
  type: Runnable['type'],
  description: Description<T, C>,
  work: (
    input: Readonly<Record<string, unknown>>,
    job: Job<ConfigOf<C>>,
    context: RunContext,
  ) => Promise<Output>,
): Runnable {
  return {
    ...description,
    type,
    async execute(input, context) {
      try {
        if (description.needsNetwork && !context.mayUseNetwork)
          fail("Network access blocked by the job's TLP or PAP, or by settings")
        const config = readConfiguration(
          description.configuration,
          asObject(input.config),
          context.resources,
        )
        return await work(input, makeJob(input, config, context), context)
      } catch (error) {
        if (error instanceof NotApplicable)
          return { success: false, errorMessage: error.message, notApplicable: error.kind }
        if (error instanceof Failure) return { success: false, errorMessage: error.message }
        // A bug here, or a sample that a library did not expect: the stack is for the log.
        context.print(error instanceof Error ? (error.stack ?? error.message) : String(error))
        // A library that was given a resource may quote it.
        if (Object.keys(context.resources ?? {}).length > 0)
          return { success: false, errorMessage: 'Unexpected Error: see the server log' }
        const reason = error instanceof Error ? error.message : String(error)
        return { success: false, errorMessage: `Unexpected Error: ${reason.slice(0, 2000)}` }
      }
    },
  }
}

/** An organization may enable a worker for other types than its author thought of. */
function supported<T extends string>(
  { name, dataTypes }: Description<T>,
  observable: FileObservable | { dataType: string },
): ObservableOf<T> {
  const type = isFile(observable) ? 'file' : synonym(observable.dataType)
  const known = dataTypes.find((dataType) => synonym(dataType) === type)
  if (known === undefined)
    fail(`${name} does not support type ${observable.dataType}, only ${dataTypes.join(', ')}`)
  return observable as ObservableOf<T>
}

/** Both spellings are in use: mail_subject and mail-subject. */
const synonym = (dataType: string) => dataType.replaceAll('_', '-')

/** Each becomes a row in the database; the engine stops at the same number. */
const maxArtifacts = 10_000

/** Found in a RED observable, an artifact is RED: the default of the protocol would be AMBER. */
function artifactsOf(found: readonly Artifact[], tlp: number): Artifact[] {
  const different = new Map<string, Artifact>()
  for (const entry of found) {
    if (different.size >= maxArtifacts) break
    const key = `${entry.dataType}\n${'file' in entry ? entry.file : entry.data}`
    if (!different.has(key)) different.set(key, { tlp, ...entry })
  }
  return [...different.values()]
}
