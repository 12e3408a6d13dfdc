import { useEffect } from 'react'
import { useSearch } from '../../base/routing/location.ts'

/** How long the piece of the page that holds the field may take to come. */
const patienceMs = 10_000

/** `?field=brands` puts the focus on the control of that name as soon as it is drawn. */
export function useFieldFocus(path: string): void {
  const field = useSearch().params.get('field')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another field of this name
  useEffect(() => {
    if (!field) return
    const content = document.querySelector('.settings-content')
    const focusField = () => {
      const name = CSS.escape(field)
      const found = content?.querySelector<HTMLElement>(
        `:is(input, textarea, select, button)[name="${name}"]:is(:checked, :not([type="radio"])), [data-setting="${name}"]`,
      )
      const fold = found?.closest('details')
      if (fold) fold.open = true
      found?.focus()
      found?.scrollIntoView({ block: 'center' })
      return found !== null && found !== undefined
    }
    if (!content || focusField()) return
    const observer = new MutationObserver(() => focusField() && observer.disconnect())
    observer.observe(content, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), patienceMs)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [field, path])
}
