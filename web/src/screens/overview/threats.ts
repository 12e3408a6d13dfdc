import type { AlertV1, CaseV1, KnownValue, VerdictLevel } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { queryClient } from '../../base/data/cache.ts'
import { newAlerts, openCaseCount } from '../../base/data/counts.ts'
import { keyOf } from '../../base/data/keys.ts'
import { countQuery, runQuery } from '../../base/data/query.ts'
import {
  allOf,
  exists,
  filterSteps,
  is,
  isBefore,
  isOneOf,
  listStep,
  not,
  pageStep,
} from '../../base/data/steps.ts'
import { type Preset, presets } from './period.ts'

const bad: VerdictLevel[] = ['malicious', 'suspicious']
const shownRows = 6
const maxRead = 100
const dayMs = 86_400_000
/** A case without activity for this long needs attention. */
const silentMs = 3 * dayMs

export interface Threats {
  readonly malicious: number
  readonly outside: number
  /** Malicious and suspicious together. */
  readonly total: number
  readonly rows: readonly KnownValue[]
}

const weight = ({ level }: KnownValue) => bad.indexOf(level ?? 'suspicious')

interface Bad {
  readonly free: readonly KnownValue[]
  readonly held: readonly KnownValue[]
  readonly total: number
  readonly malicious: number
  readonly outside: number
}

const isMalicious = ({ level }: KnownValue) => level === 'malicious'

/** One list, as long as it has them all: what is in a case and what is not is told apart here. */
async function readBad(range: Preset, signal: AbortSignal): Promise<Bad> {
  const since = Date.now() - presets[range]
  const find = (input: object) => api.searchValues({ level: bad, since, ...input }, { signal })
  const all = await find({ range: `0-${maxRead}` })
  if (all.total <= all.rows.length) {
    const free = all.rows.filter(({ cases }) => cases.length === 0)
    return {
      free,
      held: all.rows.filter(({ cases }) => cases.length > 0),
      total: all.total,
      malicious: all.rows.filter(isMalicious).length,
      outside: free.filter(isMalicious).length,
    }
  }
  const [free, held, malicious, outside] = await Promise.all([
    find({ inCase: false, range: `0-${4 * shownRows}` }),
    find({ inCase: true, range: `0-${maxRead}` }),
    find({ level: 'malicious', range: '0-1' }),
    find({ level: 'malicious', inCase: false, range: '0-1' }),
  ])
  return {
    free: free.rows,
    held: held.rows,
    total: all.total,
    malicious: malicious.total,
    outside: outside.total,
  }
}

/** Two panels show them: both wait for one answer. */
const badOnes = (range: Preset) =>
  queryClient.fetchQuery({
    queryKey: keyOf('overview', 'bad', range),
    queryFn: ({ signal }) => readBad(range, signal),
    staleTime: 1_000,
  })

/** In no case first, then by level and time. */
export const useThreats = (range: Preset, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'threats', range),
    queryFn: async (): Promise<Threats> => {
      const { free, held, ...numbers } = await badOnes(range)
      const sorted = (rows: readonly KnownValue[]) =>
        rows.toSorted((a, b) => weight(a) - weight(b) || b.changedAt - a.changedAt)
      return { ...numbers, rows: [...sorted(free), ...sorted(held)].slice(0, shownRows) }
    },
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })

export interface ChangedValue {
  readonly value: KnownValue
  readonly isClosed: boolean
}

const order: readonly (VerdictLevel | null)[] = [null, 'none', 'safe', 'suspicious', 'malicious']

/** Verdicts of values in cases that got worse. */
export const useChanges = (range: Preset, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'changes', range),
    queryFn: async (): Promise<ChangedValue[]> => {
      const { held } = await badOnes(range)
      const worse = held.filter(
        ({ level, previousLevel }) =>
          previousLevel !== undefined && order.indexOf(level) > order.indexOf(previousLevel),
      )
      const ids = [...new Set(worse.flatMap(({ cases }) => cases.map(({ id }) => id)))]
      const found =
        ids.length === 0
          ? []
          : (
              await runQuery<CaseV1>(
                [
                  listStep('Case'),
                  ...filterSteps(allOf([isOneOf('_id', ids), is('status', 'Open')])),
                  pageStep(0, ids.length),
                ],
                { together: true },
              )
            ).rows
      const open = new Set(found.map(({ _id }) => _id))
      return worse.map((value) => ({
        value,
        isClosed: value.cases.length > 0 && value.cases.every(({ id }) => !open.has(id)),
      }))
    },
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })

export interface Waiting {
  readonly alerts: number
  /** Of those, without an owner. */
  readonly unowned: number
  readonly oldestAlert: number | undefined
  /** Among the newest hundred. */
  readonly maliciousAlerts: number
  readonly maliciousUnowned: number
  readonly cases: number
  readonly silent: number
  readonly tasks: number
  readonly due: number
}

const readAlerts = 100

/** What waits for people. */
export const useWaiting = (login: string, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'waiting', login),
    queryFn: async (): Promise<Waiting> => {
      const now = Date.now()
      const count = (entity: string, filter: Parameters<typeof filterSteps>[0]) =>
        countQuery([listStep(entity), ...filterSteps(filter)])
      const mine = [is('assignee', login), isOneOf('status', ['Waiting', 'InProgress'])]
      const tomorrow = new Date(now).setHours(24, 0, 0, 0)
      const newestAlerts = runQuery<AlertV1>(
        [
          listStep('Alert'),
          ...filterSteps(newAlerts),
          { _name: 'sort', _fields: [{ date: 'desc' }] },
          pageStep(0, readAlerts, { extraData: ['verdicts', 'total'] }),
        ],
        { together: true },
      )
      const [newest, cases, silent, tasks, due] = await Promise.all([
        newestAlerts,
        queryClient.fetchQuery(openCaseCount),
        count('Case', allOf([is('status', 'Open'), isBefore('_updatedAt', now - silentMs)])),
        count('Task', allOf(mine)),
        count('Task', allOf([...mine, isBefore('dueDate', tomorrow)])),
      ])
      const { rows, total: alerts } = newest
      const isWhole = alerts <= rows.length
      const isFree = ({ assignee }: AlertV1) => assignee === undefined
      const [unowned, oldest] = isWhole
        ? [rows.filter(isFree).length, rows.at(-1)?.date]
        : await Promise.all([
            count('Alert', allOf([newAlerts, not(exists('assignee'))])),
            oldestAlert(),
          ])
      const malicious = rows.filter(({ extraData }) => {
        const verdicts = extraData.verdicts as { malicious?: number } | undefined
        return (verdicts?.malicious ?? 0) > 0
      })
      return {
        alerts,
        unowned,
        oldestAlert: oldest,
        maliciousAlerts: malicious.length,
        maliciousUnowned: malicious.filter(isFree).length,
        cases,
        silent,
        tasks,
        due,
      }
    },
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })

async function oldestAlert(): Promise<number | undefined> {
  const steps = [
    listStep('Alert'),
    ...filterSteps(newAlerts),
    { _name: 'sort', _fields: [{ date: 'asc' }] },
    pageStep(0, 1),
  ]
  return (await runQuery<AlertV1>(steps, { together: true })).rows[0]?.date
}

const chartDays = 14

export const useValueCounts = (range: Preset, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'values', range),
    queryFn: ({ signal }) => {
      const days = range === '30d' ? 30 : chartDays
      return api.valueStats({ since: Date.now() - (days - 1) * dayMs, by: 'day' }, { signal })
    },
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })
