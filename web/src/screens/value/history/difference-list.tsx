import { type ReactNode, useId } from 'react'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { defangText } from '../../../base/model/defang.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { said } from '../../../base/model/said.ts'
import { Link } from '../../../base/routing/link.tsx'
import { counted, text } from '../../../base/texts/index.ts'
import { Nothing } from '../../../base/ui/nothing.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import type { Differences, FieldOfAnalyzer, FoundChange, ReasonChange } from './differences.ts'

const maxRows = 60

/** Three parts, each only where there is something. */
export const DifferenceList = ({ differences }: { differences: Differences }) => (
  <>
    <Part
      title={text('history.reasons')}
      rows={differences.reasons}
      draw={(reason) => (
        <Row key={`${reason.kind} ${reason.analyzer} ${reason.what.text}`} of={reason}>
          <span>{said(reason.what)}</span>
        </Row>
      )}
    />
    <Part
      title={text('history.found')}
      rows={differences.found}
      draw={(found) => (
        <Row key={`${found.kind} ${found.analyzer} ${keyOf(found)}`} of={found}>
          <Found found={found} />
        </Row>
      )}
    />
    <Fields fields={differences.fields} />
  </>
)

interface PartProps<T> {
  title: string
  rows: readonly T[]
  draw: (row: T) => ReactNode
}

function Part<T>({ title, rows, draw }: PartProps<T>) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 className="history-part" id={id}>
        {title}
      </h3>
      <ul>{rows.slice(0, maxRows).map(draw)}</ul>
      <More left={rows.length - maxRows} />
    </section>
  )
}

const More = ({ left }: { left: number }) =>
  left > 0 ? <p className="muted history-note">{counted('history.more', left)}</p> : null

const signs = { added: '+', removed: '−', same: '=' } as const
const words = { added: 'history.added', removed: 'history.gone', same: 'history.same' } as const

function Row({ of, children }: { of: ReasonChange | FoundChange; children: ReactNode }) {
  return (
    <li className="history-difference" data-kind={of.kind}>
      <span className="history-sign">
        <span aria-hidden="true">{signs[of.kind]}</span>
        <span className="visually-hidden">{text(words[of.kind])}</span>
      </span>
      {children}
      <span className="muted">{analyzerName(of.analyzer)}</span>
    </li>
  )
}

const keyOf = ({ what }: FoundChange) => `${what.dataType} ${what.hash ?? what.data}`

function Found({ found: { what } }: { found: FoundChange }) {
  const { dataType, data, hash, filename } = what
  return (
    <Link to={valuePath({ dataType, data, hash })} className="value">
      {hash === undefined ? shownValue({ dataType, data }) : defangText(filename ?? hash)}
    </Link>
  )
}

function Fields({ fields }: { fields: readonly FieldOfAnalyzer[] }) {
  const id = useId()
  if (fields.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 className="history-part" id={id}>
        {text('history.fields')}
      </h3>
      <table className="history-fields">
        <tbody>
          {fields.slice(0, maxRows).map(({ analyzer, path, kind, before, after }) => (
            <tr key={`${analyzer} ${kind} ${path}`}>
              <th scope="row">
                {analyzerName(analyzer)} › <span className="value">{defangText(path)}</span>
              </th>
              <td>
                <Value json={before} />
              </td>
              <td>
                <span className="muted" aria-hidden="true">
                  →{' '}
                </span>
                <span className="visually-hidden">{text('history.becomes')} </span>
                <Value json={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More left={fields.length - maxRows} />
    </section>
  )
}

/** From a report: text only, defanged. */
const Value = ({ json }: { json: string | undefined }) =>
  json === undefined ? <Nothing /> : <span className="value">{defangText(json)}</span>
