import { refang } from '@assay/contract/detect'
import { Type } from 'typebox'
import { tool } from '../tool.ts'
import { listedAlerts, listedCases, listedJobs, listedObservables } from '../visible.ts'
import { alertLine, caseLine, observableLine, observableOfJob } from './shown.ts'

const kinds = ['cases', 'alerts', 'observables'] as const

export const search = tool({
  name: 'search',
  title: 'Search',
  description:
    'Search cases, alerts and observables by text: part of a title or of an observable, a case number such as #12, an alert reference. Defanged forms are read. Returns ids for the other tools.',
  scope: 'agent-read',
  input: Type.Object(
    {
      text: Type.String({ minLength: 1, maxLength: 500 }),
      kinds: Type.Optional(Type.Array(Type.Enum([...kinds]), { maxItems: kinds.length })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: 'Of each kind; 10 if omitted' }),
      ),
    },
    { additionalProperties: false },
  ),
  async run(context, { text: given, kinds: wanted = kinds, limit = 10 }) {
    const text = refang(given.trim())
    const part = (_field: string) => ({ _wildcard: { _field, _value: `*${text}*` } })
    const is = (_field: string, _value: string | number) => ({ _field, _value })
    const number = /^#?(\d{1,9})$/.exec(text)?.[1]
    const result: Record<string, unknown> = {}
    if (wanted.includes('cases')) {
      const filter = {
        _or: [
          part('title'),
          is('_id', text),
          ...(number === undefined ? [] : [is('caseId', Number(number))]),
        ],
      }
      const { rows, total } = await listedCases(context, filter, limit)
      result.cases = { total, found: rows.map(caseLine) }
    }
    if (wanted.includes('alerts')) {
      const filter = { _or: [part('title'), is('sourceRef', text), is('_id', text)] }
      const { rows, total } = await listedAlerts(context, filter, limit)
      result.alerts = { total, found: rows.map(alertLine) }
    }
    if (wanted.includes('observables')) {
      const filter = { _or: [part('data'), part('attachment.name'), is('attachment.id', text)] }
      const held = await listedObservables(context, filter, limit)
      const analyzed = await listedJobs(context, filter, limit)
      result.observables = { total: held.total, found: held.rows.map(observableLine) }
      result.analyzed = { total: analyzed.total, found: analyzed.rows.map(observableOfJob) }
    }
    return result
  },
})
