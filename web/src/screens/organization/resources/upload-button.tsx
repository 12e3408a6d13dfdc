import { type ReactNode, useRef } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'

interface UploadButtonProps {
  kind?: 'primary' | 'quiet'
  busy: boolean
  onFile: (file: File) => void
  /** Read by screen readers after the label of the button. */
  children?: ReactNode
}

export function UploadButton({ kind, busy, onFile, children }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        {...(kind ? { kind } : {})}
        size="small"
        icon="upload"
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {text('resources.upload')} {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('resources.upload')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // The same file may be chosen again after it was changed.
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
