import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Key } from '../../base/data/keys.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Pager } from '../../base/ui/pager.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { type Column, Table } from '../../base/ui/table.tsx'

const perPage = 20

interface RecentDialogProps<Row> {
  title: string
  caption: string
  empty: Pick<Parameters<typeof Empty>[0], 'title' | 'icon'>
  columns: readonly Column<Row>[]
  /** Of the range, such as 0-20. */
  queryKey: (range: string) => Key
  read: (range: string, signal: AbortSignal) => Promise<{ rows: Row[]; total: number }>
  /** Whether a row is about to change: the dialog then asks more often. */
  isMoving?: (row: Row) => boolean
  onClose: () => void
}

/** What was sent or received lately, newest first, kept up to date while it is open. */
export function RecentDialog<Row extends { id: string }>(props: RecentDialogProps<Row>) {
  const { title, caption, empty, columns, queryKey, read, isMoving, onClose } = props
  const [from, setFrom] = useState(0)
  const range = `${from}-${from + perPage}`
  const recent = useQuery({
    queryKey: queryKey(range),
    queryFn: ({ signal }) => read(range, signal),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (isMoving && state.data?.rows.some(isMoving) ? 2_000 : 10_000),
  })
  return (
    <Dialog
      shape="wide"
      title={title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('app.close')}</Button>}
    >
      <Answer query={recent}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty {...empty} />
          ) : (
            <>
              <Table caption={caption} columns={columns} rows={rows} idOf={({ id }) => id} />
              <Pager from={from} size={perPage} total={total} onGo={setFrom} />
            </>
          )
        }
      </Answer>
    </Dialog>
  )
}
