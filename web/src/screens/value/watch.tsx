import '../../shared/watch/watch.css'
import type { ValueDetail, ValueName } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Menu, type MenuItem } from '../../base/ui/menu.tsx'
import { everyChoices, stopWatching, watchValue } from '../../shared/watch/actions.ts'

/** Watch actions: the choices, the current one ticked, and an end. */
export function watchItems(subject: ValueName, { watch, file }: ValueDetail): MenuItem[] {
  const value = { ...subject, filename: file?.names[0] }
  return [
    ...everyChoices.map(
      (every): MenuItem => ({
        label: text(`watch.choice.${every}`),
        icon: watch?.every === every ? 'check' : 'eye',
        onSelect: () => void watchValue(value, every),
      }),
    ),
    ...(watch
      ? [
          {
            label: text('watch.stop'),
            icon: 'eye-off' as const,
            onSelect: () => void stopWatching(watch.id),
          },
        ]
      : []),
  ]
}

/** By a key: watch it, or no longer. */
export const toggleWatch = (subject: ValueName, { watch, file }: ValueDetail) =>
  watch ? stopWatching(watch.id) : watchValue({ ...subject, filename: file?.names[0] }, 'none')

export function WatchMenu({ subject, found }: { subject: ValueName; found: ValueDetail }) {
  const word = text(found.watch ? 'watch.watching' : 'watch.watch')
  return (
    <Menu
      label={word}
      name={word}
      button={{ icon: found.watch ? 'check' : 'eye' }}
      items={watchItems(subject, found)}
    />
  )
}

/** Next to what else is known of the value. */
export function WatchMark({ value: { watch } }: { value: ValueDetail }) {
  if (!watch) return null
  return (
    <span className="watch-mark">
      <Icon name="eye" /> {text(`watch.mark.${watch.every}`)}
    </span>
  )
}
