import { type AnyEndpoint, contract } from '@assay/contract'

/** What a named API key may do of all that its user may. */
export interface KeyScope {
  readonly kind: 'all' | 'read' | 'run'
  /** Of `run`: the one analyzer or responder. */
  readonly workerId: string | undefined
}

// Whatever is not named here is refused: a new call is closed to narrow keys until somebody opens it.

/** Looks and changes nothing, and shows no credential. */
const readable = `
  currentUserV0 describe describeAll describeAllV1 describeV1 getUserV0
  listUsersV0 organisationStats searchByType searchUsersV0 statsOfMany userStats
  actionStats alertStats caseAsMisp caseAsStix analysisStats auditStats caseStats caseTemplateStats createStream currentUser currentUserV1 getAlert
  getAlertV1 getAnalyzer getAnalyzerConfig getAvatar getCase getCaseTemplate getCaseTemplateV1
  getActionRequired getAlertStatus getCaseStatus getGoneCase getCustomEvent getTimeline listTimeline getPage getPageTemplate getTag getTagV1 listPermissions listSharingProfiles listAuditV1 customFieldStats observableTypeStats pageStats getPattern getProcedure listCasePatterns getCaseV1 getComment getCortexAnalysis downloadAlertAttachment
  downloadCaseAttachment downloadObservableAttachment getCortexAnalyzer getCustomField getCustomFieldV1 getEngineAnalysis
  getEngineAnalyzer getFile getJob getInvestigation investigationAsMisp investigationAsStix investigationValuesAsMisp investigationValuesAsStix investigationRelations getList getListNames getLogV1 getObservable getObservableType
  getObservableTypeV1 getObservableV1 getOrganisation getOrganisationV1 getOrganization getProfile
  getProfileV1 getReport getResourceContent getResponder getResponderConfig getRetention getTask
  getTaskLog getTaskV1 getUser getUserV1 getValue getWebhook getZippedFile jobAsMisp jobAsStix
  jobEvents jobStatus jobSummaries previewRetention listAlerts
  listAllOrganizationsUsers listAnalyzerConfigs listAnalyzerDefinitions listAnalyzers
  listAnalyzersByType listArtifacts listAudit listCaseShares listCaseSharesV1 listLinks listLinksV1 listObservableShares
  listObservableSharesV1 listTaskShares listTaskSharesV1 listCaseTemplates listCaseTemplatesV1 listCases
  listCortexActions listCortexActionsOf listCortexActionsOfAlert listCortexAnalyzers
  listCortexAnalyzersOfType listCortexResponders listCustomFields listCustomFieldsV1
  listEngineActions listEngineActionsOf listEngineActionsOfAlert listEngineAnalyzers
  listEngineAnalyzersOfType listEngineResponders listFeedEntries listFeeds listInvestigations listJobs
  listLinkedCases listLinkedCasesV1 listMentions listMispModules listMispServers listNodes listObservableTypes listObservableTypesV1
  listObservables listObservablesLikeAlert listObservablesLikeCase listOrganisations
  listOrganisationsV1 listOrganizationAnalyzers listOrganizationResponders listOrganizationUsers
  listOrganizations listProfiles listProfilesV1 listResources listResponderConfigs
  listResponderDefinitions listResponders listRespondersByType listSimilarObservables listTags
  listTaskLogs listTasks listTasksV1 listThreatFeeds listUsers listWatches listWatchNews listWebhookDeliveries listWebhooks observableStats
  organizationEvents organizationStats pollStream queryV0 queryV1 searchAlerts
  searchAllOrganizationsUsers searchAnalyzers searchAudit searchCaseTasks searchEverything searchValues searchCaseTemplates
  searchCases searchCortexActions searchCortexAnalyses searchCortexResponders searchCustomFields
  searchEngineActions searchEngineAnalyses searchEngineResponders searchJobs searchObservableTypes
  searchObservables searchOrganisations searchOrganizationUsers searchOrganizations searchPages
  searchResponders searchTags searchTaskLogs searchTasks searchUsers similarFiles followedJobs tagStats taskLogStats
  taskStats customFieldUse profileStats searchProfiles dashboardStats getAnalyzerTemplate getAnalyzerTemplateContent getAnalyzerTemplateContentOf getDashboard
  listDashboards searchAnalyzerTemplates searchDashboards valueRelations valueStats valueVerdicts waitReport
`

/** Starts a job and follows it. */
const runnable = `
  currentUser getAnalyzer getResponder listAnalyzers listAnalyzersByType listResponders
  listRespondersByType runAnalyzer runResponder getJob getReport waitReport jobStatus listArtifacts
  similarFiles followedJobs jobAsMisp jobAsStix
`

/** Of these a key that names a worker may start only that one. */
const startsWorker = 'runAnalyzer runResponder'

/**
 * Closed to every named key: one that ends, or that leaked, must not make itself a successor. The
 * single key of a user may do all of it, as it always could.
 */
const credentials = `
  getKey renewKey setKey deleteKey setPassword changePassword createApiKey revokeApiKey
  resetSecondFactor startTotp confirmTotp removeTotp startPasskey addPasskey removePasskey
  renewRecoveryCodes setSecondFactorRule
`

const endpoints: Readonly<Record<string, AnyEndpoint>> = contract

const named = (names: string): ReadonlySet<AnyEndpoint> =>
  new Set(
    names
      .trim()
      .split(/\s+/)
      .map((name) => {
        const endpoint = endpoints[name]
        if (!endpoint) throw new Error(`There is no call ${name}`)
        return endpoint
      }),
  )

const calls = {
  read: named(readable),
  run: named(runnable),
  startsWorker: named(startsWorker),
  credentials: named(credentials),
}

export const callsOfScope = (kind: 'read' | 'run'): ReadonlySet<AnyEndpoint> => calls[kind]

/** The one place where a scope is asked. */
export function isInScope(
  { kind, workerId }: KeyScope,
  endpoint: AnyEndpoint,
  params: unknown,
): boolean {
  if (kind === 'all') return !calls.credentials.has(endpoint)
  if (!calls[kind].has(endpoint)) return false
  if (workerId === undefined || !calls.startsWorker.has(endpoint)) return true
  return (params as { id?: string }).id === workerId
}
