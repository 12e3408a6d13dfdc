import type { ObservableV1, ValueVerdict } from '@assay/contract'
import { neutralText } from '../response/neutral-text.ts'
import { TagList } from '../response/tag-list.tsx'
import { verdictColumn } from '../response/verdict-column.tsx'
import { text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import { TlpMark } from '../ui/marks.tsx'
import { Observable, valuePath } from '../ui/observable.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

export const observableColumns = (
  verdictOf: (row: ObservableV1) => ValueVerdict | undefined,
): Column<ObservableV1>[] => [
  {
    key: 'data',
    label: text('alerts.value'),
    isHeader: true,
    isWide: true,
    isSortable: true,
    cell: (observable) => <Observable observed={observable} canCopy to={valuePath(observable)} />,
  },
  verdictColumn(verdictOf),
  {
    key: 'ioc',
    label: text('response.ioc'),
    isSortable: true,
    cell: ({ ioc }) =>
      ioc ? (
        <span className="ioc">
          <Icon name="star" />
          {text('response.ioc')}
        </span>
      ) : (
        <span className="muted">–</span>
      ),
  },
  {
    key: 'seen',
    label: text('alerts.seen'),
    cell: ({ extraData, sighted }) => (
      <span className={extraData.seen || sighted ? undefined : 'muted'}>
        {[sighted && text('alerts.sighted'), extraData.seen && text('alerts.seenElsewhere')]
          .filter(Boolean)
          .join(', ') || '–'}
      </span>
    ),
  },
  { key: 'tlp', label: 'TLP', isSortable: true, cell: ({ tlp }) => <TlpMark tlp={tlp} /> },
  { key: 'tags', label: text('alerts.tags'), cell: ({ tags }) => <TagList tags={tags} max={5} /> },
  {
    key: 'message',
    label: text('alerts.note'),
    cell: ({ message }) =>
      message ? neutralText(message.slice(0, 300)) : <span className="muted">–</span>,
  },
  {
    key: '_createdAt',
    label: text('alerts.added'),
    isSortable: true,
    cell: ({ _createdAt }) => <Time at={_createdAt} />,
  },
]
