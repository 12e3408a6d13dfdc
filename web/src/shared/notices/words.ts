import { defang, type Notice } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangText } from '../../base/model/defang.ts'
import { path } from '../../base/routing/match.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import { valuePath } from '../../base/ui/observable.tsx'

interface Said {
  /** What happened. */
  readonly sentence: string
  /** What the link says; without an address it is only shown. */
  readonly label: string
  readonly to?: string
}

const verdictKeys: Readonly<Record<string, TextKey>> = {
  malicious: 'verdict.malicious',
  suspicious: 'verdict.suspicious',
  safe: 'verdict.safe',
}

/** One sentence for each kind, and the page it is about. */
export function saidOf({ kind, objectType, objectId, parameters }: Notice, by: string): Said {
  const { caseId, number, title = '', name = '', dataType = '', data } = parameters
  const shownTitle = defangText(number === undefined ? title : `#${number} ${title}`)
  const value = data === undefined ? '' : defangText(defang(dataType, data))
  const verdict = text(verdictKeys[parameters.to ?? ''] ?? 'verdict.none')
  const values = { by, name: analyzerName(name), value, verdict }
  const toCase = caseId === undefined ? {} : { to: path`/cases/${caseId}` }
  const toValue = { to: valuePath(namedIn(parameters)) }
  switch (kind) {
    case 'assigned':
      if (objectType === 'case_task')
        return {
          sentence: text('notice.assigned.task', values),
          label: shownTitle,
          to: path`/cases/${caseId ?? ''}/tasks/${objectId}`,
        }
      return objectType === 'alert'
        ? {
            sentence: text('notice.assigned.alert', values),
            label: shownTitle,
            to: path`/alerts/${objectId}`,
          }
        : {
            sentence: text('notice.assigned.case', values),
            label: shownTitle,
            to: path`/cases/${objectId}`,
          }
    case 'mentioned':
      return {
        sentence: text('notice.mentioned', values),
        label: shownTitle,
        to: `${path`/cases/${caseId ?? ''}`}?${new URLSearchParams({ comment: objectId })}`,
      }
    case 'dueSoon':
    case 'overdue':
      return {
        sentence: text(`notice.${kind}`),
        label: shownTitle,
        to: path`/cases/${caseId ?? objectId}`,
      }
    case 'verdictWorse':
      return { sentence: text('notice.verdictWorse', values), label: shownTitle, ...toCase }
    case 'watched':
      return title === ''
        ? { sentence: text('notice.watched', values), label: value, ...toValue }
        : { sentence: text('notice.appeared', values), label: shownTitle, ...toCase }
    case 'contradicted':
    case 'verdictExpired':
      return { sentence: text(`notice.${kind}`, values), label: value, ...toValue }
    case 'approvalAsked':
    case 'responseFailed':
    case 'undoFailed': {
      const { jobId } = parameters
      return {
        sentence: text(`notice.${kind}`, values),
        label: title === '' ? values.name : `${values.name} · ${shownTitle}`,
        ...(jobId === undefined ? {} : { to: path`/jobs/${jobId}` }),
      }
    }
    default:
      return { sentence: text(`notice.${kind}`), label: defangText(name) }
  }
}

function namedIn({ dataType = '', data = '', hash }: Notice['parameters']) {
  return hash === undefined ? { dataType, data } : { dataType, hash }
}
