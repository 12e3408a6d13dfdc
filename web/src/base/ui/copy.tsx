import { defang } from '@assay/contract'
import { preferences } from '../preferences.ts'
import { text } from '../texts/index.ts'
import { Menu } from './menu.tsx'
import { showToast } from './toasts.tsx'

/** Without HTTPS browsers have no clipboard; then a message says so. */
export async function copyText(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    showToast({ kind: 'success', message: text('copy.done') })
  } catch {
    showToast({ kind: 'info', message: text('copy.refused') })
  }
}

/** A value as it should leave the page: harmless, unless the reader decided otherwise. */
export const copyable = (dataType: string, value: string) =>
  preferences().defangCopies ? defang(dataType, value) : value

/** Copies of an observable: harmless first, the original as a second, deliberate choice. */
export function CopyMenu({ dataType, value }: { dataType: string; value: string }) {
  const harmless = defang(dataType, value)
  return (
    <Menu
      label={text('copy.copy')}
      name={text('copy.copy')}
      button={{ icon: 'copy', iconOnly: true, kind: 'quiet', size: 'small' }}
      items={[
        harmless !== value && {
          label: text('copy.harmless'),
          icon: 'copy',
          onSelect: () => void copyText(harmless),
        },
        {
          label: text(harmless === value ? 'copy.value' : 'copy.original'),
          icon: 'copy',
          onSelect: () => void copyText(value),
        },
      ]}
    />
  )
}
