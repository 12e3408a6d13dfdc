import { defang } from '@assay/contract'
import { useId } from 'react'
import { defangSentence, defangText } from '../../../base/model/defang.ts'
import { dateOnly } from '../../../base/model/times.ts'
import { Link } from '../../../base/routing/link.tsx'
import { labeled, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { copyText } from '../../../base/ui/copy.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Names } from '../../../base/ui/names.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import { useNow } from '../../../base/ui/time.tsx'
import { verdictIcon } from '../../../base/ui/verdict-mark.tsx'
import { labelOf } from '../findings/labels.ts'
import { LongText } from '../findings/long-text.tsx'
import { ScalarValue } from '../findings/scalar-value.tsx'
import { isScalar } from '../findings/scalars.ts'
import type { Block, Check, Content, Fact, Meter, Stop, Table } from './model.ts'
import { Parts } from './parts.tsx'
import type { Marking } from './use-analyze-parts.ts'

/** One way of showing what a report says. Text nodes only: a report is hostile input. */
export function BlockView({ block, marking }: { block: Block; marking: Marking }) {
  switch (block.is) {
    case 'facts':
      return <Facts facts={block.facts} />
    case 'checks':
      return <Checks checks={block.checks} />
    case 'way':
      return <Way title={block.title} stops={block.stops} />
    case 'said':
      return <Said items={block.items} />
    case 'prose':
      return (
        <div className="fact-prose">
          <LongText value={block.text} first={1200} />
        </div>
      )
    case 'code':
      return <Sources sources={block.sources} />
    case 'hashes':
      return <Hashes hashes={block.hashes} />
    case 'meters':
      return <Meters title={block.title} meters={block.meters} />
    case 'line':
      return (
        <p className="fact-line">
          {block.pieces.map(({ part, text: shown }) => (
            <span key={part} data-part={part}>
              {defangText(shown)}
            </span>
          ))}
        </p>
      )
    case 'span':
      return <Span from={block.from} to={block.to} />
    case 'table':
      return <SmallTable title={block.title} table={block.table} />
    case 'parts':
      return <Parts parts={block.parts} left={block.left} marking={marking} />
  }
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="fact-list">
    {facts.map(({ label, content }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {content.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change
            <Piece key={at} content={one} />
          ))}
        </dd>
      </div>
    ))}
  </dl>
)

function Piece({ content }: { content: Content }) {
  switch (content.is) {
    case 'words':
      return content.isStrong ? (
        <strong>{defangSentence(content.text)}</strong>
      ) : (
        <span>{defangSentence(content.text)}</span>
      )
    case 'code':
      return <span className="value">{defangText(content.text)}</span>
    case 'value':
      return (
        <Link className="value" to={valuePath(content)}>
          {defangText(defang(content.dataType, content.data))}
        </Link>
      )
    case 'warning':
      return (
        <span className="fact-warning" data-verdict="suspicious">
          <Icon name="level-suspicious" />
          {defangSentence(content.text)}
        </span>
      )
  }
}

const Checks = ({ checks }: { checks: readonly Check[] }) => (
  <ul className="fact-checks">
    {checks.map(({ level, title, note }) => (
      <li key={title} className="fact-cell" data-verdict={level}>
        <p className="fact-check">
          <Icon name={verdictIcon(level)} />
          {title}
        </p>
        <p className="muted">{defangSentence(note)}</p>
      </li>
    ))}
  </ul>
)

const Said = ({ items }: { items: readonly Check[] }) =>
  items.length === 0 ? null : (
    <ul className="fact-said">
      {items.slice(0, 24).map(({ level, title, note }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, it may say a thing twice
        <li key={at} className="fact-sentence" data-verdict={level}>
          <Icon name={verdictIcon(level)} />
          <span>
            <span className="visually-hidden">{labeled(text(`verdict.${level}`), '')}</span>
            <Names in={defangText(title)} />
            {note !== '' && (
              <small className="muted">
                {' '}
                <Names in={defangText(note)} />
              </small>
            )}
          </span>
        </li>
      ))}
    </ul>
  )

