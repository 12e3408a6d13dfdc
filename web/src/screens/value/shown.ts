import { defang, type ValueDetail, type ValueName } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'

/** For the eye: a file by the name it was seen under last. */
export const shownSubject = ({ dataType, data, hash }: ValueName, found?: ValueDetail): string =>
  data === undefined
    ? defangText(found?.file?.names[0] ?? hash ?? '')
    : defangText(defang(dataType, data))

/** Where a report of this value opens. */
export const reportSearch = (jobId: string) => ({ report: jobId })
