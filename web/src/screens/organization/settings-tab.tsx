import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readAgain } from '../../base/data/cache.ts'
import type { Key } from '../../base/data/keys.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import type { IconName } from '../../base/ui/icons.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { type Column, Table } from '../../base/ui/table.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RowTasks } from './row-tasks.tsx'

/** Beginnings of the names of their texts. */
type SettingsTexts =
  | 'budgets'
  | 'channels'
  | 'clocks'
  | 'fields'
  | 'mailboxes'
  | 'protected'
  | 'reportTemplates'
  | 'resources'
  | 'sets'
  | 'templates'
  | 'threats'
  | 'types'
  | 'webhooks'

interface SettingsTabProps<Row> {
  /** The texts are called by this name: `webhooks.about`, `.add`, `.none`, `.removeTitle` and so on. */
  texts: SettingsTexts
  /** What these entries are for, when it is not `about`. */
  about?: string
  query: UseQueryResult<readonly Row[]>
  /** What a change of one of them makes stale. */
  stale: Key
  caption: string
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Another button than the one that opens the editor. */
  add?: ReactNode
  /** Why adding did not work, where a dialog does not say it. */
  notice?: ReactNode
  /** Drawn when there are none; omitted where there always are some. */
  icon?: IconName
  /** The form of a row, or of a new one. */
  editor?: (row: Row | undefined, done: { saved: () => void; close: () => void }) => ReactNode
  /** Without it a row can be added and removed, and stays as it is. */
  canEdit?: boolean
  remove: (row: Row) => Promise<unknown>
  /** The message after one was removed. */
  removed?: (name: string) => string
  /** Why a row cannot be removed. */
  staysBecause?: (row: Row) => string | false
  /** Rows about which nothing can be done here. */
  isFixed?: (row: Row) => boolean
  /** More buttons of a row. */
  buttons?: (row: Row) => ReactNode
}

/** A short list of settings entries of an organization: added, edited and removed here. */
export function SettingsTab<Row>(props: SettingsTabProps<Row>) {
  const { texts, query, stale, caption, columns, idOf, nameOf, icon, editor } = props
  const about = props.about ?? text(`${texts}.about`)
  const [edited, setEdited] = useState<{ row?: Row }>()
  const [removed, setRemoved] = useState<Row>()
  const changed = () => void readAgain(stale)
  const add = props.add ?? (
    <Button kind="primary" size="small" icon="plus" onClick={() => setEdited({})}>
      {text(`${texts}.add` as TextKey)}
    </Button>
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
          rows.length === 0 && icon ? (
            <Empty title={text(`${texts}.none` as TextKey)} icon={icon} action={add}>
              {text(`${texts}.noneAbout` as TextKey)}
            </Empty>
          ) : (
            <Table caption={caption} columns={[...columns, tasks]} rows={rows} idOf={idOf} />
          )
        }
      </Answer>
      {edited && editor?.(edited.row, { saved: changed, close: () => setEdited(undefined) })}
      {removed !== undefined && (
        <RemoveDialog
          title={text(`${texts}.removeTitle`, { name: nameOf(removed) })}
          done={
            props.removed?.(nameOf(removed)) ?? text('settings.removed', { name: nameOf(removed) })
          }
          onRemove={async () => {
            await props.remove(removed)
            changed()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{text(`${texts}.removeEffect`)}</p>
        </RemoveDialog>
      )}
    </>
  )
}
