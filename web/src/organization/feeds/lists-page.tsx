import { text } from '../../texts/index.ts'
import { Page } from '../../ui/page.tsx'
import { ResourcesTab } from '../resources/resources-tab.tsx'
import { FeedsTab } from './feeds-tab.tsx'

/** Lists that others read from here, and files with lists and rules that analyzers read. */
export function ListsPage() {
  return (
    <Page title={text('place.lists')}>
      <section className="settings-part">
        <h2 tabIndex={-1} data-setting="published-lists">
          {text('organization.tab.feeds')}
        </h2>
        <FeedsTab />
      </section>
      <section className="settings-part">
        <h2 tabIndex={-1} data-setting="files">
          {text('organization.tab.resources')}
        </h2>
        <ResourcesTab />
      </section>
    </Page>
  )
}
