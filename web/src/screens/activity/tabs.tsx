import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Tabs } from '../../base/ui/tabs.tsx'

const views = ['analyses', 'responses', 'engine'] as const
export type View = (typeof views)[number]

/** How the engine does is for those who can change it. */
export function ActivityTabs({ current }: { current: View }) {
  const { administer } = useRights()
  return (
    <Tabs
      label={text('activity.views')}
      tabs={views
        .filter((view) => view !== 'engine' || administer)
        .map((view) => ({
          to: view === 'analyses' ? '/activity' : `/activity/${view}`,
          label: text(`activity.${view}`),
          isCurrent: view === current,
        }))}
    />
  )
}
