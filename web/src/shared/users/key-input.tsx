import { text } from '../../base/texts/index.ts'
import type { useKey } from './use-key.ts'

interface KeyInputProps {
  id: string
  className: string
  apiKey: Pick<ReturnType<typeof useKey>, 'box' | 'shown'>
}

/** Holds the key only while it is shown. */
export const KeyInput = ({ id, className, apiKey: { box, shown } }: KeyInputProps) => (
  <input
    ref={box}
    id={id}
    className={className}
    readOnly
    autoComplete="off"
    value={shown ? shown.key : text('key.hidden')}
    data-hidden={!shown}
  />
)
