import type { contract, Input, ResponderPolicy } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'

export const policyEffects = ['inform', 'change', 'contain'] as const
export const approvalRules = ['never', 'automated', 'always'] as const

export interface PolicyValues {
  readonly effect: ResponderPolicy['effect']
  readonly approval: ResponderPolicy['approval']
  /** Logins, with commas or spaces. */
  readonly approvers: string
  readonly approvalHours: string
  readonly perHour: string
  readonly maxTargets: string
  readonly inverse: string
  /** JSON. */
  readonly inverseParameters: string
  readonly undoAfterMinutes: string
  readonly dryRunParameter: string
  readonly dryRunValue: string
}

const numberText = (value: number | null) => (value === null ? '' : String(value))

export const firstPolicy = (policy: ResponderPolicy): PolicyValues => ({
  effect: policy.isSet ? policy.effect : 'contain',
  approval: policy.isSet ? policy.approval : 'always',
  approvers: policy.approvers.join(', '),
  approvalHours: String(policy.approvalHours),
  perHour: numberText(policy.perHour),
  maxTargets: String(policy.maxTargets),
  inverse: policy.inverse?.responder ?? '',
  inverseParameters:
    policy.inverse && Object.keys(policy.inverse.parameters).length > 0
      ? JSON.stringify(policy.inverse.parameters)
      : '',
  undoAfterMinutes: numberText(policy.undoAfterMinutes),
  dryRunParameter: policy.dryRun?.parameter ?? '',
  dryRunValue: policy.dryRun ? shownJson(policy.dryRun.value) : '',
})

const shownJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const isWhole = (typed: string, least: number, most: number) =>
  /^\d{1,6}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most

export function wrongPolicy(values: PolicyValues): Record<string, string> {
  const wrong: Record<string, string> = {}
  const check = (name: keyof PolicyValues, least: number, most: number, mayBeEmpty = false) => {
    if (mayBeEmpty && values[name].trim() === '') return
    if (!isWhole(values[name], least, most)) wrong[name] = text('policy.whole', { least, most })
  }
  check('approvalHours', 1, 720)
  check('perHour', 1, 100_000, true)
  check('maxTargets', 1, 1_000)
  check('undoAfterMinutes', 1, 525_600, true)
  if (values.undoAfterMinutes.trim() !== '' && values.inverse === '')
    wrong.undoAfterMinutes = text('policy.needsInverse')
  if (values.inverse !== '' && parametersIn(values.inverseParameters) === undefined)
    wrong.inverseParameters = text('policy.jsonWrong')
  return wrong
}

function parametersIn(typed: string): Record<string, unknown> | undefined {
  if (typed.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(typed)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** `true` and `1` are what they look like; anything else is text. */
function valueIn(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

const numberIn = (typed: string) => (typed.trim() === '' ? null : Number(typed))

export const policyInput = (values: PolicyValues): Input<typeof contract.setResponderPolicy> => ({
  effect: values.effect,
  approval: values.approval,
  approvers: values.approvers.split(/[\s,;]+/).filter(Boolean),
  approvalHours: Number(values.approvalHours),
  perHour: numberIn(values.perHour),
  maxTargets: Number(values.maxTargets),
  inverse:
    values.inverse === ''
      ? null
      : {
          responder: values.inverse,
          parameters: parametersIn(values.inverseParameters) ?? {},
        },
  undoAfterMinutes: numberIn(values.undoAfterMinutes),
  dryRun:
    values.dryRunParameter.trim() === ''
      ? null
      : { parameter: values.dryRunParameter.trim(), value: valueIn(values.dryRunValue) },
})
