import type { Working } from '../background/background.ts'
import type { Deps } from '../deps.ts'
import type { Route } from '../http/route.ts'
import type { NewOrganization } from '../identity/organizations/change.ts'
import { repeatable } from '../storage/rows/prepared.ts'
import { actionStarts } from './actions/dispatch.ts'
import { trackActions } from './actions/finish.ts'
import { actionRoutes } from './actions/routes.ts'
import { promotionRoutes } from './alerts/promotion-routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { analysisStarts } from './analyses/analyze.ts'
import { trackAnalyses } from './analyses/finish.ts'
import { analysisRoutes } from './analyses/routes.ts'
import { analyzerTemplateRoutes } from './analyzer-templates/routes.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { startAutomation } from './automation/automation.ts'
import { automationRoutes } from './automation/routes.ts'
import { caseArchiveRoutes } from './case-archives/routes.ts'
import { caseLinkRoutes } from './case-links/routes.ts'
import { caseTemplateRoutes } from './case-templates/routes.ts'
import { caseRoutes } from './cases/routes.ts'
import { clockRoutes } from './clocks/routes.ts'
import { clockWork } from './clocks/tell.ts'
import { commentRoutes, mentionRoutes } from './comments/routes.ts'
import { customFieldRoutes } from './custom-fields/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import type { PlatformDeps } from './deps.ts'
import { deskRoutes } from './desk/routes.ts'
import { makeEngines } from './engines/engines.ts'
import type { ConnectorStatus } from './engines/health.ts'
import { listRoutes } from './lists/routes.ts'
import { type MailReader, makeMailReader } from './mail/read-aside.ts'
import { mailRoutes } from './mail/upload.ts'
import { mailboxWork } from './mailboxes/fetch.ts'
import { mailWork, startMailSweep } from './mailboxes/process.ts'
import { mailboxRoutes } from './mailboxes/routes.ts'
import { startMispPulls } from './misp/pull.ts'
import { mispRoutes } from './misp/routes.ts'
import { observableTypeRoutes } from './observable-types/routes.ts'
import { observableRoutes } from './observables/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { patternRoutes } from './patterns/routes.ts'
import { procedureRoutes } from './procedures/routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { analysisSearchRoutes } from './query/analysis-search.ts'
import { customFieldUse } from './query/custom-field-use.ts'
import { describeRoutes } from './query/describe.ts'
import { queryRoutes } from './query/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { linkRoutes, shareRoutes } from './shares/routes.ts'
import { statusRoutes } from './statuses/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { actionRequiredRoutes, logRoutes, taskRoutes } from './tasks/routes.ts'
import { timelineRoutes } from './timeline/routes.ts'
import { startsWork } from './tracking/interrupted.ts'
import { startTracker } from './tracking/track.ts'
import { userRoutes } from './users/routes.ts'
import { userRoutesV0 } from './users/routes-v0.ts'
import { startDeliveries } from './webhooks/deliver.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { sealStoredUrls } from './webhooks/urls.ts'

export interface Platform {
  routes(route: Route, hooks?: NewOrganization): void
  /** What was last seen of the engine servers; empty before the first look. */
  connectorStatus(): Partial<ConnectorStatus>
  /** Asks engines and sends webhooks. Until then only calls are answered. */
  begin(): Promise<void>
  stop(): Promise<void>
}

/** A platform that has begun. */
export async function startPlatform(deps: Deps, mailReader?: MailReader): Promise<Platform> {
  const platform = preparePlatform(deps, mailReader)
  await platform.begin()
  return platform
}

