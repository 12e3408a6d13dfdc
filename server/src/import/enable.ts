import { join, resolve } from 'node:path'
import type { contract, Input } from '@assay/contract'
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { Caller } from '../domain/caller.ts'
import { AppError, AttributeCheckingError } from '../domain/errors.ts'
import { builtinDefinitions } from '../engine/catalogue/builtin.ts'
import { startCatalogue } from '../engine/catalogue/catalogue.ts'
import { insertEnabled } from '../engine/workers/enable.ts'
import { loadMasterKey } from '../identity/master-key.ts'
import { openInstallation, opensDatabase } from '../identity/setup/installation.ts'
import type { Config } from '../settings/config.ts'
import type { Database } from '../storage/database.ts'
import { asNumber, asObject, asText, type Values } from './cortex-rows.ts'
import type { CortexImport } from './request.ts'

type NewWorker = Input<typeof contract.enableAnalyzer>

/** What an import needs of this installation: its key, and its catalogue to enable workers from. */
export async function importOptions(
  config: Config,
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  log: Logger,
  clock: Clock,
): Promise<Pick<CortexImport, 'secrets' | 'now' | 'enable'>> {
  const file = join(resolve(config.data.dir), 'master.key')
  const key = await loadMasterKey(config.secret.key, file, (candidate) =>
    opensDatabase(db, candidate),
  )
  const { secrets } = await openInstallation(db, key, clock.now())
  const catalogue = await startCatalogue({
    analyzerUrls: config.analyzer.urls,
    responderUrls: config.responder.urls,
    builtin: builtinDefinitions,
    log,
    watch: false,
  })
  const caller: Caller = { login: 'import', organization: '', roles: ['orgadmin'], via: 'setup' }
  const origin = { address: '', requestId: '' }
  return {
    secrets,
    now: clock.now(),
    async enable(type, organization, worker) {
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
      if (known) return ''
      const definition = catalogue.find(type, definitionId)
      if (!definition)
        return `the catalogue here has no ${definitionId}; add it to ${type}.urls and run this again`
      const input = { name, ...settingsOf(worker), configuration: asObject(worker.configuration) }
      const by = { ...caller, organization, login: asText(worker.createdBy) ?? 'import' }
      try {
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
      } catch (error) {
        if (dialect.isUniqueViolation(error)) return ''
        if (!(error instanceof AppError)) throw error
        return `its configuration is not complete (${itemsOf(error)}); enable it by hand`
      }
      return undefined
    },
  }
}

const rateUnits = ['Second', 'Minute', 'Hour', 'Day', 'Month'] as const

function settingsOf(worker: Values): Partial<NewWorker> {
  const [rate, jobCache, jobTimeout] = [worker.rate, worker.jobCache, worker.jobTimeout].map(
    asNumber,
  )
  const rateUnit = rateUnits.find((unit) => unit === worker.rateUnit)
  return {
    ...(rate !== undefined && rateUnit !== undefined && { rate, rateUnit }),
    ...(jobCache !== undefined && { jobCache }),
    ...(jobTimeout !== undefined && { jobTimeout }),
  }
}

/** Names only: values may be secrets. */
const itemsOf = (error: AppError): string =>
  error instanceof AttributeCheckingError
    ? error.errors.map(({ name }) => name).join(', ')
    : error.type
