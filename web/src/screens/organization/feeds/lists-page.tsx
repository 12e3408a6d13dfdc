import { text } from '../../../base/texts/index.ts'
import { Page } from '../../../base/ui/page.tsx'
import { ResourcesTab } from '../resources/resources-tab.tsx'
import { FeedsTab } from './feeds-tab.tsx'
import { ThreatFeedsTab } from './threat-feeds-tab.tsx'

/** Lists that others read from here, feeds of others that are read here, and files with lists and rules. */
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
        <h2 tabIndex={-1} data-setting="threat-feeds">
          {text('threats.title')}
        </h2>
        <ThreatFeedsTab />
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
