import { type NoticeSettings, noticeKinds } from '@assay/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useSession } from '../../base/session/session.ts'
import { labeled, languageName, languages, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Check, Field, Select } from '../../base/ui/field.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'

type Choice = NoticeSettings['kinds'][number]

/** The reader's address, and what they are notified of and how. */
export function NotificationsPanel() {
  const client = useQueryClient()
  const settings = useQuery({
    queryKey: keyOf('noticeSettings'),
    queryFn: ({ signal }) => api.getNoticeSettings({}, { signal }),
  })
  const { busy, problem, run } = useAction()
  if (!settings.data) return null
  const { canMail, kinds } = settings.data
  const keep = (found: NoticeSettings) => client.setQueryData(keyOf('noticeSettings'), found)
  const choose = (choice: Choice) =>
    void run(async () => {
      keep(await api.setNoticeSettings({ kinds: [choice] }))
    })
  return (
    <>
      <Notice kind="error">{problem?.message}</Notice>
      {canMail && <Address settings={settings.data} />}
      {canMail && (
        <Select
          label={text('notices.language')}
          name="mailLanguage"
          value={settings.data.language}
          options={languages.map((value) => ({ value, label: languageName(value) }))}
          onChange={(chosen) =>
            void run(async () => {
              const language = languages.find((one) => one === chosen) ?? 'en'
              keep(await api.setNoticeSettings({ language }))
            })
          }
        />
      )}
      <table className="notice-choices">
        <thead>
          <tr>
            <th scope="col">{text('notices.kind')}</th>
            <th scope="col">{text('notices.page')}</th>
            {canMail && <th scope="col">{text('notices.mail')}</th>}
          </tr>
        </thead>
        <tbody aria-busy={busy}>
          {noticeKinds.map((kind) => {
            const choice = kinds.find((one) => one.kind === kind)
            if (!choice) return null
            const name = text(`notices.kind.${kind}`)
            return (
              <tr key={kind}>
                <th scope="row">{name}</th>
                <td>
                  <Check
                    label={
                      <span className="visually-hidden">{labeled(name, text('notices.page'))}</span>
                    }
                    checked={choice.page}
                    onChange={(page) => choose({ ...choice, page })}
                  />
                </td>
                {canMail && (
                  <td>
                    <Check
                      label={
                        <span className="visually-hidden">
                          {labeled(name, text('notices.mail'))}
                        </span>
                      }
                      checked={choice.mail === 'now'}
                      onChange={(isOn) => choose({ ...choice, mail: isOn ? 'now' : 'off' })}
                    />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

/** Mails go to an address only after its owner has entered the code that was sent there. */
function Address({ settings }: { settings: NoticeSettings }) {
  const { user } = useSession()
  const client = useQueryClient()
  const [email, setEmail] = useState(settings.email ?? '')
  const [code, setCode] = useState('')
  const { busy, problem, run } = useAction(['email', 'code'])
  const login = user.id
  const refresh = () => client.invalidateQueries({ queryKey: keyOf('noticeSettings') })
  const saveAddress = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const given = email.trim()
      await api.updateUser({ login }, { email: given === '' ? null : given })
      if (given !== '') {
        await api.confirmAddress({ login }, {})
        showToast({ kind: 'success', message: text('notices.codeSent') })
      }
      await refresh()
    })
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await api.confirmAddress({ login }, { code: code.trim() })
      setCode('')
      showToast({ kind: 'success', message: text('notices.confirmed') })
      await refresh()
    })
  }
  const isOpen = settings.emailState === 'open'
  return (
    <>
      <Notice kind="error">{problem?.message}</Notice>
      <form noValidate onSubmit={saveAddress}>
        <Field
          label={text('notices.address')}
          name="email"
          value={email}
          onChange={setEmail}
          autoComplete="email"
          error={problem?.fields.email}
          hint={text(
            settings.email === undefined
              ? 'notices.addressNone'
              : settings.emailReturnedAt !== undefined
                ? 'notices.addressReturned'
                : isOpen
                  ? 'notices.addressOpen'
                  : 'notices.addressConfirmed',
          )}
        />
        <Button type="submit" busy={busy}>
          {text(isOpen ? 'notices.sendAgain' : 'notices.saveAddress')}
        </Button>
      </form>
      {isOpen && (
        <form noValidate onSubmit={confirm}>
          <Field
            label={text('notices.code')}
            name="code"
            value={code}
            onChange={setCode}
            autoComplete="one-time-code"
            error={problem?.fields.code}
          />
          <Button type="submit" busy={busy}>
            {text('notices.confirm')}
          </Button>
        </form>
      )}
    </>
  )
}
