import type { PanelForm } from '@assay/analyzers/descriptions'
import type { Found } from '../artifacts/list.ts'
import { panelsOf } from './index.ts'
import type { Block, Content, PanelModel } from './model.ts'

/** For tests: what panels say, without their look. */
export const hash = 'ab'.repeat(32)
export const foundFile = (name: string, size: number): Found => ({
  id: name,
  dataType: 'file',
  data: undefined,
  attachment: { id: hash, name, size, contentType: 'application/octet-stream' },
  tlp: 2,
  tags: [],
  messages: [],
})

export const blocks = <Is extends Block['is']>(panels: readonly PanelModel[], is: Is) =>
  panels
    .flatMap((panel) => panel.blocks)
    .filter((block): block is Extract<Block, { is: Is }> => block.is === is)

const said = (content: Content) => ('text' in content ? content.text : content.data)
/** Label and content of every fact, as they are read. */
export const facts = (panels: readonly PanelModel[]) =>
  Object.fromEntries(
    blocks(panels, 'facts')
      .flatMap((block) => block.facts)
      .map(({ label, content }) => [label, content.map(said).join(' ')]),
  )
export const partsOf = (panels: readonly PanelModel[]) =>
  blocks(panels, 'parts').flatMap(({ parts }) => parts)
export const of = (form: PanelForm, full: unknown, found: readonly Found[] = []) =>
  panelsOf('file', { [form]: { full, found } })
