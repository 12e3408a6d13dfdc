import './settings.css'
import { Link } from '../../base/routing/link.tsx'
import { useLocation } from '../../base/routing/location.ts'
import type { ScreenProps } from '../../base/routing/screen.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Forbidden } from '../../base/ui/states.tsx'
import { NotFound } from '../../base/ui/whole-page.tsx'
import { Content } from './content.tsx'
import { firstPlace, type Place, places } from './places.ts'
import { SideList } from './side-list.tsx'
import { useFieldFocus } from './use-field-focus.ts'

/** One list of everything that is set once; the chosen item is shown next to it. */
export function SettingsPage({ params }: ScreenProps) {
  const rights = useRights()
  const { path } = useLocation()
  useFieldFocus(path)
  const wanted = params.place ?? firstPlace(rights)
  const place = places.find(({ id }) => id === wanted)
  return (
    <div className="settings" data-at={params.place === undefined ? 'list' : 'place'}>
      <SideList current={place?.id} />
      <div className="settings-content">
        <p className="settings-back">
          <Link to="/settings">{text('place.title')}</Link>
        </p>
        {place ? (
          <Shown place={place} params={params} isAllowed={isFor(place, rights)} />
        ) : (
          <NotFound />
        )}
      </div>
    </div>
  )
}

const isFor = ({ right, id }: Place, rights: ReturnType<typeof useRights>) =>
  right === undefined ||
  rights[right] ||
  // To an administrator other organizations do not exist, which the server says.
  (id === 'organizations' && rights.administer)

interface ShownProps extends ScreenProps {
  place: Place
  isAllowed: boolean
}

function Shown({ place, params, isAllowed }: ShownProps) {
  const { platform } = useRights()
  const isList = place.id === 'organizations' && params.item === undefined
  if (!isAllowed || (isList && !platform)) return <Forbidden needs={place.role ?? ''} />
  return <Content key={place.id} id={place.id} item={params.item} part={params.part} />
}
