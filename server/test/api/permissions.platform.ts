import type { TestDatabases } from '../databases.ts'
import {
  givenAlert,
  givenCase,
  givenLog,
  givenObservable,
  givenTask,
} from '../platform/investigation.ts'
import { makePlatformApp } from '../platform/setup.ts'
import type { Options, TestApp } from '../setup.ts'
import { casesSamples, casesTable, givenForCases } from './permissions.cases.ts'
import { clocksSamples, clocksTable, givenPolicy } from './permissions.clocks.ts'
import {
  investigationSamples,
  investigationTable,
  ofEachOwner,
} from './permissions.investigation.ts'
import { givenChannel, givenMailbox, mailSamples, mailTable } from './permissions.mail.ts'
import { givenNotes, notesSamples, notesTable } from './permissions.notes.ts'
import { peopleSamples, peopleTable } from './permissions.people.ts'
import {
  givenInvestigation,
  givenVerdict,
  givenView,
  givenWatch,
  querySamples,
  queryTable,
} from './permissions.query.ts'
import { givenRule, rulesSamples, rulesTable } from './permissions.rules.ts'
import type { Sample } from './permissions.table.ts'
import { givenWebhook, webhookSamples, webhookTable } from './permissions.webhooks.ts'

/**
 * The platform's part of the permission table. Everything it names belongs to `alpha`: one case and
 * one alert, and an observable, a task and a log for each who removes one.
 */
export const platformTable =
  casesTable +
  investigationTable +
  notesTable +
  queryTable +
  webhookTable +
  mailTable +
  clocksTable +
  peopleTable +
  rulesTable

export const platformSamples: Record<string, (me: string) => Sample> = {
  ...casesSamples,
  ...investigationSamples,
  ...notesSamples,
  ...querySamples,
  ...webhookSamples,
  ...mailSamples,
  ...clocksSamples,
  ...peopleSamples,
  ...rulesSamples,
}

/** A server with what the table names. */
export async function makePlatformOfAlpha(
  open: TestDatabases['open'],
  options: Options = {},
): Promise<TestApp> {
  const app = await makePlatformApp(open, options)
  await givenCase(app.deps)
  await givenAlert(app.deps)
  await givenForCases(app.deps)
  await givenWebhook(app.deps)
  await givenMailbox(app.deps)
  await givenChannel(app.deps)
  await givenPolicy(app.deps)
  for (const ids of ofEachOwner) {
    await givenObservable(app.deps, { id: ids.observable })
    await givenTask(app.deps, { id: ids.task })
    await givenLog(app.deps, { id: ids.log })
  }
  await givenNotes(app.deps)
  await givenInvestigation(app.deps)
  await givenView(app.deps)
  await givenWatch(app.deps)
  await givenVerdict(app.deps)
  await givenRule(app.deps)
  return app
}
