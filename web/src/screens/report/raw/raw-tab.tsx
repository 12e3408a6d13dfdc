import { useState } from 'react'
import { cut, visibleText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { Pager } from '../../../base/ui/pager.tsx'
import { longestShown } from './line.tsx'
import { LineBox } from './line-box.tsx'
import { pathOf, valueAt } from './lines.ts'
import { Toolbar } from './toolbar.tsx'
import { useRawView } from './use-raw-view.ts'
import './raw.css'

/** No browser draws a box much higher than 17 million pixels: more lines come in parts. */
const maxLines = 500_000
const maxCharacters = 500_000

/** The report as JSON: to fold, to search, to copy from. */
export function RawTab({ report, onDownload }: { report: unknown; onDownload: () => void }) {
  const view = useRawView(report)
  const [isWrapped, setWrapped] = useState(false)
  const { lines, visible, current, position } = view
  const from = Math.floor(position / maxLines) * maxLines
  const value = valueAt(lines, current)
  return (
    <div className="raw">
      <Toolbar view={view} isWrapped={isWrapped} onWrap={setWrapped} onDownload={onDownload} />
      <LineBox
        // Rows that were measured have no meaning after another part or layout.
        key={`${from} ${isWrapped} ${view.mode}`}
        view={view}
        from={from}
        count={Math.min(maxLines, visible.length - from)}
        isWrapped={isWrapped}
      />
      <div className="raw-foot">
        <output className="value" aria-label={text('report.raw.path')}>
          {visibleText(cut(pathOf(lines, current), 300))}
        </output>
        {typeof value === 'string' && value.length > longestShown && <WholeValue value={value} />}
      </div>
      {visible.length > maxLines && (
        <Pager
          from={from}
          size={maxLines}
          total={visible.length}
          onGo={(index) => view.goTo(visible[index] ?? 0)}
        />
      )}
    </div>
  )
}

function WholeValue({ value }: { value: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {text('report.raw.whole', { count: value.length })}
      </Button>
      {isOpen && (
        <Dialog title={text('report.raw.wholeTitle')} shape="wide" onClose={() => setOpen(false)}>
          <pre className="raw-whole">{visibleText(cut(value, maxCharacters))}</pre>
          {value.length > maxCharacters && <p className="muted">{text('report.raw.wholeCut')}</p>}
        </Dialog>
      )}
    </>
  )
}
