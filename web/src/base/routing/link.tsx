import type { ComponentProps, MouseEvent } from 'react'
import { basePath } from './base.ts'
import { navigate } from './location.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the page. Addresses of the API go in a plain `<a>`. */
  to: string
}

/** A real link: it can be opened in a new tab, copied and dragged. A plain click stays in the page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const wantsOwnTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || event.button !== 0 || wantsOwnTab || rest.target) return
    event.preventDefault()
    navigate(to)
  }
  return <a {...rest} href={basePath + to} onClick={follow} />
}
