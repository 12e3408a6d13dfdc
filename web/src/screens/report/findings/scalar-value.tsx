import { defangText } from '../../../base/model/defang.ts'
import { dateAndTime, fileSize } from '../../../base/model/times.ts'
import { formatNumber, text } from '../../../base/texts/index.ts'
import { Nothing } from '../../../base/ui/nothing.tsx'
import { ImageValue } from './image-value.tsx'
import { LongText } from './long-text.tsx'
import { ObservableValue } from './observable-value.tsx'
import { meaningOf } from './scalars.ts'

/** One value of a report, by what it means. Text nodes only: a report is hostile input. */
export function ScalarValue({ name, value }: { name: string; value: unknown }) {
  const meaning = meaningOf(name, value)
  switch (meaning.kind) {
    case 'nothing':
      return <Nothing />
    case 'flag':
      return <span>{text(meaning.value ? 'app.yes' : 'app.no')}</span>
    case 'date':
      return (
        <time dateTime={new Date(meaning.at).toISOString()} title={String(value)}>
          {dateAndTime(meaning.at)}
        </time>
      )
    case 'size':
      return <span title={formatNumber(meaning.bytes)}>{fileSize(meaning.bytes)}</span>
    case 'number':
      return <span className="number">{String(meaning.value)}</span>
    case 'image':
      return <ImageValue address={meaning.address} bytes={meaning.bytes} />
    case 'observable':
      return <ObservableValue dataType={meaning.dataType} value={meaning.value} />
    case 'text':
      return meaning.isLong ? (
        <LongText value={meaning.value} />
      ) : (
        <span>{defangText(meaning.value)}</span>
      )
  }
}
