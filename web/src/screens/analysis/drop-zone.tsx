import { useEffect, useRef, useState } from 'react'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { filesOf, maxFiles } from './dropped-files.ts'

/** The whole page takes files, dropped or pasted; while they hover above it, it says so. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const isOver = useFileDrop(onFiles)
  return isOver ? (
    <div className="drop-sign" aria-hidden="true">
      <p>
        <Icon name="upload" />
        {text('analysis.drop')}
      </p>
    </div>
  ) : null
}

const hasFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false

function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const take = async (transfer: DataTransfer) => {
      const files = await filesOf(transfer).catch(() => [])
      latest.current(files)
      const isCut = files.length === maxFiles
      if (files.length === 0) showToast({ kind: 'error', message: text('analysis.dropEmpty') })
      if (isCut) showToast({ kind: 'info', message: text('analysis.dropCut', { max: maxFiles }) })
    }
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      // Without it the browser would leave the page and open the file.
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      void take(event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      // Office programs add an image of the text to the clipboard; the text is what is meant.
      const transfer = event.clipboardData
      if (!hasFiles(transfer) || transfer.types.includes('text/plain')) return
      event.preventDefault()
      void take(transfer)
    }
    addEventListener('dragenter', over)
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('dragenter', over)
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  }, [])
  return isOver
}
