import { ApiError, type Rule } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { Link } from '../../../base/routing/link.tsx'
import { useSearch } from '../../../base/routing/location.ts'
import { useRights } from '../../../base/session/rights.ts'
import { useSession } from '../../../base/session/session.ts'
import { text } from '../../../base/texts/index.ts'
import { Page } from '../../../base/ui/page.tsx'
import { Answer, Forbidden, Loading, Missing } from '../../../base/ui/states.tsx'
import { useRules } from '../../../shared/rules/data.ts'
import { RuleWords } from '../../../shared/rules/sentence.tsx'
import { StateMark } from '../../../shared/rules/state-mark.tsx'
import { rulePieces } from '../../../shared/rules/words.ts'
import { draftOf, emptyDraft, type RuleDraft } from './draft.ts'
import { presetName, usePresets } from './preset-list.tsx'
import { RuleEditor } from './rule-editor.tsx'

const toList = () => <Link to="/settings/automation">{text('place.automation')}</Link>

/** One rule: the editor for those who may change it, its sentence for others. */
export function RulePage({ id }: { id: string }) {
  const { administer } = useRights()
  if (id === 'new') return administer ? <NewRule /> : <Forbidden needs="orgadmin" />
  return <StoredRule id={id} />
}

const useRule = (id: string) =>
  useQuery({
    queryKey: keyOf('rules', 'one', id),
    queryFn: ({ signal }): Promise<Rule> => api.getRule({ id }, {}, { signal }),
    // Another administrator may save it, which is said before one's own changes are sent.
    refetchInterval: 20_000,
    retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status < 500),
  })

function StoredRule({ id }: { id: string }) {
  const { administer } = useRights()
  const query = useRule(id)
  return (
    <Answer query={query} missing={<Missing what={text('rules.gone')} id={id} list={toList()} />}>
      {(rule) =>
        administer ? (
          <RuleEditor
            rule={rule}
            first={draftOf(rule, rule.state === 'stopped' ? 'trial' : rule.state)}
            back={toList()}
          />
        ) : (
          <Page
            title={rule.name}
            back={toList()}
            heading={
              <>
                {rule.name} <StateMark state={rule.state} />
              </>
            }
          >
            <p className="panel rule-sentence rule-whole">
              <RuleWords parts={rulePieces(rule.reads)} />
            </p>
          </Page>
        )
      }
    </Answer>
  )
}

/** Empty, or like a suggestion or another rule. */
function NewRule() {
  const { user } = useSession()
  const { params } = useSearch()
  const preset = params.get('preset')
  const copy = params.get('copy')
  const presets = usePresets(preset !== null)
  const rules = useRules(copy !== null)
  const isWaiting = (preset !== null && presets.isPending) || (copy !== null && rules.isPending)
  if (isWaiting)
    return (
      <Page title={text('rules.newTitle')} back={toList()}>
        <Loading lines={6} />
      </Page>
    )
  return (
    <RuleEditor
      rule={undefined}
      first={firstOf(user.id, {
        preset: presets.data?.find(({ id }) => id === preset),
        copied: rules.data?.find(({ id }) => id === copy),
      })}
      back={toList()}
    />
  )
}

interface Start {
  preset: NonNullable<ReturnType<typeof usePresets>['data']>[number] | undefined
  copied: Rule | undefined
}

function firstOf(login: string, { preset, copied }: Start): RuleDraft {
  if (preset)
    return draftOf({ ...preset, name: presetName(preset), runAs: login, expires: null }, 'trial')
  if (copied)
    return draftOf({ ...copied, name: text('rules.copyName', { name: copied.name }) }, 'trial')
  return emptyDraft(login)
}
