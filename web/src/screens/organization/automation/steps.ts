import type { RuleStep, RuleStepName } from '@assay/contract'
import { ruleDuration, ruleSteps } from '@assay/contract'
import { stepNameOf } from '@assay/contract/rule-sentences'
import { jsonOf, nextKey } from './conditions.ts'

/** One step as its fields have it: texts and lists of names. */
export interface StepDraft {
  readonly key: number
  readonly kind: RuleStepName
  readonly names: readonly string[]
  /** Name of an analyzer set, instead of names. */
  readonly set: string
  readonly responder: string
  readonly on: 'object' | 'root'
  readonly parameters: string
  readonly tags: string
  readonly severity: string
  readonly tlp: string
  readonly pap: string
  readonly assignee: string
  readonly text: string
  readonly description: string
  readonly template: string
  readonly within: string
  readonly every: 'none' | 'day' | 'week'
  readonly reason: 'duplicate' | 'benign' | 'ownTest' | 'other'
}

export const emptyStep = (kind: RuleStepName): StepDraft => ({
  ...{
    key: nextKey(),
    kind,
    names: [],
    set: '',
    responder: '',
    on: 'object',
    parameters: '',
    tags: '',
  },
  ...{ severity: '', tlp: '', pap: '', assignee: '', text: '', description: '', template: '' },
  ...{ within: '', every: 'none', reason: 'duplicate' },
})

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

/** As the API has it. What is missing stays missing: the server says what is wrong. */
export function stepOf(draft: StepDraft): RuleStep {
  const { kind, on } = draft
  const place = on === 'root' ? { on } : {}
  switch (kind) {
    case 'analyze':
      return {
        analyze: draft.set === '' ? { analyzers: [...draft.names] } : { set: draft.set },
      }
    case 'respond': {
      const parameters = jsonOf(draft.parameters)
      return {
        respond: { responder: draft.responder, ...place, ...(parameters ? { parameters } : {}) },
      }
    }
    case 'tag':
      return { tag: { tags: tagsIn(draft.tags), ...place } }
    case 'set':
      return {
        set: {
          ...(draft.severity === '' ? {} : { severity: Number(draft.severity) }),
          ...(draft.tlp === '' ? {} : { tlp: Number(draft.tlp) }),
          ...(draft.pap === '' ? {} : { pap: Number(draft.pap) }),
          ...(draft.assignee === '' ? {} : { assignee: draft.assignee }),
        },
      }
    case 'comment':
      return { comment: { text: draft.text } }
    case 'task': {
      const { text: title, description } = draft
      return { task: { title, ...(description.trim() === '' ? {} : { description }) } }
    }
    case 'openCase':
      return {
        openCase: {
          ...(draft.template === '' ? {} : { template: draft.template }),
          ...(draft.names.length > 0
            ? { groupBy: [...draft.names], within: draft.within.trim() }
            : {}),
        },
      }
    case 'dismiss':
      return { dismiss: { reason: draft.reason } }
    case 'notify':
      return { notify: { people: [...draft.names] } }
    case 'watch':
      return { watch: { people: [...draft.names], every: draft.every } }
    case 'analyzeAgain':
      return { analyzeAgain: {} }
    case 'stop':
      return { stop: {} }
  }
}

const textOf = (value: unknown) => (value === undefined ? '' : String(value))

export function stepDraftOf(step: RuleStep): StepDraft {
  const kind = stepNameOf(step)
  const given = (step as unknown as Record<string, Record<string, unknown> | undefined>)[kind] ?? {}
  const names = given.analyzers ?? given.people ?? given.groupBy ?? []
  return {
    ...emptyStep(ruleSteps.find((one) => one === kind) ?? 'stop'),
    names: Array.isArray(names) ? names.map(String) : [],
    set: kind === 'analyze' ? textOf(given.set) : '',
    responder: textOf(given.responder),
    on: given.on === 'root' ? 'root' : 'object',
    parameters: given.parameters === undefined ? '' : JSON.stringify(given.parameters),
    tags: Array.isArray(given.tags) ? given.tags.join(', ') : '',
    severity: textOf(given.severity),
    tlp: textOf(given.tlp),
    pap: textOf(given.pap),
    assignee: textOf(given.assignee),
    text: textOf(given.text ?? given.title),
    description: textOf(given.description),
    template: textOf(given.template),
    within: textOf(given.within),
    every: watchEvery.find((one) => one === given.every) ?? 'none',
    reason: isReason(given.reason) ? given.reason : 'duplicate',
  }
}

export const watchEvery = ['none', 'day', 'week'] as const

const reasons = ['duplicate', 'benign', 'ownTest', 'other'] as const
const isReason = (reason: unknown): reason is StepDraft['reason'] =>
  reasons.some((one) => one === reason)

export type StepProblem = 'chooseOne' | 'enterText' | 'durationWrong' | 'jsonWrong'

/** What is missing in it, by the name that the server has for it. */
export function stepProblems(draft: StepDraft): Readonly<Record<string, StepProblem>> {
  switch (draft.kind) {
    case 'analyze':
      return draft.set === '' && draft.names.length === 0
        ? { 'analyze.analyzers': 'chooseOne' }
        : {}
    case 'notify':
      return draft.names.length === 0 ? { 'notify.people': 'chooseOne' } : {}
    case 'watch':
      return draft.names.length === 0 ? { 'watch.people': 'chooseOne' } : {}
    case 'respond':
      return {
        ...(draft.responder === '' ? { 'respond.responder': 'chooseOne' } : {}),
        ...(draft.parameters.trim() !== '' && !jsonOf(draft.parameters)
          ? { 'respond.parameters': 'jsonWrong' }
          : {}),
      }
    case 'tag':
      return tagsIn(draft.tags).length === 0 ? { 'tag.tags': 'enterText' } : {}
    case 'set':
      return `${draft.severity}${draft.tlp}${draft.pap}${draft.assignee}` === ''
        ? { set: 'chooseOne' }
        : {}
    case 'comment':
      return draft.text.trim() === '' ? { 'comment.text': 'enterText' } : {}
    case 'task':
      return draft.text.trim() === '' ? { 'task.title': 'enterText' } : {}
    case 'openCase':
      return draft.names.length > 0 && !ruleDuration.test(draft.within.trim())
        ? { 'openCase.within': 'durationWrong' }
        : {}
    default:
      return {}
  }
}
