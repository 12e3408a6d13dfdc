import type { InvestigationDetail, Job, ListedValue, ObservableV1 } from '@assay/contract'
import { expect, it } from 'vitest'
import { observablesCsv } from '../../screens/cases/observables/export.ts'
import { toCsv } from '../../screens/investigation/export.ts'
import { toCsv as listToCsv } from '../../screens/observables/export.ts'
import { deskCsv } from '../../screens/overview/desk/export.ts'
import { artifactsCsv } from '../../screens/report/export.ts'
import { jobsToCsv } from './jobs.ts'

/** Every text of an entity becomes this one. */
const hostileIn = (formula: string) => {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return formula
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item)]))
    return value
  }
  return <T>(thing: object): T => replaced(thing) as T
}

const taxonomy = { level: 'x', namespace: 'x', predicate: 'x', value: 'x' }
const file = { name: 'x', id: 'x', hashes: ['x'], size: 1, contentType: 'x' }
const observable = {
  ...{ _id: 'x', dataType: 'x', data: 'x', message: 'x', tags: ['x', 'x'], startDate: 0, tlp: 2 },
  reports: { x: { taxonomies: [taxonomy] } },
}
const job = {
  ...{ id: 'x', status: 'x', type: 'x', dataType: 'x', data: 'x', workerName: 'x', tlp: 2, pap: 2 },
  ...{ createdBy: 'x', createdAt: 0, errorMessage: 'x' },
}
const value = {
  ...{ key: 'x', dataType: 'x', data: 'x', hash: 'x', filename: 'x', state: 'x', alerts: 1 },
  ...{ reasons: [{ text: 'x' }], cases: [{ number: 1 }], checkedAt: 0 },
}
const listed = {
  ...{ level: 'x', dataType: 'x', data: 'x', hash: 'x', reasons: [{ id: 'x', text: 'x' }] },
  ...{ firstSeen: 0, lastSeen: 0, seen: 1, cases: [{ number: 1 }], alerts: 1, tags: ['x', 'x'] },
}
const found = { id: 'x', dataType: 'x', data: 'x', tlp: 2, tags: ['x'], messages: ['x'] }

/** All that there are; `server/test/security/csv-exports.test.ts` looks for others. */
const tables: Readonly<Record<string, (formula: string) => string>> = {
  'web/src/screens/cases/observables/export.ts': (formula) => {
    const of = hostileIn(formula)
    const rows = [observable, { ...observable, attachment: file }]
    return observablesCsv(rows.map((row) => of<ObservableV1>(row)))
  },
  'web/src/shared/export/jobs.ts': (formula) => {
    const of = hostileIn(formula)
    const rows = [job, { ...job, data: undefined, attachment: file }]
    const findings = new Map([[formula, of<{ taxonomies: [] }>({ taxonomies: [taxonomy] })]])
    return jobsToCsv(
      rows.map((row) => of<Job>(row)),
      findings,
    )
  },
  'web/src/screens/report/export.ts': (formula) => {
    const of = hostileIn(formula)
    const rows = [found, { ...found, data: undefined, attachment: file }]
    return artifactsCsv(rows.map((row) => of<never>(row)))
  },
  'web/src/screens/observables/export.ts': (formula) => {
    const of = hostileIn(formula)
    const rows = [listed, { ...listed, data: undefined, filename: 'x' }]
    return listToCsv(rows.map((row) => of<ListedValue>(row)))
  },
  'web/src/screens/overview/desk/export.ts': (formula) => {
    const of = hostileIn(formula)
    const columns = [1, 2, 3].map((key) => ({
      ...{ key: String(key), label: formula },
      value: ({ source }: { source: string }) => source,
    }))
    return deskCsv(columns, [of<{ source: string }>({ source: 'x' })])
  },
  'web/src/screens/investigation/export.ts': (formula) => {
    const of = hostileIn(formula)
    const jobs = [{ key: 'x', analyzer: 'x', status: 'x' }]
    const investigation = of<InvestigationDetail>({ name: 'x', values: [value, value], jobs })
    return toCsv({ investigation, values: investigation.values.slice(1) })
  },
}

/** As RFC 4180 says. */
function cellsOf(csv: string): string[] {
  const cells = [...csv.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g)].map(([, cell]) => cell)
  return cells.map((cell = '') =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  )
}

const formulas = [
  '=1',
  '+1',
  '-1',
  '@A1',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '"=1',
  '＝1',
  '－1',
  '＠A1',
]

it.each(Object.entries(tables))('%s: no cell is a formula', (_, make) => {
  for (const formula of formulas) {
    const cells = cellsOf(make(formula))
    // Or what is examined here is not what is exported.
    expect(cells.filter((cell) => cell.includes(formula.slice(-2))).length).toBeGreaterThan(4)
    expect(cells.filter((cell) => /^[\s"\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell))).toEqual([])
  }
})
