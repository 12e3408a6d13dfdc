import * as analyzerSets from './analyzer-sets.ts'
import * as apiKeys from './api-keys.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as automation from './automation.ts'
import * as feeds from './block-lists.ts'
import * as budgets from './budgets.ts'
import * as channels from './channels.ts'
import * as definitions from './definitions.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as investigations from './investigations.ts'
import * as jobDiff from './job-diff.ts'
import * as jobs from './jobs.ts'
import * as listViews from './list-views.ts'
import * as mentions from './mentions.ts'
import * as misp from './misp.ts'
import * as nodes from './nodes.ts'
import * as notices from './notices.ts'
import * as organizations from './organizations.ts'
import * as platform from './platform/index.ts'
import * as protection from './protection.ts'
import * as resources from './resources.ts'
import * as responderPolicies from './responder-policies.ts'
import * as responses from './responses.ts'
import * as retention from './retention.ts'
import * as ruleRuns from './rule-runs.ts'
import * as rules from './rules.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as setup from './setup.ts'
import * as system from './system.ts'
import * as threatFeeds from './threat-feeds.ts'
import * as users from './users.ts'
import * as verdicts from './verdicts/index.ts'
import * as watches from './watches.ts'
import * as workers from './workers.ts'

type EndpointsOf<M> = { [K in keyof M as M[K] extends AnyEndpoint ? K : never]: M[K] }

function endpointsOf<M extends object>(module: M): EndpointsOf<M> {
  const isEndpoint = (value: unknown) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value
  return Object.fromEntries(
    Object.entries(module).filter(([, value]) => isEndpoint(value)),
  ) as EndpointsOf<M>
}

/** Every call of the server, by name. */
export const contract = {
  ...endpointsOf(system),
  ...endpointsOf(auth),
  ...endpointsOf(setup),
  ...endpointsOf(organizations),
  ...endpointsOf(users),
  ...endpointsOf(apiKeys),
  ...endpointsOf(secondFactor),
  ...endpointsOf(audit),
  ...endpointsOf(definitions),
  ...endpointsOf(workers),
  ...endpointsOf(analyzerSets),
  ...endpointsOf(budgets),
  ...endpointsOf(channels),
  ...endpointsOf(responderPolicies),
  ...endpointsOf(protection),
  ...endpointsOf(responses),
  ...endpointsOf(jobs),
  ...endpointsOf(jobDiff),
  ...endpointsOf(misp),
  ...endpointsOf(events),
  ...endpointsOf(feeds),
  ...endpointsOf(resources),
  ...endpointsOf(threatFeeds),
  ...endpointsOf(nodes),
  ...endpointsOf(retention),
  ...endpointsOf(platform),
  ...endpointsOf(verdicts),
  ...endpointsOf(search),
  ...endpointsOf(investigations),
  ...endpointsOf(watches),
  ...endpointsOf(mentions),
  ...endpointsOf(notices),
  ...endpointsOf(listViews),
  ...endpointsOf(rules),
  ...endpointsOf(automation),
  ...endpointsOf(ruleRuns),
}