/** Everything that answers calls; a start that fails after this has sent nothing. */
export function preparePlatform(deps: Deps, mailReader = makeMailReader()): Platform {
  const platformDeps: PlatformDeps = { ...deps, engines: makeEngines(deps) }
  let mailboxes: Working | undefined
  let pulls: Working | undefined
  let tracker: Working | undefined
  let starts: Working | undefined
  let deliveries: Working | undefined
  let automation: Working | undefined
  let clocks: Working | undefined
  const wakeTracker = () => tracker?.wake()
  return {
    routes(route, hooks = {}) {
      alertRoutes(route, platformDeps)
      promotionRoutes(route, platformDeps)
      caseRoutes(route, platformDeps)
      caseArchiveRoutes(route, platformDeps)
      clockRoutes(route, platformDeps)
      deskRoutes(route, platformDeps)
      caseLinkRoutes(route, platformDeps)
      reportRoutes(route, platformDeps)
      caseTemplateRoutes(route, platformDeps)
      customFieldRoutes(route, platformDeps, (caller, field) =>
        customFieldUse(platformDeps, caller, field),
      )
      actionRoutes(route, platformDeps, wakeTracker)
      analysisRoutes(route, platformDeps, wakeTracker)
      mailRoutes(route, platformDeps, mailReader)
      mailboxRoutes(route, platformDeps, () => mailboxes?.wake())
      mispRoutes(route, platformDeps, () => pulls?.wake())
      observableTypeRoutes(route, platformDeps)
      observableRoutes(route, platformDeps)
      tagRoutes(route, platformDeps)
      taskRoutes(route, platformDeps)
      actionRequiredRoutes(route, platformDeps)
      logRoutes(route, platformDeps)
      commentRoutes(route, platformDeps)
      mentionRoutes(route, platformDeps)
      attachmentRoutes(route, platformDeps)
      pageRoutes(route, platformDeps)
      analyzerTemplateRoutes(route, platformDeps)
      dashboardRoutes(route, platformDeps)
      patternRoutes(route, platformDeps)
      procedureRoutes(route, platformDeps)
      timelineRoutes(route, platformDeps)
      shareRoutes(route, platformDeps)
      linkRoutes(route, platformDeps)
      statusRoutes(route, platformDeps)
      queryRoutes(route, platformDeps)
      describeRoutes(route, platformDeps)
      analysisSearchRoutes(route, platformDeps)
      webhookRoutes(route, platformDeps)
      userRoutes(route, platformDeps)
      userRoutesV0(route, platformDeps)
      organizationRoutes(route, platformDeps, hooks)
      profileRoutes(route, platformDeps)
      listRoutes(route, platformDeps)
      automationRoutes(route, platformDeps)
    },
    connectorStatus: () => platformDeps.engines.status() ?? {},
    async begin() {
      await repeatable(() => sealStoredUrls(deps, deps.secrets))
      deliveries = startDeliveries(platformDeps)
      mailboxes = startMailboxes(platformDeps, mailReader)
      pulls = startMispPulls(platformDeps)
      const tracked = [trackActions(platformDeps), trackAnalyses(platformDeps)]
      tracker = startTracker(platformDeps, tracked)
      const startKinds = [actionStarts(platformDeps), analysisStarts(platformDeps)]
      starts = deps.background.start(startsWork(platformDeps, startKinds, wakeTracker))
      automation = startAutomation(platformDeps, wakeTracker)
      clocks = deps.background.start(clockWork(platformDeps))
    },
    async stop() {
      await automation?.stop()
      await Promise.all([tracker?.stop(), starts?.stop(), platformDeps.engines.stop()])
      await Promise.all([deliveries?.stop(), mailboxes?.stop(), clocks?.stop(), pulls?.stop()])
      await mailReader.stop()
    },
  }
}

/** Fetching and processing are apart: a slow server delays no mail that is here. */
function startMailboxes(deps: PlatformDeps, reader: MailReader): Working {
  const processing = deps.background.start(mailWork(deps, reader))
  const fetching = deps.background.start(mailboxWork(deps, processing.wake))
  const sweeping = startMailSweep(deps)
  return {
    wake() {
      fetching.wake()
      processing.wake()
    },
    async stop() {
      await Promise.all([fetching.stop(), processing.stop(), sweeping.stop()])
    },
  }
}
