import type { CaseV1, ShareV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { markingOf } from '../../base/model/marking.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Check, Select } from '../../base/ui/field.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { useAction } from '../../base/use-action.ts'
import { useCaseCounts } from './data.ts'

interface ShareDialogProps {
  row: CaseV1
  onClose: () => void
}

const red = 3

/** Which linked organizations see the case, and what of it. */
export function ShareDialog({ row, onClose }: ShareDialogProps) {
  const { organization } = useSession().user
  const shares = useQuery({
    queryKey: keyOf('shares', row._id),
    queryFn: ({ signal }) => api.listCaseSharesV1({ id: row._id }, {}, { signal }),
  })
  const links = useQuery({
    queryKey: keyOf('organizationLinks', organization),
    queryFn: ({ signal }) => api.listLinksV1({ id: organization }, {}, { signal }),
  })
  const marking = markingOf(row.tlp) ?? 'AMBER'
  return (
    <Dialog
      title={text('cases.share.title', { number: String(row.number) })}
      onClose={onClose}
      footer={
        <>
          <span className="muted">{text('cases.share.audited')}</span>
          <Button onClick={onClose}>{text('app.close')}</Button>
        </>
      }
    >
      <div className="share-body">
        <Notice kind={row.tlp === red ? 'error' : 'warning'}>
          {text(`cases.share.tlp.${marking}`)}
        </Notice>
        <Answer query={shares}>
          {(known) => (
            <>
              <ul className="share-list">
                {known.map((share) => (
                  <SharedWith key={share._id} share={share} row={row} />
                ))}
              </ul>
              {known.length === 0 && <p className="muted">{text('cases.share.none')}</p>}
              <Answer query={links}>
                {(linked) => (
                  <NewShare
                    row={row}
                    names={linked
                      .map(({ name }) => name)
                      .filter((name) =>
                        known.every(({ organisationName }) => organisationName !== name),
                      )}
                    hasLinks={linked.length > 0}
                  />
                )}
              </Answer>
            </>
          )}
        </Answer>
      </div>
    </Dialog>
  )
}

const again = (id: string) => readAgain(keyOf('shares', id))

const profiles = () => [
  { value: 'read-only', label: text('cases.share.profile.read-only') },
  { value: 'analyst', label: text('cases.share.profile.analyst') },
]

/** Takes effect at once; an organization from which it is taken back does not find the case any more. */
function SharedWith({ share, row }: { share: ShareV1; row: CaseV1 }) {
  const { busy, problem, run } = useAction()
  const name = share.organisationName
  const change = (input: object) =>
    void run(async () => {
      await api.updateShareV1({ id: share._id }, input)
      await again(row._id)
    })
  const rule = (on: boolean) => (on ? 'all' : 'none')
  return (
    <li>
      <fieldset className="share-entry">
        <legend>{name}</legend>
        <Select
          label={text('cases.share.profile')}
          name={`profile-${share._id}`}
          value={share.profileName}
          onChange={(profile) => change({ profile })}
          options={profiles()}
        />
        <Check
          label={text('cases.share.tasks')}
          name={`tasks-${share._id}`}
          checked={share.taskRule === 'all'}
          onChange={(on) => change({ tasks: rule(on) })}
        />
        <Check
          label={text('cases.share.observables')}
          name={`observables-${share._id}`}
          checked={share.observableRule === 'all'}
          onChange={(on) => change({ observables: rule(on) })}
        />
        <Button
          kind="danger"
          size="small"
          busy={busy}
          onClick={() =>
            void run(async () => {
              await api.deleteShareV1({ id: share._id })
              await again(row._id)
            })
          }
        >
          {text('cases.share.takeBack', { name })}
        </Button>
        <Notice kind="error">{problem?.message}</Notice>
      </fieldset>
    </li>
  )
}

interface NewShareProps {
  row: CaseV1
  names: readonly string[]
  hasLinks: boolean
}

/** Of TLP:RED only what was agreed with named people, so that is asked for. */
function NewShare({ row, names, hasLinks }: NewShareProps) {
  const counts = useCaseCounts(row._id).data
  const { busy, problem, run } = useAction()
  const [wanted, setWanted] = useState('')
  const [profile, setProfile] = useState('read-only')
  const [tasks, setTasks] = useState(false)
  const [observables, setObservables] = useState(true)
  const [isAgreed, setAgreed] = useState(false)
  if (names.length === 0)
    return (
      <p className="muted">{text(hasLinks ? 'cases.share.everyone' : 'cases.share.noLinks')}</p>
    )
  const name = names.includes(wanted) ? wanted : (names[0] ?? '')
  const needsNames = row.tlp === red && !isAgreed
  const share = async () => {
    await api.shareCaseV1(
      { id: row._id },
      {
        shares: [
          {
            organisationName: name,
            profile: profile === 'analyst' ? 'analyst' : 'read-only',
            tasks: tasks ? 'all' : 'none',
            observables: observables ? 'all' : 'none',
          },
        ],
      },
    )
    setAgreed(false)
    await again(row._id)
  }
  return (
    <form
      className="share-entry"
      onSubmit={(event) => {
        event.preventDefault()
        if (!needsNames) void run(share)
      }}
    >
      <h3>{text('cases.share.another')}</h3>
      <Select
        label={text('cases.share.organization')}
        name="organization"
        value={name}
        onChange={setWanted}
        options={names.map((value) => ({ value, label: value }))}
      />
      <Select
        label={text('cases.share.profile')}
        name="profile"
        value={profile}
        onChange={setProfile}
        options={profiles()}
      />
      <h4>{text('cases.share.leaves')}</h4>
      <p className="muted">{text('cases.share.always')}</p>
      <Check
        label={labelled('cases.share.tasks', counts?.tasks)}
        name="tasks"
        checked={tasks}
        onChange={setTasks}
      />
      <Check
        label={labelled('cases.share.observables', counts?.observables)}
        name="observables"
        checked={observables}
        onChange={setObservables}
      />
      {row.tlp === red && (
        <Check
          label={text('cases.share.named')}
          name="named"
          checked={isAgreed}
          onChange={setAgreed}
        />
      )}
      <Notice kind="error">{problem?.message}</Notice>
      <Button
        type="submit"
        kind="primary"
        busy={busy}
        unavailable={needsNames && text('cases.share.namedMissing')}
      >
        {text('cases.share.share')}
      </Button>
    </form>
  )
}

const labelled = (
  key: 'cases.share.tasks' | 'cases.share.observables',
  count: number | undefined,
) => (count === undefined ? text(key) : `${text(key)} (${count})`)
