import type { AlertV1, CaseV1, KnownValue, VerdictLevel } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
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
const maxChanges = 100
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

/** In no case first, then by level and time. */
export const useThreats = (range: Preset, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'threats', range),
    queryFn: async ({ signal }): Promise<Threats> => {
      const since = Date.now() - presets[range]
      const count = async (input: object) =>
        (await api.searchValues({ level: 'malicious', since, range: '0-1', ...input }, { signal }))
          .total
      const some = (inCase: boolean) =>
        api.searchValues({ level: bad, since, inCase, range: `0-${4 * shownRows}` }, { signal })
      const [malicious, outside, free, held] = await Promise.all([
        count({}),
        count({ inCase: false }),
        some(false),
        some(true),
      ])
      const sorted = (rows: readonly KnownValue[]) =>
        rows.toSorted((a, b) => weight(a) - weight(b) || b.changedAt - a.changedAt)
      return {
        malicious,
        outside,
        total: free.total + held.total,
        rows: [...sorted(free.rows), ...sorted(held.rows)].slice(0, shownRows),
      }
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
    queryFn: async ({ signal }): Promise<ChangedValue[]> => {
      const since = Date.now() - presets[range]
      const { rows } = await api.searchValues(
        { level: bad, since, inCase: true, range: `0-${maxChanges}` },
        { signal },
      )
      const worse = rows.filter(
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
                { name: 'overview-changes', signal },
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
const newAlerts = allOf([is('read', false), is('imported', false)])

/** What waits for people. */
export const useWaiting = (login: string, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'waiting', login),
    queryFn: async ({ signal }): Promise<Waiting> => {
      const now = Date.now()
      const count = (entity: string, filter: Parameters<typeof filterSteps>[0]) =>
        countQuery([listStep(entity), ...filterSteps(filter)], { signal })
      const mine = [is('assignee', login), isOneOf('status', ['Waiting', 'InProgress'])]
      const tomorrow = new Date(now).setHours(24, 0, 0, 0)
      const [alerts, unowned, oldest, newest, cases, silent, tasks, due] = await Promise.all([
        count('Alert', newAlerts),
        count('Alert', allOf([newAlerts, not(exists('assignee'))])),
        runQuery<{ date: number }>(
          [
            listStep('Alert'),
            ...filterSteps(newAlerts),
            { _name: 'sort', _fields: [{ date: 'asc' }] },
            pageStep(0, 1),
          ],
          { name: 'overview-oldest', signal },
        ),
        runQuery<AlertV1>(
          [
            listStep('Alert'),
            ...filterSteps(newAlerts),
            { _name: 'sort', _fields: [{ date: 'desc' }] },
            pageStep(0, readAlerts, { extraData: ['verdicts'] }),
          ],
          { name: 'overview-alerts', signal },
        ),
        count('Case', is('status', 'Open')),
        count('Case', allOf([is('status', 'Open'), isBefore('_updatedAt', now - silentMs)])),
        count('Task', allOf(mine)),
        count('Task', allOf([...mine, isBefore('dueDate', tomorrow)])),
      ])
      const malicious = newest.rows.filter(({ extraData }) => {
        const verdicts = extraData.verdicts as { malicious?: number } | undefined
        return (verdicts?.malicious ?? 0) > 0
      })
      return {
        alerts,
        unowned,
        oldestAlert: oldest.rows[0]?.date,
        maliciousAlerts: malicious.length,
        maliciousUnowned: malicious.filter(({ assignee }) => assignee === undefined).length,
        cases,
        silent,
        tasks,
        due,
      }
    },
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })

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
