import type { KeyboardEvent } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { copyText } from '../../../base/ui/copy.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { SearchInput } from '../../../base/ui/search-input.tsx'
import { pathOf, valueAt } from './lines.ts'
import type { RawView } from './use-raw-view.ts'

interface ToolbarProps {
  view: RawView
  isWrapped: boolean
  onWrap: (isWrapped: boolean) => void
  onDownload: () => void
}

export function Toolbar({ view, isWrapped, onWrap, onDownload }: ToolbarProps) {
  const { lines, current, mode } = view
  return (
    <div className="raw-tools">
      <SearchBox search={view.search} />
      <fieldset className="raw-modes">
        <legend className="visually-hidden">{text('report.raw.mode')}</legend>
        {(['tree', 'text'] as const).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="raw-mode"
              checked={mode === name}
              onChange={() => view.setMode(name)}
            />
            <span>{text(`report.raw.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      <Button
        size="small"
        aria-pressed={isWrapped}
        className={isWrapped ? 'is-chosen' : ''}
        onClick={() => onWrap(!isWrapped)}
      >
        {text('report.raw.wrap')}
      </Button>
      {mode === 'tree' && (
        <>
          <Button size="small" onClick={view.foldAll}>
            {text('report.raw.collapse')}
          </Button>
          <Button size="small" onClick={view.unfoldAll}>
            {text('report.raw.expand')}
          </Button>
        </>
      )}
      <Button size="small" icon="copy" onClick={() => void copyText(pathOf(lines, current))}>
        {text('report.raw.copyPath')}
      </Button>
      <Button
        size="small"
        icon="copy"
        onClick={() => void copyText(valueText(valueAt(lines, current)))}
      >
        {text('report.raw.copyValue')}
      </Button>
      <Button size="small" icon="download" onClick={onDownload}>
        {text('report.raw.download')}
      </Button>
    </div>
  )
}

/** A text as it is, anything else as JSON. */
const valueText = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

function SearchBox({ search }: { search: RawView['search'] }) {
  const { typed, setTyped, hits, at, go } = search
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    go(event.shiftKey ? -1 : 1)
  }
  const nothing = hits.length === 0 && text('report.raw.noHit')
  return (
    <search className="raw-search">
      <span className="raw-search-box">
        <Icon name="search" />
        <SearchInput
          label={text('report.raw.search')}
          value={typed}
          onChange={setTyped}
          onKeyDown={onKey}
        />
      </span>
      <output className="number" aria-live="polite">
        {typed !== '' && `${hits.length === 0 ? 0 : at + 1}/${hits.length}`}
      </output>
      <Button size="small" icon="up" iconOnly unavailable={nothing} onClick={() => go(-1)}>
        {text('report.raw.previous')}
      </Button>
      <Button size="small" icon="down" iconOnly unavailable={nothing} onClick={() => go(1)}>
        {text('report.raw.next')}
      </Button>
    </search>
  )
}
