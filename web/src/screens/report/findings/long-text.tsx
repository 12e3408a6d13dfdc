import { useState } from 'react'
import { cut, defangText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { useIsPrint } from './print.ts'
import { longText } from './scalars.ts'
import { ShowMore } from './show-more.tsx'

/** Drawing more at once would make the page stall. */
const step = 20_000
const inPrint = 4_000

/** The beginning of a long text; the rest comes in portions. */
export function LongText({ value, first = longText }: { value: string; first?: number }) {
  const isPrint = useIsPrint()
  const [length, setLength] = useState(first)
  const shown = cut(value, isPrint ? inPrint : length)
  const isCut = shown.length < value.length
  return (
    <div className="long-text">
      <pre>
        {defangText(shown)}
        {isCut && '…'}
      </pre>
      {isCut && (
        <ShowMore
          rest={value.length - shown.length}
          onMore={() => setLength((now) => (now === first ? step : now + step))}
        />
      )}
      {!isPrint && length > first && (
        <button type="button" className="link-button" onClick={() => setLength(first)}>
          {text('report.showLess')}
        </button>
      )}
    </div>
  )
}
