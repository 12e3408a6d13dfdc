import './automation.css'
import './rule-editor.css'
import './try-panel.css'
import { AutomationList } from './automation-list.tsx'
import { RulePage } from './rule-page.tsx'

/** Settings › Automation: the rules, or one of them. */
export const AutomationPage = ({ item }: { item: string | undefined }) =>
  item === undefined ? <AutomationList /> : <RulePage key={item} id={item} />
