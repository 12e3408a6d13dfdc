import { text } from '../texts/index.ts'
import { neutralText } from './neutral-text.ts'

/** Markdown of people or sensors, as it was typed: no markup, no links, nothing fetched. */
export function WrittenText({ value }: { value: string | undefined }) {
  if (!value?.trim()) return <p className="muted">{text('response.noText')}</p>
  return <p className="written-text">{neutralText(value)}</p>
}