export { AnalyzerSet, maxAnalyzerSets } from './analyzer-sets.ts'
export { ApiKey, agentDefaults, maxJobsPerDay, maxKeyWorkers } from './api-keys.ts'
export { AuditEntry } from './audit.ts'
export { Automation } from './automation.ts'
export { Feed, FeedEntry } from './block-lists.ts'
export {
  Budget,
  BudgetWindow,
  budgetStates,
  budgetUnits,
  maxBudgetCost,
  maxBudgets,
  maxBudgetWindows,
  whenFullChoices,
} from './budgets.ts'
export * from './builtin-name.ts'
export { Channel, ChannelDelivery, ChannelTest, maxChannels } from './channels.ts'
export * from './client.ts'
export * from './clock-kinds.ts'
export * from './csv.ts'
export * from './decision-rules.ts'
export {
  BaseConfig,
  type CatalogueEntry,
  ConfigurationItem,
  InputItem,
  inputFormats,
  inputPrefills,
  WorkerDefinition,
} from './definitions.ts'
export * from './desk-kinds.ts'
export * from './detect/index.ts'
export * from './effect.ts'
export * from './endpoint.ts'
export { JobEvent, OrganizationEvent } from './events.ts'
export * from './files.ts'
export * from './findings/sentence.ts'
export {
  Investigation,
  InvestigationDetail,
  InvestigationJob,
  InvestigationRelations,
  type InvestigationState,
  InvestigationTally,
  InvestigationValue,
  investigationStates,
  maxInvestigationName,
  maxInvestigationValues,
} from './investigations.ts'
export { DiffField, JobDiff } from './job-diff.ts'
export * from './job-statuses.ts'
export {
  Artifact,
  Attachment,
  FollowedJob,
  Job,
  JobDetail,
  type JobOutcome,
  JobProgress,
  JobStatus,
  JobSummary,
  JobWaits,
  JobWithReport,
  Taxonomy,
  WorkerHealth,
} from './jobs.ts'
export { ListView, maxListViews } from './list-views.ts'
export { Mention } from './mentions.ts'
export { ClusterNode, ClusterNodes } from './nodes.ts'
export * from './not-applicable.ts'
export * from './notice-kinds.ts'
export {
  MailTexts,
  Notice,
  NoticeParameters,
  NoticeSettings,
  OutgoingMessage,
  Unread,
} from './notices.ts'
export { inOrder, openapiDocument } from './openapi.ts'
export { Organization, OrganizationStatus } from './organizations.ts'
export * from './passwords.ts'
export { CortexAction, EngineAction } from './platform/actions.ts'
export { MergePreview } from './platform/alerts.ts'
export { CortexAnalysis, EngineAnalysis } from './platform/analyses.ts'
export {
  AnalyzerTemplateV0,
  AnalyzerTemplateV1,
  type ReportType,
  reportTypes,
} from './platform/analyzer-templates.ts'
export { AttachmentV1 } from './platform/attachments.ts'
export { ImportedCase } from './platform/case-archives.ts'
export { CaseTemplateV0, CaseTemplateV1 } from './platform/case-templates.ts'
export { GoneCase } from './platform/cases.ts'
export {
  CaseClock,
  CaseClocks,
  ClockPolicy,
  maxClockPolicies,
} from './platform/clocks.ts'
export { CommentV1 } from './platform/comments.ts'
export { type Namespace, namespaceNames, namespaces } from './platform/connector.ts'
export { CustomFieldV0, CustomFieldV1 } from './platform/custom-fields.ts'
export { DashboardV0, DashboardV1, dashboardStatuses } from './platform/dashboards.ts'
export { Description } from './platform/describe.ts'
export { Desk, DeskOutcomes, DeskTimes } from './platform/desk.ts'
export { ChangeEvent } from './platform/events.ts'
export {
  type MailAuth,
  Mailbox,
  type MailboxReply,
  type MailboxState,
  MailboxTest,
  MailMessage,
  MailReport,
  type MailState,
  type MailTake,
  mailAuths,
  mailboxReplies,
  mailboxStates,
  mailStates,
  mailTakes,
  maxMailboxes,
} from './platform/mail.ts'
export { MispImport } from './platform/misp.ts'
export * from './platform/object-types.ts'
export * from './platform/objects.ts'
export { ObservableType, ObservableTypeV1 } from './platform/observable-types.ts'
export { OrganisationV0, OrganisationV1 } from './platform/organisations.ts'
export { PageTemplateV1, PageV0, PageV1 } from './platform/pages.ts'
export { PatternV1, ProcedureV1 } from './platform/procedures.ts'
export { ProfileV0, ProfileV1 } from './platform/profiles.ts'
export { maxRowsAtOnce, QueryResult, SimilarAlert, SimilarCase } from './platform/queries.ts'
export {
  maxReportSections,
  maxReportTemplates,
  maxStoredReports,
  ReportDraft,
  ReportFacts,
  type ReportLanguage,
  ReportSection,
  ReportTemplate,
  reportLanguages,
  StoredReport,
} from './platform/reports.ts'
export { ShareForm, ShareV0, ShareV1 } from './platform/shares.ts'
export { AlertStatusV1, alertStages, CaseStatusV1, caseStages } from './platform/statuses.ts'
export { TagV0, TagV1 } from './platform/tags.ts'
export {
  CustomEventV1,
  StoryEntry,
  type StoryKind,
  StoryValue,
  TimelineEvent,
} from './platform/timeline.ts'
export { UserV1 } from './platform/users.ts'
export { UserV0 } from './platform/users-v0.ts'
export { Webhook, WebhookDelivery } from './platform/webhooks.ts'
export {
  maxCheckedValues,
  maxProtectedValues,
  type ProtectedKind,
  ProtectedValue,
  ProtectionCheck,
  protectedKinds,
} from './protection.ts'
export { type RelationKind, relationKinds } from './relation-kinds.ts'
export { Resource, resourceSources } from './resources.ts'
export { approvalRules, ResponderPolicy, responderEffects } from './responder-policies.ts'
export {
  GuardedResponse,
  maxResponseReason,
  maxShownTargets,
  minResponseReason,
  type ResponseState,
  responseStates,
  type UndoState,
  undoStates,
} from './responses.ts'
export { Retention, RetentionPreview } from './retention.ts'
export { RuleCredit } from './rule-credit.ts'
export * from './rule-parts.ts'
export { RuleRun, RuleRunDetail, RuleRunStep } from './rule-runs.ts'
export {
  Rule,
  RuleExplanation,
  RuleExplanations,
  RuleObject,
  RulePreset,
  RuleSentence,
  RuleTrial,
  RuleVersion,
} from './rules.ts'
export {
  AlertHit,
  CaseHit,
  InvestigationHit,
  JobHit,
  type SearchKind,
  SearchResult,
  searchKinds,
  TaskHit,
} from './search.ts'
export { Passkey, SecondFactor, SecondFactorRule } from './second-factor.ts'
export { isSecretItem } from './secret-names.ts'
export { badgeSentence, cleanText, knownBadge, type Told } from './sentences.ts'
export { DemoUser } from './system.ts'
export { feedFormats, feedLevels, ThreatFeed } from './threat-feeds.ts'
export { User, UserStatus } from './users.ts'
export * from './values.ts'
export {
  AnalystVerdict,
  Decision,
  Headline,
  type KnownLevel,
  KnownValue,
  knownLevels,
  ListedValue,
  maxListed,
  maxTouched,
  Reason,
  ReasonSentence,
  RelationEdge,
  RelationNode,
  RunCause,
  Sighting,
  ValueAnswer,
  ValueBar,
  ValueChange,
  ValueDetail,
  ValueFilter,
  ValueHistory,
  ValueImpact,
  type ValueList,
  ValueName,
  ValueRelations,
  ValueRun,
  ValueTotal,
  ValueVerdict,
  type VerdictLevel,
  verdictLevels,
  WatchEvery,
} from './verdicts/index.ts'
export { maxWatches, Watch, WatchNews, watchNewsKinds } from './watches.ts'
export { Quota, RateUnit, Worker } from './workers.ts'
