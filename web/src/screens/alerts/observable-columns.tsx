import type { ObservableV1, ValueVerdict } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { TlpMark } from '../../base/ui/marks.tsx'
import { Nothing } from '../../base/ui/nothing.tsx'
import { Observable, valuePath } from '../../base/ui/observable.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { Time } from '../../base/ui/time.tsx'
import { neutralText } from '../../shared/response/neutral-text.ts'
import { TagList } from '../../shared/response/tag-list.tsx'
import { verdictColumn } from '../../shared/response/verdict-column.tsx'

export const observableColumns = (
  verdictOf: (row: ObservableV1) => ValueVerdict | undefined,
): Column<ObservableV1>[] => [
  verdictColumn(verdictOf),
  {
    key: 'data',
    label: text('alerts.value'),
    isHeader: true,
    isWide: true,
    isSortable: true,
    cell: (observable) => (
      <div className="observable-cell">
        <Observable observed={observable} canCopy to={valuePath(observable)} />
        {observable.message && (
          <p className="muted observable-note">{neutralText(observable.message.slice(0, 300))}</p>
        )}
      </div>
    ),
  },
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
        <Nothing />
      ),
  },
  { key: 'tlp', label: 'TLP', isSortable: true, cell: ({ tlp }) => <TlpMark tlp={tlp} /> },
  { key: 'tags', label: text('alerts.tags'), cell: ({ tags }) => <TagList tags={tags} max={5} /> },
  {
    key: '_createdAt',
    label: text('alerts.added'),
    isSortable: true,
    cell: ({ _createdAt }) => <Time at={_createdAt} />,
  },
]
