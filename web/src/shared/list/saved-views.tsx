import { useState } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Popover } from '../../base/ui/popover.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import type { ListState } from './declaration.ts'
import { loadViews, type SavedView, storeViews, withView } from './views.ts'

interface SavedViewsProps {
  /** Of the list, which keeps its views apart from those of others. */
  name: string
  path: string
  list: ListState
}

/** Named filters. */
export function SavedViews({ name: listName, path, list: { filterKey } }: SavedViewsProps) {
  const { user } = useSession()
  const [views, setViews] = useState(() => loadViews(listName, user.id))
  const keep = (next: SavedView[]) => {
    setViews(next)
    if (!storeViews(listName, user.id, next))
      showToast({ kind: 'info', message: text('jobs.viewNotKept') })
  }
  return (
    <Popover
      name={text('jobs.views')}
      label={text('jobs.views')}
      button={{ icon: 'star', size: 'small' }}
    >
      {(close) => (
        <div className="saved-views">
          {views.length === 0 && <p className="muted">{text('jobs.noViews')}</p>}
          <ul className="menu">
            {views.map(({ name, search }) => (
              <li key={name} className="saved-view">
                <Link
                  to={`${path}${search}`}
                  className="menu-item"
                  aria-current={search === filterKey ? 'true' : undefined}
                  onClick={close}
                >
                  {name}
                </Link>
                <Button
                  kind="quiet"
                  size="small"
                  icon="trash"
                  iconOnly
                  onClick={() => keep(views.filter((view) => view.name !== name))}
                >
                  {text('jobs.deleteView', { name })}
                </Button>
              </li>
            ))}
          </ul>
          <SaveView
            filterKey={filterKey}
            onSave={(view) => {
              close()
              keep(withView(views, view))
              showToast({ kind: 'success', message: text('jobs.viewSaved', { name: view.name }) })
            }}
          />
        </div>
      )}
    </Popover>
  )
}

function SaveView(props: { filterKey: string; onSave: (view: SavedView) => void }) {
  const [name, setName] = useState('')
  const given = name.trim()
  return (
    <form
      className="save-view"
      onSubmit={(event) => {
        event.preventDefault()
        if (given) props.onSave({ name: given, search: props.filterKey })
      }}
    >
      <input
        className="input"
        aria-label={text('jobs.viewName')}
        placeholder={text('jobs.viewName')}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="small" unavailable={!given && text('jobs.viewNameMissing')}>
        {text('jobs.saveView')}
      </Button>
    </form>
  )
}
