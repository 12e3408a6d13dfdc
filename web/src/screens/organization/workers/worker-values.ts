import type {
  BaseConfig,
  ConfigurationItem,
  RateUnit,
  Worker,
  WorkerDefinition,
} from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import {
  firstStates,
  isEmpty,
  readFields,
  type Sources,
  type States,
  type Values,
} from '../configuration/values.ts'
import { firstLimit, type Limit, limitItems, limitValues } from './limits.ts'

/** All that the form of a worker is filled with; it holds secrets. */
export interface WorkerFormData {
  /** Undefined when it is no longer in the catalogue. */
  readonly definition: WorkerDefinition | undefined
  /** Undefined when it is being enabled. */
  readonly worker: Worker | undefined
  readonly base: BaseConfig | undefined
  readonly global: BaseConfig
}

export const rateUnits = ['Second', 'Minute', 'Hour', 'Day', 'Month'] as const satisfies RateUnit[]

export interface WorkerValues {
  readonly name: string
  readonly states: States
  readonly maxTlp: Limit
  readonly maxPap: Limit
  readonly rate: string
  readonly rateUnit: RateUnit
  readonly maxConcurrent: string
  readonly pool: string
  readonly cache: 'default' | 'minutes' | 'off'
  readonly cacheMinutes: string
  readonly jobTimeout: string
  /** Id of a budget, or none. */
  readonly budget: string
  readonly budgetCost: string
  readonly whenFull: 'refuse' | 'wait'
  readonly dataTypeList: readonly string[]
}

const networkNames = ['proxy_http', 'proxy_https', 'cacerts']
const extractName = 'auto_extract_artifacts'

export const sourcesOf = ({ base, global }: WorkerFormData): Sources => ({
  base: base?.config ?? {},
  global: global.config,
})

export const ownItems = ({ definition }: WorkerFormData): readonly ConfigurationItem[] =>
  definition?.configurationItems ?? []

/** Where a definition has an item of the same name, its own one counts. */
function commonItems(data: WorkerFormData, names: readonly string[]): ConfigurationItem[] {
  const own = new Set(ownItems(data).map(({ name }) => name))
  return data.global.configurationItems.filter(({ name }) => names.includes(name) && !own.has(name))
}

export const networkItems = (data: WorkerFormData) => commonItems(data, networkNames)
export const extractItem = (data: WorkerFormData) => commonItems(data, [extractName])[0]
export const hasLimit = (data: WorkerFormData, marked: 'tlp' | 'pap') =>
  commonItems(data, limitItems(marked)).length === 2

/** Items that have a field of the form each. */
export const formItems = (data: WorkerFormData) => [
  ...ownItems(data),
  ...commonItems(data, [...networkNames, extractName]),
]

export function firstValues(data: WorkerFormData): WorkerValues {
  const { worker, definition, global } = data
  const cache = worker ? worker.jobCache : sharedMinutes(data, 'jobCache')
  const timeout = worker ? worker.jobTimeout : sharedMinutes(data, 'jobTimeout')
  return {
    name: worker?.name ?? definition?.id ?? '',
    states: firstStates(formItems(data), worker?.configuration, sourcesOf(data)),
    maxTlp: firstLimit(worker?.configuration, global.config, 'tlp'),
    maxPap: firstLimit(worker?.configuration, global.config, 'pap'),
    rate: isEmpty(worker?.rate) ? '' : String(worker?.rate),
    rateUnit: worker?.rateUnit ?? 'Day',
    maxConcurrent: isEmpty(worker?.maxConcurrent) ? '' : String(worker?.maxConcurrent),
    pool: worker?.pool ?? '',
    cache: isEmpty(cache) ? 'default' : cache === 0 ? 'off' : 'minutes',
    cacheMinutes: cache ? String(cache) : '',
    jobTimeout: timeout ? String(timeout) : '',
    budget: worker?.budget ?? '',
    budgetCost: String(worker?.budgetCost ?? 1),
    whenFull: worker?.whenFull ?? 'refuse',
    dataTypeList: worker?.dataTypeList ?? definition?.dataTypeList ?? [],
  }
}

