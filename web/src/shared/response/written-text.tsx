import { text } from '../../base/texts/index.ts'
import { Markdown } from './markdown/markdown.tsx'

/** Markdown of people or sensors; an empty text is shown as such. */
export function WrittenText({ value }: { value: string | undefined }) {
  if (!value?.trim()) return <p className="muted">{text('response.noText')}</p>
  return <Markdown value={value} />
}
