import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Tabs } from '../../base/ui/tabs.tsx'

const views = ['analyses', 'responses', 'engine'] as const
export type View = (typeof views)[number]

/** How the engine does is for those whose jobs wait for it; readers see no jobs. */
export function ActivityTabs({ current }: { current: View }) {
  const { analyze } = useRights()
  return (
    <Tabs
      label={text('activity.views')}
      tabs={views
        .filter((view) => view !== 'engine' || analyze)
        .map((view) => ({
          to: view === 'analyses' ? '/activity' : `/activity/${view}`,
          label: text(`activity.${view}`),
          isCurrent: view === current,
        }))}
    />
  )
}
