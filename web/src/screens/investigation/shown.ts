import { defang } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { counted, text } from '../../base/texts/index.ts'

interface Named {
  readonly dataType: string
  readonly data?: string
  readonly hash?: string
  readonly filename?: string
}

/** For the eye: nothing in it is a link any more; a file by its name. */
export const shownValueOf = ({ dataType, data, hash, filename }: Named): string =>
  data === undefined ? defangText(filename ?? hash ?? '') : defangText(defang(dataType, data))

/** As it is copied and exported for people. */
export const plainValueOf = ({ data, hash, filename }: Named): string =>
  data ?? filename ?? hash ?? ''

interface Held {
  readonly cases: readonly { readonly number: number }[]
  readonly alerts: number
}

/** "case #9, 3 alerts" */
export function whereKnown({ cases, alerts }: Held): string {
  const parts = [
    cases.length > 0 &&
      text(cases.length === 1 ? 'investigation.inCase' : 'investigation.inCases', {
        numbers: cases.map(({ number }) => `#${number}`).join(', '),
      }),
    alerts > 0 && counted('investigation.inAlerts', alerts),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : text('investigation.inNoCase')
}
