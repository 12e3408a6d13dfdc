import '../compare/compare.css'
import { useSearch } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { ChooseOther } from '../compare/choose-other.tsx'
import { Comparison } from '../compare/comparison.tsx'

const closed = { a: undefined, b: undefined, view: undefined, all: undefined }

/** Two reports side by side, over the value: what changed from one to the other. */
export function CompareDrawer({ a, b }: { a: string; b: string }) {
  const { set } = useSearch()
  return (
    <Dialog title={text('compare.title')} shape="sheet" onClose={() => set(closed)}>
      {a && b ? (
        <Comparison a={a} b={b} onSwap={() => set({ a: b, b: a }, { push: true })} />
      ) : (
        <ChooseOther id={a || b} onChoose={(older, newer) => set({ a: older, b: newer })} />
      )}
    </Dialog>
  )
}
