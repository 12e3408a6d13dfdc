import { type ClockKind, type ClockPolicy, defaultWarnAt } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'

export const units = { minutes: 1, hours: 60, days: 1_440 } as const
export type Unit = keyof typeof units

/** What the form holds. */
export interface PolicyValues {
  kind: ClockKind
  amount: string
  unit: Unit
  severities: readonly string[]
  template: string
  warnAt: string
  escalateTo: string
}

const maxMinutes = 525_600

/** In the largest unit that needs no fraction. */
export function inUnit(minutes: number): { amount: number; unit: Unit } {
  const unit = (['days', 'hours'] as const).find((one) => minutes % units[one] === 0) ?? 'minutes'
  return { amount: minutes / units[unit], unit }
}

export function valuesOf(policy: ClockPolicy | undefined): PolicyValues {
  const { amount, unit } = inUnit(policy?.minutes ?? 240)
  return {
    kind: policy?.kind ?? 'resolve',
    amount: String(amount),
    unit,
    severities: (policy?.severities ?? []).map(String),
    template: policy?.template ?? '',
    warnAt: String(policy?.warnAt ?? defaultWarnAt),
    escalateTo: policy?.escalateTo ?? '',
  }
}

/** As the API takes it. */
export const inputOf = (values: PolicyValues) => ({
  kind: values.kind,
  minutes: Number(values.amount) * units[values.unit],
  severities: values.severities.map(Number),
  template: values.template === '' ? null : values.template,
  warnAt: Number(values.warnAt),
  escalateTo: values.escalateTo === '' ? null : values.escalateTo,
})

const whole = (typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

export function wrongFields({ amount, unit, warnAt }: PolicyValues): Record<string, string> {
  const minutes = whole(amount) * units[unit]
  const percent = whole(warnAt)
  return {
    ...(minutes >= 1 && minutes <= maxMinutes ? {} : { amount: text('clocks.timeWrong') }),
    ...(percent >= 1 && percent <= 99 ? {} : { warnAt: text('clocks.warnWrong') }),
  }
}