/** From the left to the right, or downwards where there is no room. */
function Way({ title, stops }: { title: string; stops: readonly Stop[] }) {
  const id = useId()
  return (
    <div className="fact-way">
      <p id={id} className="muted">
        {title}
      </p>
      <ol aria-labelledby={id}>
        {stops.slice(0, 8).map(({ name, note, isOdd }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, a server may come twice
          <li key={at} className="fact-stop" data-odd={isOdd || at === 0 || undefined}>
            <span className="value">{defangText(defang('fqdn', name))}</span>
            <small className="muted">{defangSentence(note)}</small>
          </li>
        ))}
        {stops.length > 8 && (
          <li className="fact-stop">
            <small className="muted">{text('facts.more', { count: stops.length - 8 })}</small>
          </li>
        )}
      </ol>
    </div>
  )
}

const Sources = ({ sources }: { sources: readonly { name: string; text: string }[] }) =>
  sources.slice(0, 20).map((source, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change
    <details key={at} className="fact-fold">
      <summary>{defangText(source.name) || text('facts.source')}</summary>
      <LongText value={source.text} first={4000} />
    </details>
  ))

const pageOf = new Set(['SHA-256', 'SHA-1', 'MD5'])

function Hashes({ hashes }: { hashes: readonly (readonly [string, string])[] }) {
  return (
    <>
      <dl className="fact-hashes">
        {hashes.map(([name, hash]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {pageOf.has(name) ? (
                <Link className="value" to={valuePath({ dataType: 'hash', data: hash })}>
                  {defangText(hash)}
                </Link>
              ) : (
                <span className="value">{defangText(hash)}</span>
              )}
              <Button
                kind="quiet"
                size="small"
                icon="copy"
                iconOnly
                onClick={() => void copyText(hash)}
              >
                {text('facts.copyHash', { name })}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {hashes.length > 1 && (
        <Button
          size="small"
          icon="copy"
          onClick={() => void copyText(hashes.map(([, hash]) => hash).join('\n'))}
        >
          {text('facts.copyAll')}
        </Button>
      )}
    </>
  )
}

function Meters({ title, meters }: { title: string; meters: readonly Meter[] }) {
  return (
    <details className="fact-fold">
      <summary>{title}</summary>
      <ul className="fact-meters">
        {meters.map(({ name, note, share, isHigh }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, names may repeat
          <li key={at} className="fact-meter-row" data-verdict={isHigh ? 'suspicious' : 'none'}>
            <span className="value">{defangText(name) || '–'}</span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect className="fact-meter-ground" width={100} height={6} />
              <rect className="fact-meter" width={100 * share} height={6} />
            </svg>
            <small className="muted">{defangText(note)}</small>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Since when and until when, with the present in it. */
function Span({ from, to }: { from: number; to: number }) {
  const now = useNow(60_000)
  const at = Math.min(1, Math.max(0, (now - from) / (to - from)))
  const state = now < from ? 'facts.notYet' : now > to ? 'facts.isOver' : 'facts.isValid'
  return (
    <div className="fact-span" data-verdict={state === 'facts.isValid' ? 'none' : 'suspicious'}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="fact-meter-ground" width={100} height={6} />
        <rect className="fact-meter" width={100 * at} height={6} />
      </svg>
      <p>
        <span>{dateOnly(from)}</span>
        <span>{text(state)}</span>
        <span>{dateOnly(to)}</span>
      </p>
    </div>
  )
}

function SmallTable({ title, table }: { title: string; table: Table }) {
  const { columns, rows, left } = table
  return (
    <details className="fact-fold">
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys */}
      <section className="table-box" aria-label={title} tabIndex={0}>
        <table className="table findings-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {labelOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, its rows have no names
              <tr key={at}>
                {row.map((cell, index) => (
                  <td key={columns[index]} data-label={labelOf(columns[index] ?? '')}>
                    {isScalar(cell) || cell === undefined ? (
                      <ScalarValue name={columns[index] ?? ''} value={cell} />
                    ) : (
                      <span className="muted">{text('facts.nested')}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {left > 0 && <p className="muted">{text('facts.more', { count: left })}</p>}
    </details>
  )
}
