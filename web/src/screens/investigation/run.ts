import type {
  InvestigationDetail,
  InvestigationJob,
  InvestigationValue,
  Worker,
} from '@assay/contract'
import { runAgain, submit } from '../../base/data/submit.ts'
import { takesType } from '../../base/data/workers.ts'
import { sameType } from '../../base/model/observable.ts'
import { readJobs } from '../analysis/job-rows.ts'
import type { Sendable } from '../analysis/sender.ts'
import { sendInto } from '../analysis/sending.ts'

type Asked = Pick<InvestigationValue, 'key' | 'dataType' | 'data' | 'hash' | 'filename'>
type Marks = Pick<InvestigationDetail, 'tlp' | 'pap'>

/** Every value to every enabled analyzer that supports it and may learn of it. */
export function fittingPairs(
  values: readonly Asked[],
  analyzers: readonly Worker[],
  { tlp, pap }: Marks,
): { value: Asked; analyzer: Worker }[] {
  const open = analyzers.filter(
    ({ maxTlp, maxPap }) =>
      (maxTlp === undefined || tlp <= maxTlp) && (maxPap === undefined || pap <= maxPap),
  )
  return values.flatMap((value) =>
    open
      .filter((analyzer) => takesType(analyzer, value.dataType))
      .map((analyzer) => ({ value, analyzer })),
  )
}

export const sendablesFor = (
  pairs: readonly { value: Asked; analyzer: Worker }[],
  { tlp, pap }: Marks,
  isForced: boolean,
): Sendable[] =>
  pairs.map(({ value, analyzer }) => ({
    key: `${analyzer.id}\n${value.key}`,
    analyzerId: analyzer.id,
    send: ({ force }) =>
      submit({
        analyzerId: analyzer.id,
        // In the spelling of the analyzer: the server compares it exactly.
        dataType:
          analyzer.dataTypeList.find((type) => sameType(type, value.dataType)) ?? value.dataType,
        value:
          value.hash === undefined
            ? (value.data ?? '')
            : { hash: value.hash, name: value.filename },
        tlp,
        pap,
        force: force || isForced,
      }),
  }))

/** Only what failed is asked again, each as it was asked. */
export async function tryAgain(
  investigationId: string,
  owner: string,
  failed: readonly InvestigationJob[],
): Promise<number> {
  const jobs = await readJobs(failed.map(({ id }) => id))
  sendInto(
    investigationId,
    owner,
    jobs.map((job) => ({
      key: job.id,
      analyzerId: job.workerId,
      send: ({ force }) => runAgain(job, { force }),
    })),
  )
  return jobs.length
}
