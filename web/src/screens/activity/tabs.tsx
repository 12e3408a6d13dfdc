import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Tabs } from '../../base/ui/tabs.tsx'

const views = ['analyses', 'responses', 'automation', 'engine'] as const
export type View = (typeof views)[number]

/** How the engine does, and what rules did, is for those whose jobs wait for it; readers see no jobs. */
export function ActivityTabs({ current }: { current: View }) {
  const { analyze } = useRights()
  return (
    <Tabs
      label={text('activity.views')}
      tabs={views
        .filter((view) => analyze || (view !== 'engine' && view !== 'automation'))
        .map((view) => ({
          to: view === 'analyses' ? '/activity' : `/activity/${view}`,
          label: text(`activity.${view}`),
          isCurrent: view === current,
        }))}
    />
  )
}
