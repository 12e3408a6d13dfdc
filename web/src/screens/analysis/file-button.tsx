import { useRef } from 'react'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'

/** Dropping files needs a mouse; this does not. */
export function FileButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" icon="upload" onClick={() => input.current?.click()}>
        {text('analysis.chooseFiles')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text('analysis.chooseFiles')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
