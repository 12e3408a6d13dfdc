import { defang } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'

interface Named {
  readonly dataType: string
  readonly data?: string
  readonly hash?: string
  readonly filename?: string
}

/** For the eye; a file by its name. */
export const shownName = ({ dataType, data, hash, filename }: Named): string =>
  data === undefined ? defangText(filename ?? hash ?? '') : defangText(defang(dataType, data))
