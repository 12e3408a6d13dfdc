/** A named filter, kept in this browser. */
export interface SavedView {
  readonly name: string
  /** With its `?`. */
  readonly search: string
}

const maxViews = 50

const storageKey = (list: string, login: string) => `assay.${list}.views.${login}`

/** Several people may share a browser: each has their own views. */
export function loadViews(list: string, login: string): SavedView[] {
  try {
    return viewsIn(JSON.parse(localStorage.getItem(storageKey(list, login)) ?? '[]'))
  } catch {
    return []
  }
}

/** False when the browser keeps nothing. */
export function storeViews(list: string, login: string, views: readonly SavedView[]): boolean {
  try {
    localStorage.setItem(storageKey(list, login), JSON.stringify(views))
    return true
  } catch {
    return false
  }
}

/** Whatever the storage holds: only views that can be opened are taken. */
export function viewsIn(found: unknown): SavedView[] {
  if (!Array.isArray(found)) return []
  return found.filter(isView).slice(0, maxViews)
}

const isView = (view: Partial<SavedView> | null): view is SavedView =>
  typeof view?.name === 'string' &&
  view.name !== '' &&
  typeof view.search === 'string' &&
  (view.search === '' || view.search.startsWith('?'))

/** A name that exists already gets the new filter. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ name }) => name !== view.name)
  return [...others, view]
    .sort((one, other) => one.name.localeCompare(other.name))
    .slice(0, maxViews)
}
