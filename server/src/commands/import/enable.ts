import { join, resolve } from 'node:path'
import type { contract, Input } from '@assay/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../deps.ts'
import type { Caller } from '../../domain/caller.ts'
import { AppError, AttributeCheckingError } from '../../domain/errors.ts'
import { builtinDefinitions } from '../../engine/catalogue/builtin.ts'
import { startCatalogue } from '../../engine/catalogue/catalogue.ts'
import { checkedConfiguration } from '../../engine/workers/configuration.ts'
import { insertEnabled } from '../../engine/workers/enable.ts'
import { loadMasterKey } from '../../identity/master-key.ts'
import type { Secrets } from '../../identity/secrets.ts'
import { openInstallation, opensDatabase } from '../../identity/setup/installation.ts'
import type { Config } from '../../settings/config.ts'
import type { Database } from '../../storage/database.ts'
import { configurationOf } from './cortex-workers.ts'
import { type EnableWorker, importer, origin } from './request.ts'
import { asNumber, asText, asTexts, type Values } from './values.ts'

type NewWorker = Input<typeof contract.enableAnalyzer>

/** The key of this installation: sealed values that an import writes must be opened by servers. */
export async function openSecrets(
  config: Config,
  db: Database['db'],
  now: number,
): Promise<Secrets> {
  const file = join(resolve(config.data.dir), 'master.key')
  const key = await loadMasterKey(config.secret.key, file, (candidate) =>
    opensDatabase(db, candidate),
  )
  return (await openInstallation(db, key, now)).secrets
}

/** Enables what another server had enabled, from the catalog here. */
export async function makeEnabling(
  { config, secrets, clock }: { config: Config; secrets: Secrets; clock: Clock },
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  log: Logger,
  dryRun: boolean,
): Promise<EnableWorker> {
  const catalogue = await startCatalogue({
    analyzerUrls: config.analyzer.urls,
    responderUrls: config.responder.urls,
    builtin: builtinDefinitions,
    log,
    watch: false,
  })
  return async (type, organization, worker) => {
    const name = asText(worker.name) ?? ''
    const definitionId =
      asText(worker.workerDefinitionId) ?? asText(worker.analyzerDefinitionId) ?? ''
    const known = await db
      .selectFrom('workers')
      .select('id')
      .where('organization', '=', organization)
      .where('type', '=', type)
      .where('name', '=', name)
      .executeTakeFirst()
    if (known) return 'here'
    const definition = catalogue.find(type, definitionId)
    if (!definition)
      return {
        problem: `the local catalog has no ${definitionId}`,
        advice: `Add it to ${type}.urls and run this again; its jobs are imported in any case`,
      }
    const { given, hidden } = configurationOf(worker)
    const items = hidden.length > 0 ? ` (${hidden.join(', ')} cannot be read there)` : ''
    try {
      if (dryRun) checkedConfiguration(definition, given, config)
      else {
        const by: Caller = { login: importer, organization, roles: ['orgadmin'], via: 'setup' }
        const input = { name, ...settingsOf(worker), configuration: given }
        await db
          .transaction()
          .execute((tx) =>
            insertEnabled(
              { clock, config, secrets },
              tx,
              organization,
              by,
              origin,
              definition,
              input,
            ),
          )
      }
    } catch (error) {
      if (dialect.isUniqueViolation(error)) return 'here'
      if (!(error instanceof AppError)) throw error
      return {
        problem: `the configuration of ${definitionId} is not complete: ${itemsOf(error)}${items}`,
        advice: 'Enable it by hand with these items',
      }
    }
    return 'new'
  }
}

const rateUnits = ['Second', 'Minute', 'Hour', 'Day', 'Month'] as const

function settingsOf(worker: Values): Partial<NewWorker> {
  const positive = (value: unknown) => {
    const number = asNumber(value)
    return number !== undefined && number >= 0 ? number : undefined
  }
  const [rate, jobCache, jobTimeout] = [worker.rate, worker.jobCache, worker.jobTimeout].map(
    positive,
  )
  const rateUnit = rateUnits.find((unit) => unit === worker.rateUnit)
  const dataTypeList = asTexts(worker.dataTypeList)
  return {
    ...(rate !== undefined && rateUnit !== undefined && { rate, rateUnit }),
    ...(jobCache !== undefined && { jobCache }),
    ...(jobTimeout !== undefined && { jobTimeout }),
    ...(dataTypeList.length > 0 && { dataTypeList }),
  }
}

/** Names only: values may be secrets. */
const itemsOf = (error: AppError): string =>
  error instanceof AttributeCheckingError
    ? error.errors.map(({ name }) => name).join(', ')
    : error.type
