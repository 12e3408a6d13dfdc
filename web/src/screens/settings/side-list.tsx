import { type KeyboardEvent, useState } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { navigate } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { walk } from '../../base/ui/menu.tsx'
import { SearchInput } from '../../base/ui/search-input.tsx'
import { type PlaceId, placeGroups, placeName, placesFor } from './places.ts'
import { findSettings } from './search.ts'
import { useEntries } from './use-entries.ts'

/** All pages of the settings, or what was searched for among them and their fields. */
export function SideList({ current }: { current: PlaceId | undefined }) {
  const [typed, setTyped] = useState('')
  const entries = useEntries(typed !== '')
  const hits = findSettings(entries, typed)
  const open = (to: string) => {
    setTyped('')
    navigate(to)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const [first] = hits
    if (event.key === 'Enter' && first && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      open(first.to)
    } else if (event.key === 'Escape' && typed) setTyped('')
    else walk(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk from the field through its results
    <div className="settings-side" onKeyDown={press}>
      <search>
        <SearchInput label={text('place.search')} value={typed} onChange={setTyped} />
      </search>
      {typed.trim() ? (
        <>
          <p className="visually-hidden" role="status">
            {counted('place.hits', hits.length)}
          </p>
          {hits.length === 0 && <p className="muted settings-none">{text('place.none')}</p>}
          <ul className="settings-hits">
            {hits.map(({ label, where, to }) => (
              <li key={to}>
                <Link to={to} onClick={() => setTyped('')}>
                  {label}
                  {where && <small>{where}</small>}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Groups current={current} />
      )}
    </div>
  )
}

function Groups({ current }: { current: PlaceId | undefined }) {
  const places = placesFor(useRights())
  return (
    <nav aria-label={text('place.title')}>
      {placeGroups.map((group) => {
        const own = places.filter((place) => place.group === group)
        if (own.length === 0) return null
        return (
          <section key={group} className="settings-group">
            <h2>{text(`place.group.${group}`)}</h2>
            <ul>
              {own.map(({ id }) => (
                <li key={id}>
                  <Link to={`/settings/${id}`} aria-current={id === current ? 'page' : undefined}>
                    {text(placeName(id))}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}
