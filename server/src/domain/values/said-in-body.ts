import { checkJson } from '../json-text.ts'
import { taxonomiesOf } from '../report-summary.ts'
import { type Said, saidIn } from './said.ts'

/** What a stored report says; of one that is too long only its beginning is there. */
export function saidInBody(body: string, isWhole: boolean): Said {
  if (!isWhole) {
    const taxonomies = taxonomiesOf(body) ?? []
    return saidIn(JSON.stringify({ taxonomies }), '{}')
  }
  const members = new Map(checkJson(body, new Set(['summary', 'full'])).members)
  const part = (name: string) => {
    const span = members.get(name)
    return span ? body.slice(span.start, span.end) : '{}'
  }
  return saidIn(part('summary'), part('full'))
}
