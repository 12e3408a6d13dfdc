import type { JobWithReport, ValueDetail } from '@assay/contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { reportQuery } from '../../base/data/jobs.ts'
import { useRights } from '../../base/session/rights.ts'
import type { Found } from '../report/artifacts/list.ts'
import { artifactsQuery } from '../report/artifacts/use-artifacts.ts'
import { hashesPanel } from '../report/facts/file.ts'
import { formOf, holdsParts, panelsOf, type Sources } from '../report/facts/index.ts'
import type { PanelModel } from '../report/facts/model.ts'
import { partsOfReport } from '../report/report-parts.ts'
import { type MailModel, mailOf } from './mail-model.ts'

export interface TypePanelsOfValue {
  readonly panels: readonly PanelModel[]
  /** What the analyzer of domains found. */
  readonly domain: unknown
  /** Shown as a message instead of panels. */
  readonly mail: MailModel | undefined
  /** Its report is read. */
  readonly isReading: boolean
}

/** The value in the form of its type, from the newest reports of the analyzers that have one. */
export function useTypePanels(value: ValueDetail | undefined): TypePanelsOfValue {
  const { analyze } = useRights()
  const wanted = useMemo(
    () =>
      analyze && value
        ? value.answers.flatMap(({ analyzer, jobId, hasReport }) => {
            const form = formOf(analyzer)
            return form && jobId && hasReport ? [{ form, jobId }] : []
          })
        : [],
    [analyze, value],
  )
  const reports = useQueries({
    queries: wanted.map(({ jobId }) => reportQuery(jobId)),
    combine: findingsOf,
  })
  const holders = useMemo(
    () => wanted.filter(({ form }, at) => holdsParts(form) && isOfItsKind(reports[at])),
    [wanted, reports],
  )
  const artifacts = useQueries({
    queries: holders.map(({ jobId }) => artifactsQuery(jobId)),
    combine: foundOf,
  })
  return useMemo(() => {
    if (!value) return { panels: [], domain: undefined, mail: undefined, isReading: false }
    const sources: Sources = {}
    for (const [at, { form, jobId }] of wanted.entries()) {
      const full = reports[at]
      const held = holders.findIndex((holder) => holder.jobId === jobId)
      if (full !== undefined) sources[form] ??= { full, found: artifacts[held] ?? [] }
    }
    const mail = mailOf(sources.mail)
    const { mail: _, ...others } = sources
    const panels = panelsOf(value.dataType, mail ? others : sources)
    const { hash, file } = value
    const hasHashes = panels.some(({ blocks }) => blocks.some(({ is }) => is === 'hashes'))
    const hashes =
      hasHashes || hash === undefined
        ? []
        : hashesPanel({ 'SHA-256': hash, 'SHA-1': file?.sha1, MD5: file?.md5 })
    const isReading =
      wanted.some(({ form }, at) => form === 'mail' && reports[at] === undefined) ||
      value.running.some(({ analyzer }) => formOf(analyzer) === 'mail')
    return { panels: [...panels, ...hashes], domain: sources.domain?.full, mail, isReading }
  }, [value, wanted, holders, reports, artifacts])
}

/** Most file analyzers only say that it is not their type: `isMail: false`. */
const isOfItsKind = (full: unknown) =>
  typeof full === 'object' && full !== null && Object.values(full).some((field) => field === true)

// Constants, so their answers stay the same while nothing new arrives.
const findingsOf = (all: UseQueryResult<JobWithReport>[]) =>
  all.map(({ data }) => data && partsOfReport(data.report).findings)
const foundOf = (all: UseQueryResult<Found[]>[]) => all.map(({ data }) => data ?? [])
