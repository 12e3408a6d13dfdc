import { useMemo, useSyncExternalStore } from 'react'
import { basePath } from './base.ts'

/** The current location: path below the base, and the query. */
export interface PageLocation {
  readonly path: string
  readonly search: string
}

const listeners = new Set<() => void>()
let current = readLocation()

function readLocation(): PageLocation {
  if (typeof location === 'undefined') return { path: '/', search: '' }
  const { pathname, search } = location
  const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
  return { path: path.length > 1 ? path.replace(/\/+$/, '') || '/' : '/', search }
}

function update() {
  current = readLocation()
  for (const listener of listeners) listener()
}

/** Takes the step over when it returns true, and may continue later. */
type Guard = (go: () => void) => boolean
let guard: Guard | undefined

/** Asked before another screen is opened; see `useLeaving`. */
export function guardLeaving(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = undefined
  }
}

function stepBack() {
  const { path, search } = readLocation()
  const here = current
  // The browser has moved already, so it is moved back before the question.
  if (path !== here.path && guard?.(() => navigate(path + search)))
    history.pushState(null, '', basePath + here.path + here.search)
  else update()
}

if (typeof addEventListener === 'function') addEventListener('popstate', stepBack)

export const currentLocation = () => current

/** `to` is one of our paths with its query: `/jobs?status=Failure`. */
export function navigate(to: string, { replace = false } = {}): void {
  const isLeaving = to.replace(/[?#].*/s, '') !== current.path
  if (isLeaving && guard?.(() => navigate(to, { replace }))) return
  const address = basePath + to
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  update()
  // A report lies over its list, which stays where it is.
  const isOver = !isLeaving && new URLSearchParams(to.split('?')[1]).has('report')
  if (!replace && !isOver) scrollTo(0, 0)
}

export function useLocation(): PageLocation {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentLocation)
}

export type SearchChange = Readonly<Record<string, string | readonly string[] | undefined>>

/** The query with some names replaced; an empty value removes the name. */
export function changedSearch(search: string, change: SearchChange): string {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    next.delete(name)
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) {
      if (item !== '') next.append(name, item)
    }
  }
  const text = next.toString()
  return text && `?${text}`
}

/**
 * Filters, sort, page and tab live in the address, so a view can be shared and the back button
 * restores it. `set` replaces by default, because typing in a filter is not navigation.
 */
export function useSearch() {
  const { path, search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = (change: SearchChange, { push = false } = {}) => {
    const now = currentLocation()
    // A late answer must not pull the reader back to a screen that was left.
    if (now.path !== path) return
    navigate(path + changedSearch(now.search, change), { replace: !push })
  }
  return { params, set }
}
