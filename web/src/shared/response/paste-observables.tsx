import { useObservableTypes } from '../../base/data/settings.ts'
import { shownValue } from '../../base/model/observable.ts'
import { typeName } from '../../base/model/type-name.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { TextArea } from '../../base/ui/field.tsx'
import { type Pasted, type PastedValue, valuesIn } from './pasted.ts'

/** Beyond this the list is unreadable; types stay as detected. */
const maxShown = 100

/** Types of observables that are texts; those of files come as files. */
const useTextTypes = () =>
  (useObservableTypes().data ?? [])
    .filter(({ isAttachment }) => !isAttachment)
    .map(({ name }) => name)

interface PasteObservablesProps {
  value: Pasted
  onChange: (value: Pasted) => void
  error?: string | undefined
}

/** A box to paste into, and below it what was found, to be corrected row by row. */
export function PasteObservables({ value, onChange, error }: PasteObservablesProps) {
  const all = valuesIn(value)
  const unread = all.filter(({ isUnread }) => isUnread)
  const shown = shownOf(all)
  return (
    <div className="paste">
      <TextArea
        label={text('response.paste')}
        name="observables"
        rows={4}
        hint={text('response.pasteHint')}
        placeholder={'203[.]0[.]113[.]9\nhxxps://evil[.]example/a'}
        value={value.text}
        onChange={(typed) => onChange({ ...value, text: typed })}
        error={error}
      />
      {all.length > 0 && (
        <>
          <p className="muted" role="status">
            {counted('response.found', all.length - unread.length)}
            {unread.length > 0 && ` ${counted('response.unread', unread.length)}`}
          </p>
          <ul className="paste-found" aria-label={text('response.foundList')}>
            {shown.map((one) => (
              <PastedRow key={one.data} found={one} value={value} onChange={onChange} />
            ))}
          </ul>
          {all.length > shown.length && (
            <p className="muted">{text('marks.more', { count: all.length - shown.length })}</p>
          )}
        </>
      )}
    </div>
  )
}

/** In the order of the text; what was not recognized also when it stands behind the limit. */
function shownOf(all: readonly PastedValue[]): PastedValue[] {
  const unread = all.slice(maxShown).filter(({ isUnread }) => isUnread)
  return [...all.slice(0, maxShown), ...unread.slice(0, maxShown)]
}

function PastedRow(props: {
  found: PastedValue
  value: Pasted
  onChange: (value: Pasted) => void
}) {
  const { found, value, onChange } = props
  const known = useTextTypes()
  const shown = shownValue(found)
  const types = new Set([...found.likely, found.dataType, ...known])
  return (
    <li>
      <select
        className="input"
        aria-label={text('response.typeOf', { value: shown })}
        value={found.isUnread ? '' : found.dataType}
        onChange={({ currentTarget }) =>
          onChange({ ...value, types: { ...value.types, [found.data]: currentTarget.value } })
        }
      >
        {found.isUnread && <option value="">{text('response.chooseType')}</option>}
        {[...types].map((type) => (
          <option key={type} value={type}>
            {typeName(type)}
          </option>
        ))}
      </select>
      <span className="value">
        {shown}
        {found.notes.length > 0 && <small className="muted"> ({found.notes.join(', ')})</small>}
      </span>
      <Button
        kind="quiet"
        size="small"
        icon="close"
        iconOnly
        onClick={() => onChange({ ...value, dropped: [...value.dropped, found.data] })}
      >
        {text('response.drop', { value: shown })}
      </Button>
    </li>
  )
}
