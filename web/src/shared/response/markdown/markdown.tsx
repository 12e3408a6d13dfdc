import './markdown.css'
import { defang, extract, refang } from '@assay/contract'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { useVerdicts } from '../../../base/data/verdicts.ts'
import { defangText } from '../../../base/model/defang.ts'
import { basePath } from '../../../base/routing/base.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { useSession } from '../../../base/session/session.ts'
import { valuePath } from '../../../base/ui/observable.tsx'
import { type Block, readMarkdown } from './blocks.ts'
import type { Inline } from './inline.ts'
import { innerPath } from './inner-path.ts'
import { LinkTarget } from './link-target.tsx'

/** Values in the text, by their plain spelling; known ones link to their page. */
type Values = ReadonlyMap<string, { readonly shown: string; readonly to: string | undefined }>

/** No more than one question about verdicts takes. */
const maxValues = 100

/**
 * What people and sensors wrote. Everything in it is text: no HTML, no image is fetched, no link opens
 * on a click, and values are defanged.
 */
export function Markdown({ value }: { value: string }) {
  const blocks = useMemo(() => readMarkdown(value), [value])
  const values = useValues(value)
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same text has the same blocks
        <BlockView key={index} block={block} values={values} />
      ))}
    </div>
  )
}

function useValues(value: string): Values {
  const found = useMemo(
    () =>
      extract(value, { max: maxValues }).map(({ dataType, value: data }) => ({ dataType, data })),
    [value],
  )
  const verdictOf = useVerdicts(found)
  return useMemo(
    () =>
      new Map(
        found.map((one) => {
          const verdict = verdictOf(one)
          const isKnown = verdict && (verdict.level !== null || verdict.cases.length > 0)
          return [
            one.data.toLowerCase(),
            {
              shown: defangText(defang(one.dataType, one.data)),
              to: isKnown ? valuePath(one) : undefined,
            },
          ]
        }),
      ),
    [found, verdictOf],
  )
}

function BlockView({ block, values }: { block: Block; values: Values }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(
        `h${Math.min(6, block.level + 2)}`,
        {},
        <Inlines nodes={block.children} values={values} />,
      )
    case 'paragraph':
      return (
        <p>
          {block.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Fragment key={index}>
              {index > 0 && <br />}
              <Inlines nodes={line} values={values} />
            </Fragment>
          ))}
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reachable by keyboard
        <pre tabIndex={0}>
          <code>{defangText(block.text)}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} values={values} />
        </blockquote>
      )
    case 'list': {
      const entries = block.items.map((inner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          <Blocks blocks={inner} values={values} />
        </li>
      ))
      return block.start === undefined ? <ul>{entries}</ul> : <ol start={block.start}>{entries}</ol>
    }
    case 'table':
      return <TableView block={block} values={values} />
    case 'rule':
      return <hr />
  }
}

const Blocks = ({ blocks, values }: { blocks: readonly Block[]; values: Values }) =>
  blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <BlockView key={index} block={block} values={values} />
  ))

function TableView({
  block,
  values,
}: {
  block: Extract<Block, { kind: 'table' }>
  values: Values
}) {
  const row = (cells: readonly (readonly Inline[])[], Cell: 'th' | 'td') => (
    <tr>
      {block.head.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Cell key={index} {...(Cell === 'th' ? { scope: 'col' } : {})}>
          <Inlines nodes={cells[index] ?? []} values={values} />
        </Cell>
      ))}
    </tr>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reachable by keyboard
    <div className="markdown-table" tabIndex={0}>
      <table>
        <thead>{row(block.head, 'th')}</thead>
        <tbody>
          {block.rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Fragment key={index}>{row(cells, 'td')}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Inlines = ({ nodes, values }: { nodes: readonly Inline[]; values: Values }) =>
  nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <InlineView key={index} node={node} values={values} />
  ))

function InlineView({ node, values }: { node: Inline; values: Values }): ReactNode {
  switch (node.kind) {
    case 'text':
      return <Words words={node.text} values={values} />
    case 'code':
    case 'address':
      return <Value written={node.text} values={values} isCode={node.kind === 'code'} />
    case 'case':
      return <Link to={path`/cases/${node.text}`}>#{node.text}</Link>
    case 'person':
      return <PersonName login={node.text} />
    case 'link':
      return <LinkView node={node} values={values} />
    case 'strong':
      return (
        <strong>
          <Inlines nodes={node.children} values={values} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inlines nodes={node.children} values={values} />
        </em>
      )
    case 'deleted':
      return (
        <del>
          <Inlines nodes={node.children} values={values} />
        </del>
      )
  }
}

/** A mention; your own is highlighted. */
function PersonName({ login }: { login: string }) {
  const { user } = useSession()
  return (
    <span className="markdown-person" data-me={user.id === login || undefined}>
      @{login}
    </span>
  )
}

function LinkView(props: { node: Extract<Inline, { kind: 'link' }>; values: Values }) {
  const { target, children } = props.node
  const inner = innerPath(target, location.origin + basePath)
  if (inner !== undefined) return <Link to={inner}>{defangText(plainWords(children))}</Link>
  return (
    <>
      <Inlines nodes={children} values={props.values} />
      {target !== '' && <LinkTarget address={target} />}
    </>
  )
}

/** Inside a link nothing else leads anywhere. */
const plainWords = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) =>
      'children' in node
        ? plainWords(node.children)
        : (node.kind === 'case' ? '#' : node.kind === 'person' ? '@' : '') + node.text,
    )
    .join('')

/** Signs around a word that do not belong to it. */
const word = /^([("'“‘[]*)(.*?)([.,;:!?)"'”’\]]*)$/s

function Words({ words, values }: { words: string; values: Values }) {
  if (values.size === 0) return defangText(words)
  return words.split(/(\s+)/).map((part, index) => {
    const [, before = '', inner = '', after = ''] = word.exec(part) ?? []
    const isValue = inner !== '' && values.has(refang(inner).toLowerCase())
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same text has the same words
      <Fragment key={index}>
        {isValue ? (
          <>
            {defangText(before)}
            <Value written={inner} values={values} />
            {defangText(after)}
          </>
        ) : (
          defangText(part)
        )}
      </Fragment>
    )
  })
}

function Value(props: { written: string; values: Values; isCode?: boolean }) {
  const { written, values, isCode } = props
  const known = values.get(refang(written).toLowerCase())
  const shown = known?.shown ?? defangText(written)
  if (known?.to)
    return (
      <Link to={known.to} className="value">
        {shown}
      </Link>
    )
  return isCode ? <code>{shown}</code> : <span className="value">{shown}</span>
}
