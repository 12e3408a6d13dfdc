import { useEffect, useRef, useState } from 'react'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'

/** Only addresses of the web; definitions are written by others. */
export function webAddress(url: string): URL | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined
  // guard (open = address): outside-link.test.ts
  return address && /^https?:$/.test(address.protocol) ? address : undefined
}

/** An external address: shown as text, and opened only after its host was read. */
export function OutsideLink({ url }: { url: string }) {
  const [isAsked, setAsked] = useState(false)
  const address = webAddress(url)
  if (!address) return <span className="value">{url}</span>
  return (
    <div className="outside-link">
      <span className="value">{url}</span>
      {isAsked ? (
        <OpeningLink address={address} />
      ) : (
        <Button size="small" onClick={() => setAsked(true)}>
          {text('catalogue.open')}
        </Button>
      )}
    </div>
  )
}

/** Replaces the button that was pressed, and takes its focus. */
function OpeningLink({ address }: { address: URL }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  return (
    <a
      ref={link}
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      className="button button-small"
    >
      {text('catalogue.openHost', { host: address.host })}
    </a>
  )
}
