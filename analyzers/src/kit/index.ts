/** Everything that an analyzer or responder is written with. */

export {
  type CatalogueId,
  catalogue,
  catalogueIds,
  isTechnique,
  techniqueIds,
  techniqueOf,
  type Word,
} from '@assay/contract/findings'
export type { ConfigOf } from './configuration.ts'
export {
  defineAnalyzer,
  defineResponder,
  type Findings,
  type Outcome,
  type Output,
  type Runnable,
  type Target,
} from './define.ts'
export { type DefinitionDocument, definitionOf } from './definition.ts'
export { type Description, describeWorker } from './describe.ts'
export { Failure, fail, notApplicable } from './failure.ts'
export type { FeedMatch, FeedMatches, SearchedFeed } from './feed-matches.ts'
export { type Confidence, type Finding, finding, type Reason } from './finding.ts'
export {
  type Artifact,
  artifact,
  type Level,
  levels,
  type Taxonomy,
  taxonomy,
  worstLevel,
} from './findings.ts'
export type { Configuration, ItemSpec } from './items.ts'
export type { Job, RunContext } from './job.ts'
export { isSmallJson, jsonLimits } from './json-size.ts'
export { type FileObservable, isFile, type TextObservable } from './observable.ts'
export { type Operation, operations } from './operations.ts'
export { type ParsedFilesOptions, parsedFiles } from './parsed-files.ts'
export type { Resource, ResourceFile, ResourceLocation } from './resources.ts'
export { specialUseOf } from './special-names.ts'
export { type StarterContent, starterContent } from './starter-content.ts'
export { unusableFiles } from './unusable-files.ts'
