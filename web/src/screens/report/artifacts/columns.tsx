import { zipAddress } from '../../../base/api.ts'
import { cut, defangText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { Icon } from '../../../base/ui/icons.tsx'
import { TlpMark } from '../../../base/ui/marks.tsx'
import { Observable, valuePath } from '../../../base/ui/observable.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import type { Found } from './list.ts'

/** The same cells for the table and for the long list. */
export const artifactColumns = (): readonly Column<Found>[] => [
  {
    key: 'data',
    label: text('report.artifacts.value'),
    isHeader: true,
    isWide: true,
    cell: (found) =>
      found.attachment ? (
        <FileCell found={found} />
      ) : (
        <Observable observed={found} to={valuePath(found)} canCopy />
      ),
  },
  {
    key: 'message',
    label: text('report.artifacts.message'),
    cell: ({ messages }) => defangText(cut(messages.join('; '), 300)),
  },
  {
    key: 'tags',
    label: text('report.artifacts.tags'),
    cell: ({ tags }) => <Tags tags={tags} />,
  },
  { key: 'tlp', label: text('report.artifacts.tlp'), cell: ({ tlp }) => <TlpMark tlp={tlp} /> },
]

const maxTags = 8

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="badges">
      {tags.slice(0, maxTags).map((tag) => (
        <li key={tag} className="badge">
          {defangText(cut(tag, 80))}
        </li>
      ))}
      {tags.length > maxTags && (
        <li className="muted">{text('marks.more', { count: tags.length - maxTags })}</li>
      )}
    </ul>
  )
}

/** A sample leaves only inside of an archive with a password. */
function FileCell({ found }: { found: Found }) {
  const { attachment } = found
  if (!attachment) return null
  return (
    <span className="artifact-file">
      <Observable observed={found} />
      <a className="button button-small" href={zipAddress(attachment.id, attachment.name)} download>
        <Icon name="download" />
        {text('report.artifacts.zip')}
      </a>
    </span>
  )
}
