import { useState } from 'react'
import { fileSize } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'

/** An image inside the report: decoded by the browser only on request. */
export function ImageValue({ address, bytes }: { address: string; bytes: number }) {
  const [isShown, setShown] = useState(false)
  return (
    <span className="image-value">
      {isShown && <img src={address} alt={text('report.imageAlt')} />}
      <span className="muted">{text('report.image', { size: fileSize(bytes) })}</span>
      <Button size="small" icon={isShown ? 'eye-off' : 'eye'} onClick={() => setShown(!isShown)}>
        {text(isShown ? 'report.hideImage' : 'report.showImage')}
      </Button>
    </span>
  )
}
