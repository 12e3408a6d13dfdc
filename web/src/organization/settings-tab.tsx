import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readAgain } from '../data/cache.ts'
import type { Key } from '../data/keys.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import type { IconName } from '../ui/icons.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RowTasks } from './row-tasks.tsx'

interface SettingsTabProps<Row> {
  /** What these things are for. */
  about: string
  query: UseQueryResult<readonly Row[]>
  /** What a change of one of them makes stale. */
  stale: Key
  caption: string
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** The button that adds one, or one of its own. */
  add: string | ReactNode
  /** Why adding did not work, where a dialog does not say it. */
  notice?: ReactNode
  /** Left out where there always are some. */
  none?: { icon: IconName; title: string; about: string }
  /** The form of a row, or of a new one. */
  editor?: (row: Row | undefined, done: { saved: () => void; close: () => void }) => ReactNode
  /** Without it a row can be added and removed, and stays as it is. */
  canEdit?: boolean
  removal: {
    title: (name: string) => string
    effect: string
    done?: (name: string) => string
    remove: (row: Row) => Promise<unknown>
  }
  /** Why a row cannot be removed. */
  staysBecause?: (row: Row) => string | false
  /** Rows about which nothing can be done here. */
  isFixed?: (row: Row) => boolean
  /** More buttons of a row. */
  buttons?: (row: Row) => ReactNode
}

/** A short list of things that an organization is set to: added, edited and removed here. */
export function SettingsTab<Row>(props: SettingsTabProps<Row>) {
  const { about, query, stale, caption, columns, idOf, nameOf, none, editor, removal } = props
  const [edited, setEdited] = useState<{ row?: Row }>()
  const [removed, setRemoved] = useState<Row>()
  const changed = () => void readAgain(stale)
  const add =
    typeof props.add === 'string' ? (
      <Button kind="primary" size="small" icon="plus" onClick={() => setEdited({})}>
        {props.add}
      </Button>
    ) : (
      props.add
    )
  const tasks: Column<Row> = {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (row) =>
      !props.isFixed?.(row) && (
        <RowTasks
          name={nameOf(row)}
          staysBecause={props.staysBecause?.(row) ?? false}
          {...(props.canEdit && { onEdit: () => setEdited({ row }) })}
          onRemove={() => setRemoved(row)}
        >
          {props.buttons?.(row)}
        </RowTasks>
      ),
  }
  return (
    <>
      <div className="filters">
        <p className="muted">{about}</p>
        <span className="filters-end">{add}</span>
      </div>
      {props.notice}
      <Answer query={query}>
        {(rows) =>
          rows.length === 0 && none ? (
            <Empty title={none.title} icon={none.icon} action={add}>
              {none.about}
            </Empty>
          ) : (
            <Table caption={caption} columns={[...columns, tasks]} rows={rows} idOf={idOf} />
          )
        }
      </Answer>
      {edited && editor?.(edited.row, { saved: changed, close: () => setEdited(undefined) })}
      {removed !== undefined && (
        <RemoveDialog
          title={removal.title(nameOf(removed))}
          done={
            removal.done?.(nameOf(removed)) ?? text('settings.removed', { name: nameOf(removed) })
          }
          onRemove={async () => {
            await removal.remove(removed)
            changed()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{removal.effect}</p>
        </RemoveDialog>
      )}
    </>
  )
}
