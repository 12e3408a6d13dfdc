import type { ReportLanguage, ReportTemplate } from '@assay/contract'
import { blocks, shippedTemplates, templateProblem, words } from '@assay/contract/report'
import { api } from '../../../base/api.ts'
import { onConflict } from '../../../base/on-conflict.ts'
import { currentLanguage, languageName, text } from '../../../base/texts/index.ts'
import { Field, Select, TextArea } from '../../../base/ui/field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { SettingDialog } from '../setting-dialog.tsx'
import { LogoField } from './logo-field.tsx'

interface ReportTemplateDrawerProps {
  /** Absent for a new one. */
  template: ReportTemplate | undefined
  onSaved: () => void
  onClose: () => void
}

const languages = ['en', 'fr'] as const

interface Values {
  readonly name: string
  readonly language: string
  readonly body: string
  readonly logo: string | null
}

/** A new one begins with the shipped text of one's own language. */
function valuesOf(template: ReportTemplate | undefined): Values {
  const language = currentLanguage() === 'fr' ? 'fr' : 'en'
  const shipped = shippedTemplates.find((one) => one.language === language)
  return {
    name: template?.name ?? '',
    language: template?.language ?? language,
    body: template?.body ?? shipped?.body ?? '',
    logo: template?.logo ?? null,
  }
}

export function ReportTemplateDrawer({ template, onSaved, onClose }: ReportTemplateDrawerProps) {
  const { values, action, set, field } = useForm<Values>(() => valuesOf(template))

  async function save(): Promise<string> {
    const language: ReportLanguage = values.language === 'fr' ? 'fr' : 'en'
    const input = { ...values, language }
    const saved = template
      ? api.updateReportTemplate({ id: template.id }, input)
      : api.createReportTemplate(input)
    await onConflict<unknown>(saved, { name: text('settings.nameTaken') })
    return values.name
  }
  const wrong = (): Record<string, string> => {
    const problem = templateProblem(values.body)
    return {
      ...(values.name.trim() === '' && { name: text('templates.nameMissing') }),
      ...(problem !== undefined && { body: problem }),
    }
  }
  return (
    <SettingDialog
      name={template?.name}
      add={text('reportTemplates.add')}
      shape="drawer"
      action={action}
      wrong={wrong}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field label={text('templates.name')} {...field('name')} isRequired />
      <Select
        label={text('reportTemplates.language')}
        {...field('language')}
        options={languages.map((value) => ({ value, label: languageName(value) }))}
      />
      <TextArea
        label={text('reportTemplates.body')}
        rows={20}
        hint={text('reportTemplates.bodyHint')}
        {...field('body')}
      />
      <details>
        <summary>{text('reportTemplates.placeholders')}</summary>
        <p>{text('reportTemplates.words')}</p>
        <p>
          <code>{words.map((name) => `{{${name}}}`).join(' ')}</code>
        </p>
        <p>{text('reportTemplates.blocks')}</p>
        <p>
          <code>{blocks.map((name) => `{{${name}}}`).join(' ')}</code>
        </p>
      </details>
      <LogoField logo={values.logo} onChange={(logo) => set({ logo })} />
    </SettingDialog>
  )
}
