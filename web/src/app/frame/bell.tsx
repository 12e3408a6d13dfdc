import { lazy, Suspense } from 'react'
import { useUnread } from '../../base/data/unread.ts'
import { counted, formatNumber, loadTexts, text } from '../../base/texts/index.ts'
import { Popover } from '../../base/ui/popover.tsx'

const NoticeList = lazy(async () => {
  const [{ NoticeList: list }] = await Promise.all([
    import('../../shared/notices/notice-list.tsx'),
    loadTexts(['notices']),
  ])
  return { default: list }
})

const mostShown = 99

/** In the top bar: how much there is to read, and all of it. */
export function Bell() {
  const unread = useUnread()?.notices ?? 0
  const label = unread > 0 ? counted('bell.unread', unread) : text('bell.title')
  return (
    <Popover
      name={text('bell.title')}
      label={unread > mostShown ? `${mostShown}+` : unread > 0 ? formatNumber(unread) : ''}
      button={{
        kind: 'quiet',
        size: 'small',
        icon: 'bell',
        className: 'bell-button',
        'aria-label': label,
      }}
    >
      {(close) => (
        <Suspense>
          <NoticeList onLeave={close} />
        </Suspense>
      )}
    </Popover>
  )
}
