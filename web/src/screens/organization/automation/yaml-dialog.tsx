import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { copyText } from '../../../base/ui/copy.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { rulesYaml, type YamlRule } from './yaml.ts'

interface YamlDialogProps {
  rules: readonly YamlRule[]
  onClose: () => void
}

/** The same rules as text. */
export function YamlDialog({ rules, onClose }: YamlDialogProps) {
  const yaml = rulesYaml(rules)
  const hasParameters = rules.some(({ do: steps }) =>
    steps.some((step) => 'respond' in step && step.respond.parameters !== undefined),
  )
  return (
    <Dialog
      title={text('rules.yamlTitle')}
      shape="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.close')}</Button>
          <Button kind="primary" icon="copy" data-autofocus onClick={() => void copyText(yaml)}>
            {text('rules.yamlCopy')}
          </Button>
        </>
      }
    >
      <p className="muted">{text('rules.yamlAbout')}</p>
      {hasParameters && <Notice kind="warning">{text('rules.yamlParameters')}</Notice>}
      <section
        className="rule-yaml"
        aria-label={text('rules.yamlTitle')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard
        tabIndex={0}
      >
        <pre>{yaml}</pre>
      </section>
    </Dialog>
  )
}
