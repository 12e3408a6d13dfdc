import { text } from '../../base/texts/index.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import type { Group } from './navigation.ts'

/** The list for `?`. */
export function ShortcutList({
  groups,
  onClose,
}: {
  groups: readonly Group[]
  onClose: () => void
}) {
  const pages = groups
    .flatMap(({ entries }) => entries)
    .filter(({ key, section }) => key && section !== 'new')
  return (
    <Dialog title={text('shortcuts.title')} shape="wide" onClose={onClose}>
      <div className="shortcuts">
        <Keys
          title={text('shortcuts.everywhere')}
          rows={[
            [['Ctrl', 'K'], text('palette.title')],
            [['Ctrl', 'V'], text('shortcuts.paste')],
            [['?'], text('shortcuts.title')],
            [['n'], text('nav.new')],
            [['/'], text('shortcuts.search')],
            [[text('shortcuts.key.escape')], text('shortcuts.escape')],
          ]}
        />
        <Keys
          title={text('shortcuts.go')}
          rows={pages.map(({ key = '', label }) => [['g', key], text(label)])}
        />
        <Keys
          title={text('shortcuts.lists')}
          rows={[
            [['j'], text('shortcuts.down')],
            [['k'], text('shortcuts.up')],
            [['x'], text('shortcuts.select')],
            [[text('shortcuts.key.enter')], text('shortcuts.open')],
          ]}
        />
        <Keys
          title={text('shortcuts.value')}
          rows={[
            [['a'], text('shortcuts.value.again')],
            [['c'], text('shortcuts.value.case')],
            [['r'], text('shortcuts.value.respond')],
            [['w'], text('shortcuts.value.watch')],
            [['1', '…', '9'], text('shortcuts.value.reason')],
          ]}
        />
        <Keys
          title={text('shortcuts.alerts')}
          rows={[
            [['a'], text('shortcuts.alerts.analyze')],
            [['m'], text('shortcuts.alerts.merge')],
            [['i'], text('shortcuts.alerts.case')],
            [['r'], text('shortcuts.alerts.respond')],
            [['x'], text('shortcuts.alerts.dismiss')],
            [[text('shortcuts.key.space')], text('shortcuts.select')],
          ]}
        />
        <Keys
          title={text('shortcuts.cases')}
          rows={[
            [['m'], text('shortcuts.cases.comment')],
            [['Ctrl', text('shortcuts.key.enter')], text('shortcuts.cases.send')],
            [['r'], text('shortcuts.value.respond')],
            [['v'], text('shortcuts.cases.values')],
            [['t'], text('shortcuts.cases.tasks')],
          ]}
        />
        <Keys
          title={text('shortcuts.investigations')}
          rows={[
            [['v'], text('shortcuts.investigations.view')],
            [['e'], text('shortcuts.investigations.export')],
            [['c'], text('shortcuts.value.case')],
            [['a'], text('shortcuts.investigations.found')],
          ]}
        />
      </div>
      <p className="muted">{text('shortcuts.off')}</p>
    </Dialog>
  )
}

type Row = readonly [keys: readonly string[], meaning: string]

function Keys({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([keys, meaning]) => (
          <div key={keys.join(' ')}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