/** Saving shared settings stores defaults too; only another number was chosen on purpose. */
function sharedMinutes({ global }: WorkerFormData, name: string): number | null {
  const value = global.config[name]
  const item = global.configurationItems.find((candidate) => candidate.name === name)
  return typeof value === 'number' && value !== item?.defaultValue ? value : null
}

export function workerErrors(data: WorkerFormData, values: WorkerValues): Record<string, string> {
  const whole = (draft: string) => /^[1-9]\d{0,6}$/.test(draft.trim())
  return {
    ...(values.name.trim() === '' ? { name: text('workers.nameMissing') } : {}),
    ...readConfiguration(data, values).errors,
    ...(values.rate.trim() !== '' && !whole(values.rate) ? { rate: text('workers.whole') } : {}),
    ...(values.maxConcurrent.trim() !== '' && !whole(values.maxConcurrent)
      ? { maxConcurrent: text('workers.whole') }
      : {}),
    ...(isPool(values.pool) ? {} : { pool: text('workers.poolWrong') }),
    ...(values.cache === 'minutes' && !whole(values.cacheMinutes)
      ? { jobCache: text('workers.whole') }
      : {}),
    ...(values.jobTimeout.trim() !== '' && !whole(values.jobTimeout)
      ? { jobTimeout: text('workers.whole') }
      : {}),
    ...(values.budget !== '' && !/^([1-9]\d?|100)$/.test(values.budgetCost.trim())
      ? { budgetCost: text('workers.costWrong') }
      : {}),
    ...(values.dataTypeList.length === 0 ? { dataTypeList: text('workers.typesMissing') } : {}),
  }
}

/** As the server reads names of pools. */
const isPool = (text: string) => /^([a-z0-9][a-z0-9-]{0,31})?$/.test(text.trim())

function readConfiguration(data: WorkerFormData, values: WorkerValues) {
  const stored: Values | undefined = data.worker?.configuration
  const { values: read, errors } = readFields(
    formItems(data),
    values.states,
    stored,
    sourcesOf(data),
  )
  const limits = {
    ...(hasLimit(data, 'tlp') && limitValues(values.maxTlp, stored, data.global.config, 'tlp')),
    ...(hasLimit(data, 'pap') && limitValues(values.maxPap, stored, data.global.config, 'pap')),
  }
  return { configuration: { ...read, ...limits }, errors }
}

/** What is sent. Without a definition the settings are left alone: it is unknown which there are. */
export function workerInput(data: WorkerFormData, values: WorkerValues) {
  const rate = values.rate.trim()
  const timeout = values.jobTimeout.trim()
  const concurrent = values.maxConcurrent.trim()
  const pool = values.pool.trim()
  const cacheOf = { default: null, off: 0, minutes: Number(values.cacheMinutes) }
  return {
    name: values.name.trim(),
    ...(data.definition ? { configuration: readConfiguration(data, values).configuration } : {}),
    rate: rate === '' ? null : Number(rate),
    rateUnit: rate === '' ? null : values.rateUnit,
    maxConcurrent: concurrent === '' ? null : Number(concurrent),
    pool: pool === '' ? null : pool,
    ...(data.global.configurationItems.some(({ name }) => name === 'jobCache')
      ? { jobCache: cacheOf[values.cache] }
      : {}),
    jobTimeout: timeout === '' ? null : Number(timeout),
    ...budgetInput(data, values),
    dataTypeList: [...values.dataTypeList],
  }
}

/** Left alone where nothing was said: other settings do not depend on budgets. */
function budgetInput({ worker }: WorkerFormData, values: WorkerValues) {
  if (values.budget === '') return worker?.budget ? { budget: null } : {}
  const cost = Number(values.budgetCost)
  return {
    budget: values.budget,
    budgetCost: cost === 1 ? null : cost,
    whenFull: values.whenFull === 'refuse' ? null : values.whenFull,
  }
}

/** Names of the fields that differ from what was there at first. */
export function changedFields(first: WorkerValues, values: WorkerValues): string[] {
  const { states, ...plain } = values
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  return [
    ...Object.keys(states).filter((name) => differs(states[name], first.states[name])),
    ...Object.keys(plain).filter((name) => {
      const key = name as keyof typeof plain
      return differs(plain[key], first[key])
    }),
  ]
}
